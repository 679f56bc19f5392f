/** JSON equality: key order does not matter, numbers compare by value. Depth is bounded by the document's. */
export function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (a === 0 && b === 0)) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => equal(item, b[i]));
  }
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && equal(value, right.get(key)));
}

/** A text that is the same for equal values, and for no others: keys of objects are sorted. */
function keyOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return `${typeof value}:${String(value)}`;
  if (Array.isArray(value)) return `[${value.map((item) => lengthened(keyOf(item))).join('')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => lengthened(key) + lengthened(keyOf(item))).join('')}}`;
}

const lengthened = (text: string) => `${text.length}:${text}`;

/** Groups values that may be equal, so that long lists are compared in linear time. */
function index(values: readonly unknown[]): Map<string, unknown[]> {
  const groups = new Map<string, unknown[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (!group) groups.set(key, [value]);
    else if (!group.some((other) => equal(other, value))) group.push(value);
  }
  return groups;
}

/** The values without repetitions, in order of first use. */
export function distinct(values: readonly unknown[]): readonly unknown[] {
  const groups = index(values);
  return values.filter((value) => {
    const group = groups.get(keyOf(value)) ?? [];
    const found = group.findIndex((other) => equal(other, value));
    if (found >= 0) group.splice(found, 1);
    return found >= 0;
  });
}

/** Those of `a` that are also in `b`. */
export function intersect(a: readonly unknown[], b: readonly unknown[]): readonly unknown[] {
  const groups = index(b);
  return a.filter((value) => groups.get(keyOf(value))?.some((other) => equal(other, value)));
}
