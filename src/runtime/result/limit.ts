import type { OperationDescriptor } from '../contract.js';
import { cleanText, wellCut } from '../text.js';
import type { Answer } from '../transport/send.js';
import { cutJson } from './cut-json.js';
import type { Decoded } from './decode.js';

/** Parameters by which APIs let a caller page or narrow an answer. */
const PAGING =
  /^(page|per_?page|page_?(size|token|number)|limit|offset|skip|top|cursor|after|before|starting_after|next|marker|count|max_?results|fields|select|filter|q|query)$/i;

/** A text cut to `limit` characters, the note about the cut included. JSON stays valid in front of the note. */
export function limitText(decoded: Extract<Decoded, { text: string }>, limit: number, more: string): string {
  const text = cleanText(decoded.text);
  if (text.length <= limit) return text;
  const note = (what: string): string => wellCut(`\n[Cut: ${what}.${more}]`, Math.max(0, limit));
  const room = Math.max(0, limit - note('showing 0000000 of 0000000 items, 00000000 characters in all').length);
  if (decoded.kind === 'json') {
    const cut = cutJson(text, room);
    const items = cut.total === undefined ? 'the first part' : `${cut.kept} of ${cut.total} items`;
    return wellCut(cut.text + note(`showing ${items}, ${text.length} characters in all`), limit);
  }
  const head = wellCut(text, room);
  return wellCut(head + note(`showing ${head.length} of ${text.length} characters`), limit);
}

/** How to get the rest: the next page by the Link header, or the operation's own parameters. */
export function howToGetMore(answer: Answer, operation: OperationDescriptor): string {
  const next = /<([^<>]*)>\s*;[^,]*\brel="?next"?/i.exec((answer.headers['link'] ?? '').slice(0, 4000))?.[1];
  const names = operation.parameters
    .filter(({ in: place, name, fixed }) => place === 'query' && fixed === undefined && PAGING.test(name))
    .map(({ property }) => property);
  const byName =
    names.length === 0 ? ' Ask for less to see the rest' : ` To see the rest or less, use: ${names.join(', ')}`;
  return byName + (next === undefined ? '' : `; the next page is ${next.slice(0, 500)}`);
}
