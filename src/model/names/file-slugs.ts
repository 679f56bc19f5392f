import { stableHash } from './hash.js';
import { settleNames } from './settle.js';
import { shorten } from './words.js';

/** File of operations without a tag. */
export const UNTAGGED = 'default';

/** Names that Windows keeps for devices, whatever the extension, and those of the package's own modules. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['con', 'prn', 'aux', 'nul', 'conin', 'conout', 'clock', 'index', 'shared', 'types', 'runtime'],
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((digit) => [`com${digit}`, `lpt${digit}`]),
  UNTAGGED,
]);

const LIMIT = 48;

/** Lower-case ASCII words joined by `-`; letters with marks lose them. Empty where nothing is left. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** File names of tags, by tag: own alphabet, unique, independent of the order. The tag `default` shares the untagged file. */
export function fileSlugs(tags: Iterable<string>): Map<string, string> {
  const names = [...new Set(tags)].filter((tag) => tag !== UNTAGGED);
  const candidates = names.map((tag) => {
    const plain = slugOf(tag);
    const slug = shorten(plain || 'tag', LIMIT, '-');
    const hashed = (digits: number) => () => `${slug}-${stableHash(tag, digits)}`;
    return { names: [...(plain === '' ? [] : [() => slug]), hashed(8), hashed(32)] };
  });
  const slugs = settleNames(candidates, (name) => [name], RESERVED);
  return new Map([[UNTAGGED, UNTAGGED], ...names.map((tag, index) => [tag, slugs[index] ?? UNTAGGED] as const)]);
}
