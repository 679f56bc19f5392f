/** Keys whose values are names chosen by the author: what stands there is never a keyword. */
const NAME_MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
  'schemas',
  'paths',
  'pathItems',
  'webhooks',
  'callbacks',
  'responses',
  'parameters',
  'requestBodies',
  'headers',
  'mediaTypes',
  'content',
  'encoding',
]);

/** Keys that hold example data: a `$ref` or `$id` inside is data. */
const DATA_KEYS: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);

/** An object or list of a document, and whether its keys are names chosen by the author. */
export interface Place {
  readonly node: object;
  readonly nameMap: boolean;
}

/** The objects and lists directly in one, with their keys, in document order. Example data and extensions are left out. */
export function placesIn({ node, nameMap }: Place): (readonly [string, Place])[] {
  const isList = Array.isArray(node);
  const found: (readonly [string, Place])[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (!isNode(value)) continue;
    if (!isList && !nameMap && (DATA_KEYS.has(key) || key.startsWith('x-'))) continue;
    found.push([key, { node: value, nameMap: !isList && !nameMap && NAME_MAPS.has(key) }]);
  }
  return found;
}

export function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
