import { allEntries, child, isRecord, items, own, quoted, recordOf } from '../part.js';
import type { Draft, SchemaRule, SchemaScope } from './draft.js';

function readRequired(draft: Draft, scope: SchemaScope): void {
  const part = child(scope.part, 'required');
  if (!part || typeof part.value === 'boolean') return;
  if (!Array.isArray(part.value)) {
    scope.context.report('SCHEMA_INVALID', '`required` is not a list of names.', part);
    return;
  }
  const names = items(part).flatMap((item) => {
    if (typeof item.value === 'string') return [item.value];
    scope.context.report('SCHEMA_INVALID', `\`required\` names ${quoted(item.value)}, which is not text.`, item);
    return [];
  });
  if (names.length > 0) draft.required = [...new Set(names)];
}

/** Draft 3 and many authors since: `required: true` on the property itself. */
function requiredOnProperty(draft: Draft, scope: SchemaScope): void {
  const names = allEntries(child(scope.part, 'properties')).flatMap(([name, part]) =>
    isRecord(part.value) && own(part.value, 'required') === true ? [name] : [],
  );
  if (names.length > 0) draft.required = [...new Set([...(draft.required ?? []), ...names])];
}

/** `dependencies` of the drafts before 2019-09: lists of names, or schemas. */
function splitDependencies(draft: Draft, scope: SchemaScope): void {
  const parts = allEntries(child(scope.part, 'dependencies'));
  const lists = parts.filter(([, part]) => Array.isArray(part.value));
  const schemas = parts.filter(([, part]) => !Array.isArray(part.value));
  if (lists.length > 0) {
    const names = lists.map(([name, part]): [string, string[]] => [
      name,
      items(part).flatMap((item) => (typeof item.value === 'string' ? [item.value] : [])),
    ]);
    draft.dependentRequired = { ...recordOf(names), ...draft.dependentRequired };
  }
  if (schemas.length > 0) {
    const converted = recordOf(schemas.map(([name, part]) => [name, scope.convert(part)] as const));
    draft.dependentSchemas = { ...converted, ...draft.dependentSchemas };
  }
}

export const rules: readonly SchemaRule[] = [
  { name: 'required', apply: readRequired },
  { name: 'required-on-property', apply: requiredOnProperty },
  { name: 'dependencies', apply: splitDependencies },
];
