export interface StrictFinding {
  tool: number;
  name: string | null;
  path: string;
  rule: string;
  message: string;
}
export function checkTools(
  tools: unknown,
  options?: { all?: boolean },
): { ok: boolean; errors: StrictFinding[]; warnings: StrictFinding[]; totals: Record<string, number> };
