import { isNode, type Place, placesIn } from './walk.js';

/**
 * Collects the references of one file that lead out of it, in document order, each once, without their fragments.
 * Walks without recursion; example data and extensions are not looked at.
 */
export function externalReferences(root: unknown): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<object>();
  const stack: Place[] = isNode(root) ? [{ node: root, nameMap: false }] : [];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const { node } = place;
    if (seen.has(node)) continue;
    seen.add(node);
    const reference: unknown = Object.hasOwn(node, '$ref') ? Reflect.get(node, '$ref') : undefined;
    const target = typeof reference === 'string' ? (reference.split('#', 1)[0] ?? '') : '';
    if (target !== '') found.add(target);
    for (const [, child] of placesIn(place).reverse()) stack.push(child);
  }
  return [...found];
}
