import type { Diagnostic } from '../diagnostics/diagnostic.js';

/**
 * The same fault told once: diagnostics with equal code, sentence and place become one with a count. Order of first
 * appearance is kept.
 */
export function groupDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = new Map<string, Diagnostic>();
  for (const diagnostic of diagnostics) {
    const { code, message, location } = diagnostic;
    const key = JSON.stringify([code, message, location?.file ?? '', location?.pointer ?? null]);
    const known = groups.get(key);
    const count = (known ? (known.count ?? 1) : 0) + (diagnostic.count ?? 1);
    groups.set(key, { ...(known ?? diagnostic), ...(count > 1 && { count }) });
  }
  return [...groups.values()];
}

/** How many diagnostics there are of each severity, repetitions counted once. */
export function countSeverities(diagnostics: readonly Diagnostic[]): {
  errors: number;
  warnings: number;
  infos: number;
} {
  const of = (severity: string) => diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  return { errors: of('error'), warnings: of('warning'), infos: of('info') };
}
