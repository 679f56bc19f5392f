import { compactJson, isJson } from '../json/scan.js';

/**
 * Records of a stream format as one JSON list, as text: numbers keep their digits. Undefined where there are none. Of a
 * stream that was cut, a last record that is not whole is left out.
 */
export function recordsAsJson(text: string, essence: string, isCut: boolean): string | undefined {
  const records = essence === 'text/event-stream' ? eventData(text) : lines(text, essence);
  const last = records.at(-1);
  const isPart = isCut && records.length > 1 && last !== undefined && !isJson(last);
  return listOf(isPart ? records.slice(0, -1) : records);
}

function lines(text: string, essence: string): string[] {
  const parts = /(^|[+/])json-seq$/.test(essence) ? text.split('\u001e') : text.split(/\r?\n/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** True for formats of one JSON value after another. */
export function isRecordType(essence: string): boolean {
  return /^text\/event-stream$|^application\/(x-ndjson|ndjson|jsonl|x-jsonlines|json-seq|.*\+json-seq|stream\+json)$/.test(
    essence,
  );
}

function listOf(items: readonly string[]): string | undefined {
  if (items.length === 0) return undefined;
  return `[${items.map((item) => (isJson(item) ? compactJson(item) : JSON.stringify(item))).join(',')}]`;
}

/** The `data` of server-sent events (HTML standard, 9.2.6); the closing mark `[DONE]` is no data. */
function eventData(text: string): string[] {
  return text
    .split(/\r?\n\r?\n|\r\r/)
    .map((event) =>
      event
        .split(/\r\n|\r|\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(line[5] === ' ' ? 6 : 5))
        .join('\n'),
    )
    .filter((data) => data !== '' && data !== '[DONE]');
}
