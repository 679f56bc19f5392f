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

/** Keys that hold example data: a `$ref` inside is data. */
const DATA_KEYS: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);

interface Visit {
  readonly node: object;
  readonly nameMap: boolean;
}

/**
 * Collects the references of one file that lead out of it, in document order, each once, without their fragments.
 * Walks without recursion; example data and extensions are not looked at.
 */
export function externalReferences(root: unknown): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<object>();
  const stack: Visit[] = isNode(root) ? [{ node: root, nameMap: false }] : [];
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    if (seen.has(visit.node)) continue;
    seen.add(visit.node);
    const children = Array.isArray(visit.node) ? listChildren(visit.node) : objectChildren(visit, found);
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child) stack.push(child);
    }
  }
  return [...found];
}

function listChildren(list: readonly unknown[]): Visit[] {
  return list.filter(isNode).map((node) => ({ node, nameMap: false }));
}

function objectChildren({ node, nameMap }: Visit, found: Set<string>): Visit[] {
  const children: Visit[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === '$ref' && typeof value === 'string') {
      const target = value.split('#', 1)[0] ?? '';
      if (target !== '') found.add(target);
    }
    if (!isNode(value) || (!nameMap && (DATA_KEYS.has(key) || key.startsWith('x-')))) continue;
    children.push({ node: value, nameMap: !nameMap && NAME_MAPS.has(key) });
  }
  return children;
}

function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
