/** Adds one token to a JSON pointer (RFC 6901). */
export function joinPointer(pointer: string, token: string | number): string {
  return `${pointer}/${escapeToken(String(token))}`;
}

export function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
}

/** The tokens of a pointer, unescaped. Undefined when the text is no pointer. */
export function pointerTokens(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => (token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token));
}

/** The value under a pointer; own properties and list elements only. */
export function valueAt(root: unknown, tokens: readonly string[]): { readonly value: unknown } | undefined {
  let value = root;
  for (const token of tokens) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(token)) return undefined;
    value = Reflect.get(value, token);
  }
  return { value };
}

/** Percent-decoding of a fragment; text that is not validly encoded stays as it is. */
export function decodeFragment(fragment: string): string {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
