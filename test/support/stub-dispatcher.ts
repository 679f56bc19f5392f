import type {
  Dispatcher,
  Effect,
  OperationDescriptor,
  StrictPlanOptions,
  ToolDefinition,
  ToolResultBlock,
  ToolUse,
} from '../../src/runtime/contract.js';

const tool = (name: string, properties: Record<string, unknown>, required: string[]): ToolDefinition => ({
  name,
  description: `Does ${name} for the tests and nothing else.`,
  input_schema: { type: 'object', properties, required, additionalProperties: false },
});
const ID = { petId: { type: 'integer' } };

/** Small tools of every effect. */
export const STUB_TOOLS: readonly (ToolDefinition & { effect: Effect })[] = [
  { ...tool('getPet', ID, ['petId']), effect: 'read' },
  { ...tool('listPets', { limit: { type: 'integer' }, tag: { type: 'string' } }, []), effect: 'read' },
  { ...tool('createPet', { name: { type: 'string' } }, ['name']), effect: 'write' },
  { ...tool('deletePet', ID, ['petId']), effect: 'destructive' },
];

export interface StubDispatcher extends Dispatcher {
  /** Ids of the calls that were dispatched, in the order of their start. */
  readonly dispatched: string[];
  /** Most calls that ran at one time, by effect. */
  readonly peak: { read: number; write: number };
}

export interface StubOptions {
  tools?: readonly (ToolDefinition & { effect: Effect })[];
  /** Strict tools that the stub's planner allows; its `size` counts schema bytes. */
  answer?: (
    use: ToolUse,
    signal: { aborted: boolean } | undefined,
  ) => Promise<Omit<ToolResultBlock, 'type' | 'tool_use_id'>>;
}

/** Answers of the default stub: by the pet's number one of every kind of result. */
async function defaultAnswer({ name, input }: ToolUse): Promise<Omit<ToolResultBlock, 'type' | 'tool_use_id'>> {
  const { petId } = (input ?? {}) as { petId?: number };
  if (petId === 404) return { content: 'HTTP 404 Not Found: no such pet.', is_error: true };
  if (petId === 500) throw new Error('the dispatcher broke its promise');
  if (petId === 13) return { content: 'half a pair: \ud83d!' };
  if (petId === 14) return { content: '', is_error: true };
  if (petId === 15) {
    return { content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } }] };
  }
  if (petId === 16) {
    const image = {
      type: 'image' as const,
      source: { type: 'base64' as const, media_type: 'image/png' as const, data: 'AA==' },
    };
    return { content: [{ type: 'text', text: 'broken' }, image], is_error: true };
  }
  return { content: JSON.stringify({ name, petId }) };
}

/** A dispatcher without HTTP: counts what it is asked and answers by script. */
export function createStubDispatcher({ tools = STUB_TOOLS, answer = defaultAnswer }: StubOptions = {}): StubDispatcher {
  const running = { read: 0, write: 0 };
  const peak = { read: 0, write: 0 };
  const dispatched: string[] = [];
  const operations = Object.fromEntries(tools.map(({ name, effect }) => [name, descriptor(effect)]));
  const definitions = tools.map(({ effect, ...definition }) => definition);
  const unused = (): Promise<never> => Promise.reject(new Error('not part of the stub'));
  return {
    dispatched,
    peak,
    operations,
    tools: definitions,
    planStrict: planGreedily,
    call: unused,
    buildRequest: unused,
    async dispatch(use, options) {
      dispatched.push(use.id);
      const kind = operations[use.name]?.effect === 'read' ? 'read' : 'write';
      running[kind] += 1;
      peak[kind] = Math.max(peak[kind], running[kind]);
      try {
        return { type: 'tool_result', tool_use_id: use.id, ...(await answer(use, options?.signal)) };
      } finally {
        running[kind] -= 1;
      }
    },
  };
}

function descriptor(effect: Effect): OperationDescriptor {
  const method = effect === 'read' ? 'GET' : 'POST';
  return {
    method,
    path: '/',
    effect,
    parameters: [],
    strict: { optional: 0, unions: 0, pooled: 0, size: 0, leaves: 0 },
  };
}

/** First come, first strict, within the limits of a request. */
function planGreedily(tools: readonly ToolDefinition[], options: StrictPlanOptions = {}): ToolDefinition[] {
  const { reserve = {}, size = 3500 } = options;
  const left = {
    tools: 20 - (reserve.tools ?? 0),
    optional: 24 - (reserve.optional ?? 0),
    size: size - (reserve.size ?? 0),
  };
  return tools.map(({ strict: _before, ...definition }) => {
    const { properties, required = [] } = definition.input_schema;
    const optional = Object.keys(properties).length - required.length;
    const bytes = JSON.stringify(definition.input_schema).length;
    const fits = left.tools >= 1 && left.optional >= optional && left.size >= bytes;
    if (options.strict === 'none' || !fits) return definition;
    left.tools -= 1;
    left.optional -= optional;
    left.size -= bytes;
    return { ...definition, strict: true };
  });
}
