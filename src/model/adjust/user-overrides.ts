import { didYouMean } from '../../diagnostics/suggest.js';
import type { OperationOverride } from '../api-model.js';
import type { Report } from '../report.js';

/** How the configuration may call an operation. */
interface Named {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  /** The tool name before any adjustment. */
  readonly name: string;
}

/**
 * The configuration's adjustments of each operation, looked up by tool name, operationId and `METHOD /path`, the surest
 * last. Keys that name nothing are reported.
 */
export function userOverrides(
  operations: readonly Named[],
  overrides: Readonly<Record<string, OperationOverride>>,
  report: Report,
): OperationOverride[] {
  const used = new Set<string>();
  const keysOf = ({ method, path, operationId, name }: Named) => [name, operationId ?? name, `${method} ${path}`];
  const byKey = new Map(Object.entries(overrides).map(([key, value]) => [foldKey(key), value]));
  const found = operations.map((operation) => {
    const keys = [...new Set(keysOf(operation))].filter((key) => byKey.has(key));
    for (const key of keys) used.add(key);
    return Object.assign({}, ...keys.map((key) => byKey.get(key) ?? {})) as OperationOverride;
  });
  const known = operations.flatMap(keysOf);
  for (const key of Object.keys(overrides)) {
    if (used.has(foldKey(key))) continue;
    const message = `The configuration adjusts "${key}", which is no operation.${didYouMean(key, known)}`;
    report.add('SELECTOR_UNMATCHED', message);
  }
  return found;
}

/** `get /pets` means `GET /pets`. */
function foldKey(key: string): string {
  const call = /^([a-z]+)\s+(\/.*)$/is.exec(key.trim());
  return call === null ? key : `${(call[1] ?? '').toUpperCase()} ${call[2] ?? ''}`;
}
