/** Headers of one request, compared without regard to case. A later value replaces an earlier one. */
export class HeaderList {
  readonly #headers = new Map<string, [string, string]>();

  set(name: string, value: string): void {
    this.#headers.set(name.toLowerCase(), [name, value]);
  }

  /** Adds cookies to the one `Cookie` line. */
  addCookies(cookies: readonly string[]): void {
    if (cookies.length === 0) return;
    const before = this.#headers.get('cookie')?.[1];
    this.set('Cookie', [...(before === undefined ? [] : [before]), ...cookies].join('; '));
  }

  toRecord(): Record<string, string> {
    return Object.fromEntries(this.#headers.values());
  }
}
