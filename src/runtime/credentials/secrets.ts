import { toBase64, utf8 } from '../platform.js';
import { encodeForm, encodeUnreserved } from '../serialize/percent.js';

const MASK = '[redacted]';
/** Shorter values stand in ordinary text too often to be masked everywhere. */
const SHORTEST = 4;
/** Values that are remembered; with credentials for each call, the oldest are of calls long gone. */
const MOST = 500;

/** The live secret values of a dispatcher, masked in every text that leaves the runtime. */
export class Secrets {
  readonly #values = new Set<string>();
  #spellings: string[] | undefined;

  /** Remembers a value in every spelling in which an API may quote it. */
  add(value: string | undefined): void {
    if (value === undefined || value.length < SHORTEST || this.#values.has(value)) return;
    this.#values.add(value);
    const [oldest] = this.#values;
    if (this.#values.size > MOST && oldest !== undefined) this.#values.delete(oldest);
    this.#spellings = undefined;
  }

  /** The text with every known secret replaced. */
  redact(text: string): string {
    let result = text;
    for (const spelling of this.#all()) {
      if (result.includes(spelling)) result = result.replaceAll(spelling, MASK);
    }
    return result;
  }

  /** Redacts the strings of a JSON-like value, keys included. */
  redactValue(value: unknown): unknown {
    if (typeof value === 'string') return this.redact(value);
    if (Array.isArray(value)) return value.map((item) => this.redactValue(item));
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [this.redact(key), this.redactValue(member)]),
    );
  }

  #all(): readonly string[] {
    if (this.#spellings === undefined) {
      const all = [...this.#values].flatMap(spellings).filter((text) => text.length >= SHORTEST);
      // Longest first, so that no part of a longer spelling is left behind.
      this.#spellings = [...new Set(all)].sort((a, b) => b.length - a.length);
    }
    return this.#spellings;
  }
}

function spellings(value: string): string[] {
  const base64 = toBase64(utf8(value));
  const percent = encodeUnreserved(value);
  const json = JSON.stringify(value).slice(1, -1);
  return [
    value,
    json,
    // JSON writers that escape slashes, or what HTML would read as markup.
    json.replaceAll('/', '\\/'),
    json.replace(/[<>&']/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`),
    base64.replaceAll('/', '\\/'),
    base64,
    base64.replace(/=+$/, ''),
    base64.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'),
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase()),
    encodeForm(value),
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ];
}
