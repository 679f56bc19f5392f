/** A URL as it may be shown and stored: without credentials, query and fragment. */
export function shownUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}
