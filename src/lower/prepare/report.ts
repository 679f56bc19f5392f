import type { DiagnosticCode } from '../../diagnostics/catalogue.js';
import { createDiagnostic } from '../../diagnostics/create.js';
import type { Diagnostic, SpecLocation } from '../../diagnostics/diagnostic.js';

/** Takes note of something about a part of the document. */
export type Report = (code: DiagnosticCode, message: string, part?: object) => void;

export interface Reporter {
  readonly report: Report;
  /** Everything reported, the same fault at the same place once, with its count. */
  readonly diagnostics: () => readonly Diagnostic[];
}

export function createReporter(locate: (part: object) => SpecLocation | undefined): Reporter {
  const found = new Map<string, { diagnostic: Diagnostic; count: number }>();
  return {
    report(code, message, part) {
      const location = part && locate(part);
      const diagnostic = createDiagnostic(code, message, { location });
      const key = JSON.stringify([code, location?.file, location?.pointer, diagnostic.message]);
      const known = found.get(key);
      if (known) known.count += 1;
      else found.set(key, { diagnostic, count: 1 });
    },
    diagnostics: () =>
      [...found.values()].map(({ diagnostic, count }) => (count > 1 ? { ...diagnostic, count } : diagnostic)),
  };
}
