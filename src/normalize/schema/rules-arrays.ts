import { child, items } from '../part.js';
import type { Draft, SchemaRule, SchemaScope } from './draft.js';

/** Before 2020-12 a list under `items` described a tuple, and `additionalItems` the rest. */
function tupleItems(draft: Draft, scope: SchemaScope): void {
  const part = child(scope.part, 'items');
  if (!part || !Array.isArray(part.value)) return;
  const tuple = items(part).map((item) => scope.convert(item));
  if (tuple.length > 0) draft.prefixItems = tuple;
  const rest = child(scope.part, 'additionalItems');
  if (rest) draft.items = scope.convert(rest);
}

export const rules: readonly SchemaRule[] = [{ name: 'tuple-items', apply: tupleItems }];
