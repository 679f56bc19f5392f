import type { StatementText } from './sink.js';

/** Stands in for statements that the printer does not see. A letter to TypeScript, and none that the sink lets into a name. */
const MARK = '\u01c2';
const PLACE = new RegExp(`${MARK}(\\d+);`, 'g');

/**
 * The parts of a file that its printer does not see. ts-morph walks what it prints letter by letter and then parses it:
 * on a large API that takes longer than everything else in emission. So it prints the skeleton, what a module imports,
 * exports and declares as values; the types, nearly all of the text, are filled in afterwards.
 */
export interface Skeleton {
  /** Keeps statements and gives one that stands in for them. */
  leaveOut(statements: StatementText): string;
  /** The printed text with everything in its place, in one pass: what is filled in is never looked at again. */
  fillIn(printed: string): string;
}

export function createSkeleton(): Skeleton {
  const parts: StatementText[] = [];
  return {
    leaveOut(statements) {
      parts.push(statements);
      return `${MARK}${parts.length - 1};`;
    },
    fillIn: (printed) =>
      printed.replace(PLACE, (_, number: string) => {
        const part = parts[Number(number)];
        if (part === undefined) throw new Error('Statements of a declaration file are missing');
        return part;
      }),
  };
}
