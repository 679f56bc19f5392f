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
  const closers = cut.levels
    .map(({ close }) => close)
    .reverse()
    .join('');
  const list = cut.levels.findIndex(({ isList }) => isList);
  const whole = text.slice(0, cut.end) + (cut.inString === true ? STRING_END : '') + closers;
  if (list < 0) return { text: whole };
  const kept = cut.levels[list]?.count ?? 0;
  const isInside = cut.inString === true || list < cut.levels.length - 1;
  return { text: whole, kept, total: kept + countRest(text, cut, list, isInside) };
}

/** What a string that was cut ends with. */
const STRING_END = '…"';

interface Cut {
  end: number;
  levels: Level[];
  /** True where the cut is inside of the string value that begins at `start`. */
  inString?: true;
  start?: number;
}

/** Deeper levels are not worth a cut at every comma: copying them each time would be quadratic. */
const DEEP = 64;
const DEEP_STEP = 1024;

/** Walks over JSON text and keeps the last place at which closing what is open still fits. */
class CutFinder {
  best: Cut = { end: 0, levels: [] };
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

  /** A string value that reaches over the limit is cut itself where it is most of what there is to show. */
  longString(text: string, start: number): void {
    const end = safeEnd(text, start + 1, this.#limit - this.#levels.length - STRING_END.length);
    const isValue = this.#levels.at(-1)?.close !== '}' || text[start - 1] === ':';
    if (!isValue || end <= start + 1 || this.best.end > this.#limit / 2) return;
    this.best = { end, levels: this.#levels.map((level) => ({ ...level })), inString: true, start };
  }

  #remember(end: number): void {
    if (end + this.#levels.length > this.#limit) return;
    if (this.#levels.length > DEEP && end - this.#last < DEEP_STEP) return;
    this.#last = end;
    this.best = { end, levels: this.#levels.map((level) => ({ ...level })) };
  }
}

/** The nearest place at or before `end` that parts neither an escape sequence nor a surrogate pair. */
function safeEnd(text: string, start: number, end: number): number {
  const slash = text.lastIndexOf('\\', end - 1);
  let safe = end;
  if (slash >= Math.max(start, end - 5)) {
    let first = slash;
    while (first > start && text[first - 1] === '\\') first -= 1;
    // An even run of backslashes is whole escapes; an odd one begins an escape that may be parted.
    safe = (slash - first) % 2 === 1 ? Math.min(end, slash + 1) : slash;
  }
  return wellCut(text.slice(Math.max(start, safe - 1), safe), 1) === '' ? safe - 1 : safe;
}

/** The last place at which every value before it is whole and closing what is open still fits. */
function findCut(text: string, limit: number): Cut {
  const finder = new CutFinder(limit);
  let index = 0;
  while (index < text.length && index <= limit) {
    const character = text[index];
    if (character === '"') {
      const end = endOfString(text, index);
      if (end > limit) finder.longString(text, index);
      index = end;
      continue;
    }
    if (character === '{' || character === '[') finder.open(character, index + 1);
    else if (character === ',') finder.separate(index);
    else if (character === '}' || character === ']') finder.close();
    index += 1;
  }
  return finder.best;
}

/** Items of the list at level `list` that come after a cut; an item that is cut itself counts as missing. */
function countRest(text: string, cut: Cut, list: number, isInside: boolean): number {
  let depth = cut.levels.length - list;
  let index = cut.end;
  let count = isInside || (text[index] !== ',' && text[index] !== ']') ? 1 : 0;
  if (cut.inString === true) index = endOfString(text, cut.start ?? index);
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
