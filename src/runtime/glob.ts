/**
 * Globs of selectors, over whole texts: `*` is any run without `/`, `**` any run, `?` one character but `/`; everything
 * else, braces and brackets included, is literal. `/**` at the end also matches nothing (`/pets/**` matches `/pets`), and
 * a `/**` in the middle also matches no segment at all (`/a/**` + `/b` matches `/a/b`).
 */
export interface Glob {
  readonly steps: readonly Step[];
}

type Step =
  | { readonly kind: 'literal'; readonly character: string }
  | { readonly kind: 'one' | 'run' | 'deep' }
  /** The next `count` steps may be left out. */
  | { readonly kind: 'optional'; readonly count: number };

const literal = (character: string): Step => ({ kind: 'literal', character });

export function parseGlob(text: string): Glob {
  const characters = [...text];
  const steps: Step[] = [];
  let at = 0;
  while (at < characters.length) {
    const { read, add } = nextSteps(characters, at);
    steps.push(...add);
    at += read;
  }
  return { steps };
}

function nextSteps(characters: readonly string[], at: number): { read: number; add: readonly Step[] } {
  const character = characters[at] ?? '';
  const deep = (from: number) => characters[from] === '*' && characters[from + 1] === '*';
  if (character === '/' && deep(at + 1)) {
    if (at + 3 === characters.length) {
      return { read: 3, add: [{ kind: 'optional', count: 2 }, literal('/'), { kind: 'deep' }] };
    }
    if (characters[at + 3] === '/') {
      return { read: 4, add: [literal('/'), { kind: 'optional', count: 2 }, { kind: 'deep' }, literal('/')] };
    }
  }
  if (deep(at)) return { read: 2, add: [{ kind: 'deep' }] };
  if (character === '*') return { read: 1, add: [{ kind: 'run' }] };
  if (character === '?') return { read: 1, add: [{ kind: 'one' }] };
  return { read: 1, add: [literal(character)] };
}

/** Time grows with pattern times text, never more: all positions of the pattern are followed side by side. */
export function matchesGlob({ steps }: Glob, text: string): boolean {
  let here = withoutReading(steps, new Set([0]));
  for (const character of text) {
    const next = new Set<number>();
    for (const position of here) {
      const step = steps[position];
      if (step !== undefined && reads(step, character)) next.add(repeats(step) ? position : position + 1);
    }
    if (next.size === 0) return false;
    here = withoutReading(steps, next);
  }
  return here.has(steps.length);
}

const repeats = ({ kind }: Step): boolean => kind === 'run' || kind === 'deep';

function reads(step: Step, character: string): boolean {
  if (step.kind === 'literal') return step.character === character;
  return step.kind === 'deep' || (step.kind !== 'optional' && character !== '/');
}

/** Adds the positions that can be reached without reading a character. */
function withoutReading(steps: readonly Step[], positions: Set<number>): Set<number> {
  // A set that grows while it is walked is walked to its new end.
  for (const position of positions) {
    const step = steps[position];
    if (step === undefined) continue;
    if (repeats(step)) positions.add(position + 1);
    if (step.kind === 'optional') positions.add(position + 1).add(position + 1 + step.count);
  }
  return positions;
}
