import { fromBase64, platform, toBase64, utf8 } from '../platform.js';
import { encodeForm, encodeUnreserved } from '../serialize/percent.js';

export const MASK = '[redacted]';
/** Shorter values stand in ordinary text too often to be masked everywhere. */
const SHORTEST = 4;
/** Shorter values are not looked for inside of longer base64 text. */
const SHORTEST_INSIDE = 12;
/** Values that are remembered; with credentials for each call, the oldest are of calls long gone. */
const MOST = 500;

/** The live secret values of a dispatcher, masked in every text that leaves the runtime. */
export class Secrets {
  /** Spellings by value, the value used last at the end. */
  readonly #values = new Map<string, readonly string[]>();

  /** True while there is nothing to mask. */
  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** Remembers a value, and the parts of it that are secret alone, in every spelling in which an API may quote it. */
  add(value: string | undefined): void {
    if (value === undefined) return;
    for (const part of partsOf(value)) this.#remember(part);
  }

  /** The text with every known secret replaced. */
  redact(text: string): string {
    const found: [number, number][] = [];
    for (const spellings of this.#values.values()) {
      for (const spelling of spellings) {
        for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + spelling.length)) {
          found.push([at, at + spelling.length]);
        }
      }
    }
    return found.length === 0 ? text : mask(text, found);
  }

  /** Redacts the strings of a JSON-like value of small depth, keys included. */
  redactValue(value: unknown): unknown {
    if (typeof value === 'string') return this.redact(value);
    if (Array.isArray(value)) return value.map((item) => this.redactValue(item));
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [this.redact(key), this.redactValue(member)]),
    );
  }

  #remember(value: string): void {
    if (value.length < SHORTEST) return;
    const known = this.#values.get(value);
    if (known !== undefined) this.#values.delete(value);
    this.#values.set(value, known ?? spellingsOf(value));
    const [oldest] = this.#values.keys();
    if (this.#values.size > MOST && oldest !== undefined) this.#values.delete(oldest);
  }
}

/** Replaces ranges, which may overlap: no part of a longer spelling is left behind. */
function mask(text: string, ranges: [number, number][]): string {
  ranges.sort((a, b) => a[0] - b[0]);
  const pieces: string[] = [];
  let end = 0;
  for (const [start, stop] of ranges) {
    if (start >= end) pieces.push(text.slice(end, start), MASK);
    end = Math.max(end, stop);
  }
  return pieces.join('') + text.slice(end);
}

/** Values of a configured header that are secret: the whole, and the values of cookies. */
export function headerSecrets(name: string, value: string): string[] {
  if (/^(accept|accept-language|content-type|user-agent|cache-control)$/i.test(name)) return [];
  if (name.toLowerCase() !== 'cookie') return [value];
  return [value, ...value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())];
}

/** The value, and what follows an authentication scheme: `Bearer abc`, `Basic dTpw`. */
function partsOf(value: string): string[] {
  const [, scheme = '', rest = ''] = /^([A-Za-z][\w-]*) +(\S{8,})$/.exec(value) ?? [];
  if (rest === '') return [value];
  return [value, rest, ...(scheme.toLowerCase() === 'basic' ? pairParts(rest) : [])];
}

/** User name and password in clear, and the password alone, of what Basic sends. */
function pairParts(base64: string): string[] {
  const bytes = fromBase64(base64);
  const pair = bytes === undefined ? '' : new platform.TextDecoder().decode(bytes);
  const colon = pair.indexOf(':');
  return colon < 0 ? [] : [pair, pair.slice(colon + 1)];
}

function spellingsOf(value: string): string[] {
  const base64 = toBase64(utf8(value));
  const percent = encodeUnreserved(value);
  const json = JSON.stringify(value).slice(1, -1);
  const unicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const all = [
    value,
    json,
    // JSON writers that escape slashes, what HTML would read as markup, or all that is not ASCII.
    json.replaceAll('/', '\\/'),
    json.replace(/[<>&']/g, unicode),
    json.replace(/[^\0-\x7f]/g, unicode),
    ...inBase64(base64),
    ...(value.length < SHORTEST_INSIDE ? [] : [0, 1, 2].flatMap((before) => inBase64(insideBase64(value, before)))),
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase()),
    encodeForm(value),
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ];
  return [...new Set(all)].filter((spelling) => spelling.length >= SHORTEST);
}

function inBase64(base64: string): string[] {
  const bare = base64.replace(/=+$/, '');
  return [base64, base64.replaceAll('/', '\\/'), bare, bare.replaceAll('+', '-').replaceAll('/', '_')];
}

/** The characters of base64 that a value decides alone where `before` bytes of a group stand in front of it. */
function insideBase64(value: string, before: number): string {
  const bytes = utf8(value);
  const shifted = new Uint8Array(before + bytes.length);
  shifted.set(bytes, before);
  const whole = Math.floor((shifted.length * 4) / 3);
  return toBase64(shifted).slice(before === 0 ? 0 : before + 1, whole);
}
