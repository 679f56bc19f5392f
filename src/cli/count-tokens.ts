import { groupByTag } from '../report/tag-report.js';
import type { GeneratedTool } from '../report/tool-report.js';
import type { ToolDefinition } from '../runtime/contract.js';
import { UsageError } from './usage-error.js';

/** The part of the SDK's client that counts. */
export interface CountingClient {
  readonly messages: {
    countTokens(body: {
      model: string;
      messages: readonly { role: 'user'; content: string }[];
      tools?: readonly ToolDefinition[];
    }): PromiseLike<{ input_tokens: number }>;
  };
}

export const COUNTING_MODEL = 'claude-sonnet-5-5';

/** Tags, and tools, that are counted each at most: counting has a rate limit of its own. */
export const MAX_COUNTED = 24;
/** Counts under way at the same time. */
const AT_ONCE = 4;

/** What the API counted. */
export interface CountedTokens {
  readonly model: string;
  /** What the whole set adds to a request, the model's fixed overhead included. */
  readonly tokens: number;
  /** The definitions alone. */
  readonly definitions: number;
  readonly overhead: number;
  /** Definitions of the tools that count for each tag: the first tags, {@link MAX_COUNTED} at most. */
  readonly tags: readonly { readonly tag: string; readonly tokens: number }[];
  /** Each tool's definition, in sets of at most {@link MAX_COUNTED} tools. */
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  readonly method: string;
}

const METHOD =
  'differences of counted requests: the set against none, and each part beside one small tool against that tool alone, ' +
  'so that the overhead cancels out';

/** Beside it parts are counted: once a request has a tool, further ones add their definition and nothing else. */
const PROBE: ToolDefinition = {
  name: 'tools_gen_probe',
  description: 'Probe.',
  input_schema: { type: 'object', properties: {}, additionalProperties: false },
};

/**
 * Tokens of a set, its tags and, where they are few, its tools, as the API counts them: four requests, and one for each
 * part, at most 48 of these.
 */
export async function countTokens(
  client: CountingClient,
  model: string,
  tools: readonly GeneratedTool[],
): Promise<CountedTokens> {
  const definitionsOf = (members: readonly GeneratedTool[]) => members.map(({ definition }) => definition);
  const groups = [...groupByTag(tools)].slice(0, MAX_COUNTED);
  const single = tools.length <= MAX_COUNTED ? tools : [];
  const all = definitionsOf(tools);
  const requests: readonly (readonly ToolDefinition[])[] = [
    [],
    all,
    [PROBE],
    [PROBE, ...all],
    ...groups.map(([, members]) => [PROBE, ...definitionsOf(members)]),
    ...single.map(({ definition }) => [PROBE, definition]),
  ];
  const [bare = 0, whole = 0, probe = 0, beside = 0, ...parts] = await inTurn(requests, async (some) => {
    const request = { model, messages: [{ role: 'user' as const, content: '.' }] };
    const counted = await client.messages.countTokens(some.length === 0 ? request : { ...request, tools: some });
    return counted.input_tokens;
  });
  const partAt = (index: number) => (parts[index] ?? probe) - probe;
  return {
    model,
    tokens: whole - bare,
    definitions: beside - probe,
    overhead: whole - bare - (beside - probe),
    tags: groups.map(([tag], index) => ({ tag, tokens: partAt(index) })),
    tools: single.map(({ name }, index) => ({ name, tokens: partAt(groups.length + index) })),
    method: METHOD,
  };
}

/** The answers in order, a few questions at a time; the first failure ends them all. */
async function inTurn<T>(questions: readonly T[], ask: (question: T) => Promise<number>): Promise<number[]> {
  const answers: number[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < questions.length; index = next++) {
      const question = questions[index];
      if (question !== undefined) answers[index] = await ask(question);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    next = questions.length;
  }
  return answers;
}

/** The SDK is the user's: it is not loaded, and need not be installed, for anything else. */
export async function createCountingClient(env: NodeJS.ProcessEnv = process.env): Promise<CountingClient> {
  if (!env['ANTHROPIC_API_KEY'] && !env['ANTHROPIC_AUTH_TOKEN'])
    throw new UsageError('--count-tokens needs an API key: set ANTHROPIC_API_KEY.');
  const sdk = await import('@anthropic-ai/sdk').catch(() => undefined);
  if (!sdk) throw new UsageError('--count-tokens needs the SDK: npm install @anthropic-ai/sdk');
  return new sdk.default() as unknown as CountingClient;
}
