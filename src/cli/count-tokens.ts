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

/** Tokens that a set of tools adds to a request, the model's fixed overhead for tools included, as the API counts them. */
export async function countTokens(
  client: CountingClient,
  model: string,
  tools: readonly ToolDefinition[],
): Promise<number> {
  const request = { model, messages: [{ role: 'user' as const, content: '.' }] };
  const [bare, whole] = await Promise.all([
    client.messages.countTokens(request),
    client.messages.countTokens({ ...request, tools }),
  ]);
  return whole.input_tokens - bare.input_tokens;
}

/** The SDK is the user's: it is not loaded, and need not be installed, for anything else. */
export async function createCountingClient(env: NodeJS.ProcessEnv = process.env): Promise<CountingClient> {
  if (!env['ANTHROPIC_API_KEY'] && !env['ANTHROPIC_AUTH_TOKEN'])
    throw new UsageError('--count-tokens needs an API key: set ANTHROPIC_API_KEY.');
  const sdk = await import('@anthropic-ai/sdk').catch(() => undefined);
  if (!sdk) throw new UsageError('--count-tokens needs the SDK: npm install @anthropic-ai/sdk');
  return new sdk.default() as unknown as CountingClient;
}
