import { describe, expect, test } from 'vitest';
import type { OperationDescriptor, ToolDefinition, ToolSelection } from '../../../src/runtime/contract.js';
import { selectTools } from '../../../src/runtime/select-tools.js';
import { measureCost } from '../../../src/runtime/strict/cost.js';
import { planTools } from '../../../src/runtime/strict/plan.js';

const CALLS = [
  ['listPets', 'GET', '/pets', 'read', 'pets'],
  ['addPet', 'POST', '/pets', 'write', 'pets'],
  ['getPet', 'GET', '/pets/{id}', 'read', 'pets'],
  ['deleteUser', 'DELETE', '/users/{id}', 'destructive', 'users'],
] as const;

const tools: ToolDefinition[] = CALLS.map(([name]) => ({
  name,
  description: name,
  input_schema: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
}));
const operations: Record<string, OperationDescriptor> = Object.fromEntries(
  CALLS.map(([name, method, path, effect, tag], index) => [
    name,
    {
      method,
      path,
      effect,
      tags: [tag],
      operationId: `${name}Id`,
      parameters: [],
      strict: measureCost(tools[index]?.input_schema ?? {}),
    },
  ]),
);
const select = (selection: ToolSelection, given = tools) =>
  selectTools(given, operations, selection, (list, options) => planTools(list, operations, options).tools);
const names = (selection: ToolSelection) => select(selection).map(({ name }) => name);

describe('selectTools', () => {
  test.each<[ToolSelection, string[]]>([
    [{}, ['listPets', 'addPet', 'getPet', 'deleteUser']],
    [{ include: ['tag:pets'] }, ['listPets', 'addPet', 'getPet']],
    [{ include: ['getPet', 'listPets'] }, ['listPets', 'getPet']],
    [{ include: ['path:/pets/**'], exclude: ['method:POST'] }, ['listPets', 'getPet']],
    [{ include: ['operation:getPetId'] }, ['getPet']],
    [{ effect: ['read'] }, ['listPets', 'getPet']],
    [{ exclude: ['tool:*Pet*'], effect: ['destructive'] }, ['deleteUser']],
    [{ include: [] }, []],
  ])('%j', (selection, want) => {
    expect(names(selection)).toEqual(want);
  });

  test.each([
    [{ include: ['tag:pet'] }, /matches nothing; near it: tag:pets/],
    [{ exclude: ['getPets'] }, /matches nothing; near it: getPet/],
    [{ defer: { keep: ['nope*'] } }, /matches nothing/],
    [{ include: ['colour:red'] }, /cannot be read/],
  ])('%j throws', (selection, message) => {
    expect(() => select(selection)).toThrow(RangeError);
    expect(() => select(selection)).toThrow(message);
  });

  test('plans what is selected', () => {
    expect(select({}).every(({ strict }) => strict === true)).toBe(true);
    expect(select({ strict: 'none' }).some(({ strict }) => strict === true)).toBe(false);
  });

  test('lets the caller say who is served first', () => {
    const wide = tools.map((tool) => ({
      ...tool,
      input_schema: {
        ...tool.input_schema,
        properties: Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`p${index}`, { type: 'string' }])),
      },
    }));
    const costly = Object.fromEntries(
      Object.entries(operations).map(([name, operation]) => [
        name,
        { ...operation, strict: measureCost(wide[0]?.input_schema ?? {}) },
      ]),
    );
    const strict = (selection: ToolSelection) =>
      selectTools(wide, costly, selection, (list, options) => planTools(list, costly, options).tools)
        .filter((tool) => tool.strict)
        .map(({ name }) => name);
    expect(strict({})).toEqual(['listPets']);
    expect(strict({ strictFirst: ['tag:users'] })).toEqual(['deleteUser']);
    expect(strict({ include: ['tag:pets'], strictFirst: ['tag:users', 'getPet'] })).toEqual(['getPet']);
    expect(() => strict({ strictFirst: ['getPt'] })).toThrow('near it: getPet');
  });

  test('defers all, or all but some', () => {
    const deferred = (selection: ToolSelection) => select(selection).map(({ defer_loading }) => defer_loading);
    expect(deferred({ defer: true })).toEqual([true, true, true, true]);
    expect(deferred({ defer: { keep: ['get*', 'tag:users'] } })).toEqual([true, true, undefined, undefined]);
    expect(deferred({ defer: false })).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('puts the breakpoint on the last tool that is not deferred', () => {
    const marks = (selection: ToolSelection) => select(selection).map(({ cache_control }) => cache_control);
    const mark = { type: 'ephemeral' };
    expect(marks({ cache: true })).toEqual([undefined, undefined, undefined, mark]);
    expect(marks({ cache: '1h', defer: { keep: ['listPets'] } })).toEqual([
      { ...mark, ttl: '1h' },
      undefined,
      undefined,
      undefined,
    ]);
    expect(marks({ cache: true, defer: true })).toEqual([undefined, undefined, undefined, undefined]);
    expect(marks({ cache: false })).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('takes tools that were selected before, leaves the given ones alone', () => {
    const before = JSON.stringify(tools);
    const again = select({ cache: '5m' }, select({ defer: true, cache: true, strict: 'all' }));
    expect(again).toEqual(select({ cache: '5m' }));
    expect(JSON.stringify(tools)).toBe(before);
  });
});
