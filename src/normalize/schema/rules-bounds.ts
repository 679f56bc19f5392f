import { own } from '../part.js';
import type { Draft, SchemaRule, SchemaScope } from './draft.js';

/** Draft 4: `exclusiveMinimum: true` makes `minimum` exclusive. */
function exclusiveMinimum(draft: Draft, scope: SchemaScope): void {
  if (own(scope.part.value, 'exclusiveMinimum') !== true || draft.minimum === undefined) return;
  draft.exclusiveMinimum = draft.minimum;
  delete draft.minimum;
}

function exclusiveMaximum(draft: Draft, scope: SchemaScope): void {
  if (own(scope.part.value, 'exclusiveMaximum') !== true || draft.maximum === undefined) return;
  draft.exclusiveMaximum = draft.maximum;
  delete draft.maximum;
}

export const rules: readonly SchemaRule[] = [
  { name: 'exclusive-minimum', apply: exclusiveMinimum },
  { name: 'exclusive-maximum', apply: exclusiveMaximum },
];
