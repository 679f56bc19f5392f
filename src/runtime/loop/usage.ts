import type { Usage } from '../contract.js';

export const NO_USAGE: Usage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

const count = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** Adds the counts of one answer; the API sends null for counters that do not apply. */
export function addUsage(sum: Usage, answer: Readonly<Record<string, unknown>> | null | undefined): Usage {
  return {
    input_tokens: sum.input_tokens + count(answer?.['input_tokens']),
    output_tokens: sum.output_tokens + count(answer?.['output_tokens']),
    cache_creation_input_tokens: sum.cache_creation_input_tokens + count(answer?.['cache_creation_input_tokens']),
    cache_read_input_tokens: sum.cache_read_input_tokens + count(answer?.['cache_read_input_tokens']),
  };
}

/** All tokens, input and output: the API's total input is the sum of its three input counters. */
export function totalTokens(usage: Usage): number {
  return usage.input_tokens + usage.output_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens;
}
