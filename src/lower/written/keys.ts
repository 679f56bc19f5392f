/** Property keys the Messages API accepts. */
const KEY = /^[a-zA-Z0-9_.-]{1,64}$/;

function isValidKey(key: string): boolean {
  return KEY.test(key) && key !== '__proto__';
}

/**
 * The key the model writes for each name, in order. A valid name is its own key; others have their odd characters
 * replaced. Names that are valid are never moved, so adding an odd one renames nothing.
 */
export function aliasKeys(names: readonly string[]): Map<string, string> {
  const taken = new Set(names.filter(isValidKey));
  const keys = new Map<string, string>();
  for (const name of names) {
    const key = isValidKey(name) ? name : uniqueKey(name, taken);
    taken.add(key);
    keys.set(name, key);
  }
  return keys;
}

/** A valid key like `name` that is not taken. */
export function uniqueKey(name: string, taken: ReadonlySet<string>): string {
  const base =
    name
      .replace(/[^a-zA-Z0-9_.-]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 60) || 'property';
  if (!taken.has(base)) return base;
  let count = 2;
  while (taken.has(`${base}_${count}`)) count += 1;
  return `${base}_${count}`;
}
