import { isJsonData } from '../json-data.js';
import { child, isRecord, items, own } from '../part.js';
import type { Draft, SchemaRule, SchemaScope } from './draft.js';

/** `example` of 3.0 joins `examples` of 3.1; an object of named examples, as media types have it, gives its values. */
function readExamples(draft: Draft, scope: SchemaScope): void {
  const listed = child(scope.part, 'examples');
  const examples: unknown[] = items(listed).map((item) => item.value);
  if (isRecord(listed?.value)) {
    for (const named of Object.values(listed.value)) {
      const value = isRecord(named) ? own(named, 'value') : undefined;
      if (value !== undefined) examples.push(value);
    }
  }
  const { value: raw } = scope.part;
  if (Object.hasOwn(raw, 'example') && raw['example'] !== undefined) examples.unshift(raw['example']);
  const usable = examples.filter(isJsonData);
  if (usable.length > 0) draft.examples = usable;
  if (usable.length === examples.length) return;
  const message = 'An example holds a number that JSON cannot say; it was left out.';
  scope.context.report('SCHEMA_INVALID', message, listed ?? scope.part, { severity: 'info' });
}

const XML_TEXT = ['name', 'namespace', 'prefix', 'nodeType'] as const;
const XML_FLAGS = ['attribute', 'wrapped'] as const;

function readXml(draft: Draft, scope: SchemaScope): void {
  const part = child(scope.part, 'xml');
  if (!part) return;
  if (!isRecord(part.value)) {
    scope.context.report('SCHEMA_INVALID', '`xml` is not an object.', part);
    return;
  }
  const xml: { -readonly [K in keyof NonNullable<Draft['xml']>]: NonNullable<Draft['xml']>[K] } = {};
  for (const key of XML_TEXT) {
    const value = own(part.value, key);
    if (typeof value === 'string') xml[key] = value;
  }
  for (const key of XML_FLAGS) {
    const value = own(part.value, key);
    if (typeof value === 'boolean') xml[key] = value;
  }
  draft.xml = xml;
}

export const rules: readonly SchemaRule[] = [
  { name: 'examples', apply: readExamples },
  { name: 'xml', apply: readXml },
];
