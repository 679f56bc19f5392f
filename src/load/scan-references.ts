import type { SourceFile } from './loaded-spec.js';
import { isNode, type Place, placesIn } from './walk.js';

/**
 * What the text of a file must hold for a reference to lead out of it: a `$ref` with something else than a fragment behind
 * it, a mapping with the name of a file, or an escape that may spell either. Most files have none of them, and looking
 * takes a twentieth of the walk.
 */
const MAY_LEAVE =
  /\$ref["']?\s*:(?!\s*["']?#)|mapping["']?\s*:[^}]*?\.(?:json|ya?ml)|\\(?:u00|x|U000000)(?:2[4e]|[67])/i;

/**
 * Collects the references of one file that lead out of it, in document order, each once, without their fragments.
 * Walks without recursion; example data and extensions are not looked at.
 */
export function externalReferences({ text, value: root }: SourceFile): readonly string[] {
  if (!MAY_LEAVE.test(text)) return [];
  const found = new Set<string>();
  const seen = new Set<object>();
  const stack: Place[] = isNode(root) ? [{ node: root, nameMap: false }] : [];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const { node } = place;
    if (seen.has(node)) continue;
    seen.add(node);
    for (const reference of [own(node, '$ref'), ...mappedFiles(node)]) {
      const target = typeof reference === 'string' ? (reference.split('#', 1)[0] ?? '') : '';
      if (target !== '') found.add(target);
    }
    for (const [, child] of placesIn(place).reverse()) stack.push(child);
  }
  return [...found];
}

/** The values of a discriminator's mapping that name files: most are names of schemas, with dots and slashes in them too. */
function mappedFiles(node: object): readonly unknown[] {
  const mapping = typeof own(node, 'propertyName') === 'string' ? own(node, 'mapping') : undefined;
  if (!isNode(mapping)) return [];
  return Object.values(mapping).filter((value) => typeof value === 'string' && /\.(?:json|ya?ml)(?:#|$)/i.test(value));
}

function own(node: object, key: string): unknown {
  return Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined;
}
