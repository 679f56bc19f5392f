import type { DiagnosticCode } from '../diagnostics/catalogue.js';
import { createDiagnostic } from '../diagnostics/create.js';
import type { Diagnostic, Severity, SpecLocation } from '../diagnostics/diagnostic.js';
import type { LoadedSpec } from '../load/loaded-spec.js';
import type { Part } from './part.js';

/** What the readers of the document share: where to report, and where values came from. */
export interface Context {
  readonly spec: LoadedSpec;
  /** Reports once for each place; the same report at the same place is counted. */
  readonly report: (code: DiagnosticCode, message: string, part: Part, details?: { severity?: Severity }) => Diagnostic;
  /** Notes where a value of the normalized form came from, and gives it back. The first place wins. */
  readonly record: <T extends object>(value: T, part: Part) => T;
  readonly locate: (value: object) => SpecLocation | undefined;
  /** The part that a recorded value was made from. */
  readonly origin: (value: object) => Part | undefined;
  readonly diagnostics: () => readonly Diagnostic[];
}

export function createContext(spec: LoadedSpec): Context {
  const found = new Map<string, Diagnostic>();
  const origins = new WeakMap<object, Part>();
  const location = (part: Part): SpecLocation =>
    part.file === spec.root ? { pointer: part.pointer } : { file: part.file.name, pointer: part.pointer };
  return {
    spec,
    report(code, message, part, details = {}) {
      const made = createDiagnostic(code, message, { ...details, location: location(part) });
      const key = `${code}\0${part.file.name}\0${part.pointer}\0${made.message}`;
      const known = found.get(key);
      found.set(key, known ? { ...known, count: (known.count ?? 1) + 1 } : made);
      return known ?? made;
    },
    record(value, part) {
      if (!origins.has(value)) origins.set(value, part);
      return value;
    },
    locate(value) {
      const part = origins.get(value);
      return part && location(part);
    },
    origin: (value) => origins.get(value),
    diagnostics: () => [...found.values()],
  };
}

/** Versions whose schemas are those of JSON Schema draft 4 with changes. */
export function isOldEra(context: Context): boolean {
  return context.spec.version === '2.0' || context.spec.version === '3.0';
}
