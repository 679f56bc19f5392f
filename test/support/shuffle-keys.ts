/** Objects whose keys are a list by another name: tools, properties, schemes and media types come in their order. */
const ORDERED = new Set(['paths', 'properties', 'securitySchemes', 'securityDefinitions', 'content']);
/** Values that go on the wire, or into the text, as they stand. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const']);
const METHOD = /^(?:get|put|post|delete|options|head|patch)$/;

/**
 * A copy of an OpenAPI document that says the same with the keys of its objects in another order, but for those whose order
 * says something.
 *
 * @param seed the same order for the same seed
 */
export function shuffleKeys<T>(document: T, seed: number): T {
  let state = seed;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const copy = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => copy(item, ''));
    if (typeof value !== 'object' || value === null || DATA.has(key)) return value;
    const entries = Object.entries(value);
    const isOrdered = ORDERED.has(key) || entries.some(([name]) => METHOD.test(name));
    for (let last = entries.length - 1; last > 0 && !isOrdered; last -= 1) {
      const other = random(last + 1);
      [entries[last], entries[other]] = [entries[other] ?? ['', 0], entries[last] ?? ['', 0]];
    }
    // A member of such an object may itself have one of these names.
    return Object.fromEntries(entries.map(([name, item]) => [name, copy(item, ORDERED.has(key) ? '' : name)]));
  };
  return copy(document, '') as T;
}
