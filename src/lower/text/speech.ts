import type { Report } from '../prepare/report.js';

const PATTERNS = [
  // To forget what others said.
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|preceding|other|system)\b[^.\n]{0,20}\b(?:instruction|prompt|rule|message|context|guideline)s?\b/,
  // To keep something from the user.
  /\b(?:do not|don't|never|without)\s{1,9}(?:tell|inform|mention|notify|alert)(?:ing|ning)?\b[^.\n]{0,30}\b(?:users?|humans?|anyone|operator)\b/,
  // Marks by which conversations are told apart from what is said in them.
  /(?<![`/\w=.-])<\/?\s{0,9}(?:system|assistant|human|important|function_calls?|function_results?|invoke|tool_result|tool_use)\s{0,9}>(?![\w/-])/,
  /<\|im_(?:start|end)|\[\/?INST\]|(?:^|\n)\s{0,9}(?:human|assistant)\s{0,9}:\s/,
];
/** Longest text that is looked at. */
const MAX_INPUT = 20_000;

const SPEECH = new RegExp(PATTERNS.map(({ source }) => source).join('|'), 'i');

/**
 * The part of a text that speaks to a model and not about the API; undefined where there is none. It finds the common ways
 * only: there is no test that others could not be worded around.
 */
export function speechIn(text: string): string | undefined {
  return SPEECH.exec(text.slice(0, MAX_INPUT))?.[0].trim();
}

export function reportSpeech(text: string, whose: string, part: object, report: Report): void {
  const speech = speechIn(text);
  if (speech !== undefined) report('TEXT_INSTRUCTS', `${whose} speaks to the model: "${speech.slice(0, 80)}"`, part);
}
