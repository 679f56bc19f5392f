/**
 * Tokens that the API adds once per request with tools, by model and `tool_choice`; read from the vendor's price page on
 * 2026-11-24. Models that came later are not listed there.
 */
export const TOOL_OVERHEAD: readonly { readonly models: string; readonly auto: number; readonly forced: number }[] = [
  { models: 'Opus 5', auto: 286, forced: 406 },
  { models: 'Opus 4.8', auto: 290, forced: 410 },
  { models: 'Opus 4.7', auto: 675, forced: 804 },
  { models: 'Opus 4.6, Sonnet 4.6', auto: 497, forced: 589 },
  { models: 'Opus 4.5, Sonnet 4.5, Haiku 4.5', auto: 496, forced: 588 },
  { models: 'Sonnet 5', auto: 354, forced: 474 },
];
