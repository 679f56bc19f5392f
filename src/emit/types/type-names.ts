import { createHash } from 'node:crypto';
import { type Identifier, identifier } from '../source/sink.js';

/** A name for a type: upper camel case of the letters and digits in it; a name without any gets a digest. */
export function typeNameOf(name: string): string {
  const words = name.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
  const kept = joined.slice(0, 80);
  if (kept === '' || joined.length > 80) return `${/^[A-Z]/.test(kept) ? kept : `Type${kept}`}${digest(name)}`;
  return /^[A-Z]/.test(kept) ? kept : `Type${kept}`;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/**
 * Names for many things, unique among each other and against `taken`. All members of a group that would share a name
 * take a digest of their own name, so that adding one renames nothing but those it collides with. One whose name is taken
 * from outside is `<name>Schema` where nothing else is.
 */
export function uniqueTypeNames(names: readonly string[], taken: ReadonlySet<string>): Map<string, Identifier> {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const wanted = typeNameOf(name);
    groups.set(wanted, [...(groups.get(wanted) ?? []), name]);
  }
  const used = new Set(taken);
  const result = new Map<string, Identifier>();
  const free = (wanted: string): Identifier => {
    let found = wanted;
    for (let count = 2; used.has(found); count += 1) found = `${wanted}${count}`;
    used.add(found);
    return identifier(found);
  };
  for (const [wanted, members] of groups) if (members.length === 1 && !used.has(wanted)) used.add(wanted);
  for (const [wanted, members] of groups) {
    const alone = members.length === 1 && !taken.has(wanted);
    const other = `${wanted}Schema`;
    const spare = members.length === 1 && !groups.has(other) && !used.has(other);
    for (const name of members) {
      if (alone) result.set(name, identifier(wanted));
      else result.set(name, free(spare ? other : `${wanted}_${digest(name)}`));
    }
  }
  return result;
}
