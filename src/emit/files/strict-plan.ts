import type { EmitInput } from '../emit-input.js';
import { cell, codeCell, table } from './markdown.js';

/** How full a request is changes with every tool; the line of a tool that has no room in it should not. */
export const withoutSums = (reason: string): string => reason.replace(/^(no room left in the request) \(.*\)$/, '$1');

/** The strict plan of the whole set as a table: for each tool whether it is strict or why not, and what it costs. */
export function strictPlan({ lowered, plan }: EmitInput): string {
  const rows = lowered.tools.map(({ definition, descriptor, encodings }, index) => {
    const verdict = plan?.[index];
    const { pooled, size } = descriptor.strict;
    return [
      codeCell(definition.name),
      verdict?.strict ? 'yes' : `no: ${cell(withoutSums(verdict?.reason ?? 'not planned'))}`,
      verdict?.strict ? `${Math.round(verdict.guarded * 100)}%` : '–',
      String(pooled),
      String(size),
      encodings.join(', ') || '–',
    ];
  });
  return table(['Tool', 'Strict', 'Guarded', 'K', 'Bytes', 'Encodings'], rows);
}
