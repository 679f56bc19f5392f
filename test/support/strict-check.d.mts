export interface StrictFinding {
  tool: number;
  name: string | null;
  path: string;
  rule: string;
  message: string;
}

export interface StrictReport {
  ok: boolean;
  errors: StrictFinding[];
  warnings: StrictFinding[];
  totals: {
    tools: number;
    strictTools: number;
    optionalParameters: number;
    unionParameters: number;
    deferredTools: number;
  };
}

export function checkTools(tools: unknown, options?: { all?: boolean }): StrictReport;
