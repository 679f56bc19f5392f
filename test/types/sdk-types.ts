// Compiled, never run: what a package exports fits the SDK's own types without a cast.
import Anthropic from '@anthropic-ai/sdk';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import type { Dispatcher, ToolDefinition, ToolLoopResult } from '../../src/runtime/contract.js';
import { runToolLoop } from '../../src/runtime/run-tool-loop.js';
import { toRunnableTools } from '../../src/runtime/runnable-tools.js';

interface Inputs {
  getPet: { petId: number };
}
interface Outputs {
  getPet: { id: number; name: string };
}

declare const tools: ToolDefinition[];
declare const dispatcher: Dispatcher<Inputs, Outputs>;
const client = new Anthropic({ apiKey: 'test' });
const base = { model: 'claude-opus-5-5', max_tokens: 1000 } as const;

export async function createTakesTools(): Promise<string | null> {
  const message = await client.messages.create({ ...base, tools, messages: [{ role: 'user', content: 'Hi' }] });
  const counted = await client.messages.countTokens({ model: base.model, tools, messages: [] });
  return `${message.stop_reason}${counted.input_tokens}`;
}

export async function createTakesServerToolsToo(): Promise<void> {
  const webSearch = { type: 'web_search_20250305', name: 'web_search' } as const;
  await client.messages.create({ ...base, tools: [...tools, webSearch], messages: [] });
}

export async function runnerTakesTools(): Promise<string | null> {
  const runner = client.beta.messages.toolRunner({
    ...base,
    messages: [{ role: 'user', content: 'Hi' }],
    tools: toRunnableTools(dispatcher, { ToolError }),
  });
  return (await runner).stop_reason;
}

export async function loopTakesClient(signal: AbortSignal): Promise<ToolLoopResult> {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Hi' }];
  return runToolLoop({
    client: new Anthropic(),
    dispatcher: [dispatcher],
    request: { ...base, messages, system: [{ type: 'text', text: 'Be brief.' }], thinking: { type: 'adaptive' } },
    tools: [...tools, { type: 'web_search_20250305', name: 'web_search' }],
    handlers: {
      bash: async (input, { toolUse, signal: own }) => `${toolUse.name} ${String(input)} ${own.aborted}`,
      memory: { run: () => [{ type: 'text', text: 'x' }], effect: 'read' },
    },
    signal,
    stream: true,
    onEvent: (event) => {
      if (event.type === 'text') void event.text.length;
    },
  });
}

export async function historyGoesBackToTheSdk(result: ToolLoopResult): Promise<void> {
  await runToolLoop({ client, dispatcher, request: { ...base, messages: result.messages } });
}

export function dispatcherIsTyped(): Promise<unknown> {
  // @ts-expect-error the input of the tool is checked
  return dispatcher.call('getPet', { petId: 'x' });
}
