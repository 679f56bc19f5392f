const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const HIDDEN = new Set(['script', 'style', 'head', 'template', 'noscript', 'svg']);

/** Readable text of an HTML page: no tags, scripts, styles or comments. Linear in the size of the page. */
export function htmlToText(html: string): string {
  const pieces: string[] = [];
  const unclosed = new Set<string>();
  let index = 0;
  while (index < html.length) {
    const open = html.indexOf('<', index);
    if (open < 0) break;
    pieces.push(html.slice(index, open));
    index = skipTag(html, open, pieces, unclosed);
  }
  pieces.push(html.slice(index));
  return decodeEntities(pieces.join(''))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

/** Index after the tag, comment or hidden element that begins at `open`. */
function skipTag(html: string, open: number, pieces: string[], unclosed: Set<string>): number {
  if (html.startsWith('<!--', open)) return after(html, '-->', open + 4);
  const name = /^<\/?([a-zA-Z][a-zA-Z0-9]*)/.exec(html.slice(open, open + 32));
  if (name === null) {
    if (html[open + 1] === '!' || html[open + 1] === '?') return after(html, '>', open);
    pieces.push('<');
    return open + 1;
  }
  const tag = (name[1] ?? '').toLowerCase();
  const end = after(html, '>', open);
  if (HIDDEN.has(tag) && html[open + 1] !== '/') {
    const close = indexOfClosing(html, tag, end, unclosed);
    return close < 0 ? end : after(html, '>', close);
  }
  pieces.push(/^(p|br|div|li|tr|h[1-6]|title|table|ul|ol|section|article|pre)$/.test(tag) ? '\n' : ' ');
  return end;
}

/** Where an element ends. A tag that is closed nowhere any more is remembered, so that the page is searched once. */
function indexOfClosing(html: string, tag: string, start: number, unclosed: Set<string>): number {
  if (unclosed.has(tag)) return -1;
  const closing = new RegExp(`</${tag}`, 'gi');
  closing.lastIndex = start;
  const found = closing.exec(html);
  if (found === null) unclosed.add(tag);
  return found?.index ?? -1;
}

function after(html: string, text: string, start: number): number {
  const found = html.indexOf(text, start);
  return found < 0 ? html.length : found + text.length;
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
