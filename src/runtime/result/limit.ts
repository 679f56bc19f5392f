import type { OperationDescriptor } from '../contract.js';
import type { Secrets } from '../credentials/secrets.js';
import { cleanText, shorten, wellCut } from '../text.js';
import type { Answer } from '../transport/send.js';
import { cutJson } from './cut-json.js';
import type { Decoded } from './decode.js';

/** Parameters by which APIs let a caller page or narrow an answer. */
const PAGING =
  /^(page|per_?page|page_?(size|token|number)|limit|offset|skip|top|cursor|after|before|starting_after|next|marker|count|max_?results|fields|select|filter|q|query)$/i;

/** A clean text cut to `limit` characters, the note about the cut included. JSON stays valid in front of the note. */
export function limitText(decoded: Extract<Decoded, { text: string }>, limit: number, more: () => string): string {
  const { text } = decoded;
  if (text.length <= limit) return text;
  const advice = more();
  const note = (what: string): string => wellCut(`\n[Cut: ${what}.${advice}]`, Math.max(0, limit));
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
export function howToGetMore(answer: Answer, operation: OperationDescriptor, secrets: Secrets): string {
  const next = nextPage(answer, secrets);
  return ` ${howToAskForLess(operation)}${next === undefined ? '' : `; the next page is ${next}`}`;
}

/** The operation's own parameters for paging or narrowing an answer. */
export function howToAskForLess(operation: OperationDescriptor): string {
  const names = operation.parameters
    .filter(({ in: place, name, fixed }) => place === 'query' && fixed === undefined && PAGING.test(name))
    .map(({ property }) => property);
  return names.length === 0 ? 'Ask for less to see the rest' : `To see the rest or less, use: ${names.join(', ')}`;
}

/** The target of the `Link` header's relation `next` (RFC 8288). */
export function nextPage(answer: Answer, secrets: Secrets): string | undefined {
  const link = answer.headers.get('link');
  if (link === undefined) return undefined;
  const next = /<([^<>]*)>\s*;[^,]*\brel="?next"?/i.exec(link.slice(0, 4000))?.[1];
  return next === undefined ? undefined : shorten(secrets.redact(cleanText(next)), 500);
}
