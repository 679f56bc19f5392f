import { stableHash } from './hash.js';

/** The words of a name: split at everything that is no letter or digit, and at camel-case borders. ASCII only. */
export function wordsOf(text: string): string[] {
  return text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g) ?? [];
}

export function pascalCase(text: string): string {
  return wordsOf(text)
    .map((word) => (word[0] ?? '').toUpperCase() + word.slice(1))
    .join('');
}

/**
 * Shortens a name to a limit at a word border and ends it in a hash of the whole: readable, stable, and different for
 * different names.
 */
export function shorten(name: string, limit: number, separator = '_'): string {
  if (name.length <= limit) return name;
  const room = limit - 8 - separator.length;
  let cut = room;
  while (cut > room / 2 && !isBorder(name, cut)) cut -= 1;
  const start = isBorder(name, cut) ? name.slice(0, cut) : name.slice(0, room);
  return `${start.replace(/[^a-zA-Z0-9]+$/, '')}${separator}${stableHash(name)}`;
}

function isBorder(name: string, at: number): boolean {
  const before = name[at - 1] ?? '';
  const after = name[at] ?? '';
  return /[^a-zA-Z0-9]/.test(after) || (/[a-z0-9]/.test(before) && /[A-Z]/.test(after));
}

/** Words for an operation without an id: `get_pets_by_id` for `GET /pets/{id}`. Only characters of tool names. */
export function methodAndPath(method: string, path: string): string {
  const words = path
    .split(/[/?#&]+/)
    .map((segment) => segment.replace(/\{([^{}]*)\}/g, '_by_$1_'))
    .join('_');
  const clean = (text: string) => text.replace(/[^a-zA-Z0-9-]+/g, '_').replace(/^[_-]+|[_-]+$/g, '');
  const name = clean(words);
  return `${clean(method.toLowerCase()) || 'call'}_${name || 'root'}`;
}
