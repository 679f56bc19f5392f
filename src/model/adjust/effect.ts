import type { Effect } from '../../runtime/contract.js';

const ORDER: readonly Effect[] = ['read', 'write', 'destructive'];
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY']);

/** What a method does by its definition (RFC 9110, section 9.2.1; QUERY is safe as well). */
export function effectOf(method: string): Effect {
  if (READS.has(method)) return 'read';
  return method === 'DELETE' ? 'destructive' : 'write';
}

export function isLess(effect: Effect, than: Effect): boolean {
  return ORDER.indexOf(effect) < ORDER.indexOf(than);
}
