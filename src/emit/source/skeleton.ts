import type { SourceText } from './sink.js';

/**
 * Stands in for a part in what ts-morph prints, with the part's number behind it. A letter to TypeScript, so that the
 * skeleton parses, and none that the sink lets into a name.
 */
const MARK = '\u01c2';
/** A mark with what the printer puts around it: the comment it is alone in, or the semicolon of a member. */
const PLACES = new RegExp(`/\\*\\* ${MARK}(\\d+) \\*/| *${MARK}(\\d+);(?=\\n\\})| ?${MARK}(\\d+)`, 'g');

/**
 * The parts of a file that its printer does not see. ts-morph walks what it prints letter by letter and parses it again,
 * which costs five times as much as all other work on it: it gets the statements, and members, types and comments are
 * filled in afterwards.
 */
export interface Skeleton {
  /** Keeps a part and gives what stands in for it. */
  leaveOut(part: SourceText): string;
  /** The printed text with all parts in their places, in one pass: what is filled in is never looked at again. */
  fillIn(printed: string): string;
}

export function createSkeleton(): Skeleton {
  const parts: SourceText[] = [];
  return {
    leaveOut(part) {
      parts.push(part);
      return `${MARK}${parts.length - 1}`;
    },
    fillIn: (printed) =>
      printed.replace(PLACES, (place: string, comment?: string, member?: string, type?: string) => {
        const part = parts[Number(comment ?? member ?? type)];
        if (part === undefined) throw new Error('A part of a declaration file is missing');
        return place.startsWith(` ${MARK}`) && !part.startsWith('\n') ? ` ${part}` : part;
      }),
  };
}
