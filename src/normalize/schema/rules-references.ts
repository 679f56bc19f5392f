import { child, quoted } from '../part.js';
import type { Draft, SchemaRule, SchemaScope } from './draft.js';

function readRef(draft: Draft, scope: SchemaScope): void {
  const part = child(scope.part, '$ref');
  if (!part) return;
  if (typeof part.value === 'string') scope.refer(draft, part.value);
  else scope.context.report('SCHEMA_INVALID', '`$ref` is not text.', part);
}

/** Read as `$ref` to the anchor of that name in the document: what it means unless another schema overrides the anchor. */
function readDynamicRef(draft: Draft, scope: SchemaScope): void {
  const part = child(scope.part, '$dynamicRef');
  if (!part || typeof part.value !== 'string' || draft.$ref !== undefined) return;
  const message = `\`$dynamicRef\` ${quoted(part.value)} was read as a plain reference.`;
  scope.context.report('KEYWORD_UNSUPPORTED', message, part, { severity: 'info' });
  scope.refer(draft, part.value);
}

export const rules: readonly SchemaRule[] = [
  { name: 'ref', apply: readRef },
  { name: 'dynamic-ref', apply: readDynamicRef },
];
