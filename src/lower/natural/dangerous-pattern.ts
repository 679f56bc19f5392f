import { createRequire } from 'node:module';
import type * as RedosDetector from 'redos-detector';
import { patternCost } from './pattern-cost.js';

/** Longest pattern that is looked at; a longer one is taken to be dangerous. */
const MAX_PATTERN = 2000;
/** Up to this power of the input's length a pattern is quick on what the runtime gives it (see its `bounded-pattern.ts`). */
const MAX_DEGREE = 2;
/** Ways through bounded repetitions that need no proof. */
const MAX_WAYS = 10_000;
/** Steps of the proof: a count, not a time, so that the same pattern has the same answer on every machine. */
const MAX_STEPS = 600;
/** Backtracks that a pattern may need. */
const MAX_SCORE = 200;
/** Proofs for one document: each may take a tenth of a second. */
const MAX_PROOFS = 50;

/** True for a pattern that a backtracking matcher could need too long for. */
export type PatternJudge = (pattern: string) => boolean;

/**
 * Judges the patterns of one document. Most are harmless by what is repeated in them; for the others redos-detector looks for an
 * input that fits in many ways, and is loaded only then. What cannot be proven safe within the steps is dangerous.
 */
export function createPatternJudge(): PatternJudge {
  const known = new Map<string, boolean>();
  let proofs = 0;
  return (pattern) => {
    const answer = known.get(pattern);
    if (answer !== undefined) return answer;
    const suspicious = pattern.length > MAX_PATTERN || isSuspicious(pattern);
    if (suspicious) proofs += 1;
    const dangerous = suspicious && (pattern.length > MAX_PATTERN || proofs > MAX_PROOFS || !isProvenSafe(pattern));
    known.set(pattern, dangerous);
    return dangerous;
  };
}

function isSuspicious(pattern: string): boolean {
  const { degree, ways, nested } = patternCost(pattern);
  return nested || degree > MAX_DEGREE || ways > MAX_WAYS;
}

let library: typeof RedosDetector | undefined;

/** Proofs are searched for the whole pattern as Ajv compiles it, with the flag `u`. */
function isProvenSafe(pattern: string): boolean {
  library ??= createRequire(import.meta.url)('redos-detector') as typeof RedosDetector;
  const limits = { maxSteps: MAX_STEPS, maxScore: MAX_SCORE, timeout: Number.POSITIVE_INFINITY };
  try {
    return library.isSafePattern(pattern, { unicode: true, ...limits }).safe;
  } catch {
    // Syntax that the library does not know.
    return false;
  }
}
