import type { DiagnosticCode } from '../diagnostics/catalogue.js';
import { createDiagnostic } from '../diagnostics/create.js';
import type { Diagnostic, SpecLocation } from '../diagnostics/diagnostic.js';

/** Collects diagnostics; the same sentence about the same place is kept once, with its count. */
export class Report {
  readonly #found = new Map<string, Diagnostic>();

  /**
   * @param key what makes two reports one: by default code, sentence and place. The first place is the one that is kept.
   */
  add(
    code: DiagnosticCode,
    message: string,
    details: { location?: SpecLocation | undefined; help?: string; key?: string } = {},
  ): void {
    const { key, ...rest } = details;
    const { file, pointer } = details.location ?? {};
    const identity = JSON.stringify(key === undefined ? [code, message, file, pointer] : [code, key]);
    const before = this.#found.get(identity);
    const found =
      before === undefined ? createDiagnostic(code, message, rest) : { ...before, count: (before.count ?? 1) + 1 };
    this.#found.set(identity, found);
  }

  list(): Diagnostic[] {
    return [...this.#found.values()];
  }
}

/** A place below another one: `#/paths/~1pets/get` and `parameters`. */
export function below(location: SpecLocation, ...steps: readonly string[]): SpecLocation {
  const tail = steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { ...(location.file !== undefined && { file: location.file }), pointer: `${location.pointer}${tail}` };
}
