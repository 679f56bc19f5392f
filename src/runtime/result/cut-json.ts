import { endOfString } from '../json/scan.js';
import { wellCut } from '../text.js';

/** JSON that was cut to fit, still valid, and how much of its first cut list is left. */
export interface CutJson {
  text: string;
  /** Items kept and items that there were, of the outermost list that was cut. */
  kept?: number;
  total?: number;
}

interface Level {
  close: string;
  isList: boolean;
  count: number;
}

/** Cuts compact, valid JSON to at most `limit` characters and closes what is open. */
export function cutJson(text: string, limit: number): CutJson {
  if (text.length <= limit) return { text };
  const cut = findCut(text, limit);
  if (cut === undefined) return { text: cutScalar(text, limit) };
  const closers = cut.levels
    .map(({ close }) => close)
    .reverse()
    .join('');
  const list = cut.levels.findIndex(({ isList }) => isList);
  const whole = text.slice(0, cut.end) + closers;
  if (list < 0) return { text: whole };
  const kept = cut.levels[list]?.count ?? 0;
  return { text: whole, kept, total: kept + countRest(text, cut.end, cut.levels.length - list) };
}

/** A cut inside a first long string, or JSON that is one scalar. */
function cutScalar(text: string, limit: number): string {
  return JSON.stringify(wellCut(text, Math.max(0, Math.floor((limit - 3) / 2)))).slice(0, Math.max(2, limit));
}

interface Cut {
  end: number;
  levels: Level[];
}

/** Deeper levels are not worth a cut at every comma: copying them each time would be quadratic. */
const DEEP = 64;
const DEEP_STEP = 1024;

/** Walks over JSON text and keeps the last place at which closing what is open still fits. */
class CutFinder {
  best: Cut | undefined;
  readonly #levels: Level[] = [];
  readonly #limit: number;
  #last = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  open(character: string, end: number): void {
    this.#levels.push({ close: character === '{' ? '}' : ']', isList: character === '[', count: 0 });
    this.#remember(end);
  }

  separate(end: number): void {
    const level = this.#levels.at(-1);
    if (level !== undefined) level.count += 1;
    this.#remember(end);
  }

  close(): void {
    this.#levels.pop();
  }

  #remember(end: number): void {
    if (end + this.#levels.length > this.#limit) return;
    if (this.#levels.length > DEEP && end - this.#last < DEEP_STEP) return;
    this.#last = end;
    this.best = { end, levels: this.#levels.map((level) => ({ ...level })) };
  }
}

/** The last place at which every value before it is whole and closing what is open still fits. */
function findCut(text: string, limit: number): Cut | undefined {
  const finder = new CutFinder(limit);
  let index = 0;
  while (index < text.length && index <= limit) {
    const character = text[index];
    if (character === '"') {
      index = endOfString(text, index);
      continue;
    }
    if (character === '{' || character === '[') finder.open(character, index + 1);
    else if (character === ',') finder.separate(index);
    else if (character === '}' || character === ']') finder.close();
    index += 1;
  }
  return finder.best;
}

/** Items of a list that come after a cut; `open` is the number of levels to close until the list ends. */
function countRest(text: string, start: number, open: number): number {
  let depth = open;
  let count = 0;
  let index = start;
  // A cut inside an item leaves that item incomplete: it counts as one that is missing.
  if (depth > 1 || (text[start] !== ',' && text[start] !== ']')) count = 1;
  while (index < text.length && depth > 0) {
    const character = text[index];
    if (character === '"') {
      index = endOfString(text, index);
      continue;
    }
    if (character === ',' && depth === 1) count += 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    index += 1;
  }
  return count;
}
