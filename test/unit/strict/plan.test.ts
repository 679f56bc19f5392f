import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ToolDefinition, ToolInputSchema } from '../../../src/runtime/contract.js';
import { conversionsOf, convertSchema } from '../../../src/runtime/strict/convert.js';
import { measureCost } from '../../../src/runtime/strict/cost.js';
import { planTools } from '../../../src/runtime/strict/plan.js';
import { checkTools } from '../../support/strict-check.mjs';
import { inputSchema, packageOf, randomPackage } from './random-tools.js';

const runs = { seed: 11, numRuns: 150 };

function flat(
  optional: number,
  schema: unknown = { type: 'string' },
  more: Record<string, unknown> = {},
): ToolInputSchema {
  const keys = Array.from({ length: optional }, (_, index) => `p${index}`);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(keys.map((key) => [key, schema])), ...more },
    additionalProperties: false,
  };
}

const strictNames = (tools: readonly ToolDefinition[]) => tools.filter(({ strict }) => strict).map(({ name }) => name);

function spent(tools: readonly ToolDefinition[]) {
  const costs = tools.filter(({ strict }) => strict).map(({ input_schema }) => measureCost(input_schema));
  const sum = (field: 'optional' | 'unions') => costs.reduce((total, cost) => total + cost[field], 0);
  return { tools: costs.length, optional: sum('optional'), unions: sum('unions') };
}

describe('a plan', () => {
  test('property: never exceeds the limits, by its own count and by the reference checker', () => {
    fc.assert(
      fc.property(randomPackage, fc.nat(30), fc.nat(20), (pack, optional, unions) => {
        const { tools } = planTools(pack.tools, pack.operations, {
          reserve: { optional, unions, tools: 2 },
          size: 6000,
        });
        const sum = spent(tools);
        expect(sum.tools).toBeLessThanOrEqual(18);
        expect(sum.optional).toBeLessThanOrEqual(Math.max(0, 24 - optional));
        expect(sum.unions).toBeLessThanOrEqual(Math.max(0, 16 - unions));
        const checked = checkTools(tools, { all: true });
        expect(checked.errors.filter(({ rule }: { rule: string }) => rule !== 'property-key')).toEqual(
          checkTools(pack.tools, { all: true }).errors.filter(({ rule }: { rule: string }) => rule !== 'property-key'),
        );
        expect(checked.totals['optionalParameters']).toBe(sum.optional);
        expect(checked.totals['unionParameters']).toBe(sum.unions);
      }),
      runs,
    );
  });

  test('property: starts from the definitions as generated, and is the same the second time', () => {
    fc.assert(
      fc.property(randomPackage, (pack) => {
        const before = JSON.stringify(pack.tools);
        const once = planTools(pack.tools, pack.operations, { size: 6000 }).tools;
        expect(planTools(once, pack.operations, { size: 6000 }).tools).toEqual(once);
        const sum = spent(planTools(structuredClone(once), pack.operations, { size: 6000 }).tools);
        expect(sum.optional <= 24 && sum.unions <= 16 && sum.tools <= 20).toBe(true);
        const base = new Map(pack.tools.map((tool) => [tool.name, tool]));
        const cloned = structuredClone(once);
        expect(planTools(cloned, pack.operations, { size: 6000, base }).tools).toEqual(once);
        expect(planTools(once, pack.operations, { strict: 'none' }).tools).toEqual(pack.tools);
        expect(JSON.stringify(pack.tools)).toBe(before);
      }),
      { ...runs, numRuns: 60 },
    );
  });

  test('small writes come before small reads, the rest last; what does not fit is skipped', () => {
    const sizes = [flat(2), flat(9), flat(12), flat(9), flat(30), flat(1)];
    const effects = [0, 0, 1, 1, 1, 1];
    const pack = packageOf(sizes, (index) => effects[index] ?? 0);
    const { tools, plan } = planTools(pack.tools, pack.operations, { size: 100_000 });
    expect(strictNames(tools)).toEqual(['t0', 't1', 't2', 't3', 't5']);
    expect(plan.find(({ name }) => name === 't4')?.reason).toMatch(/no room left in the request/);
    expect(spent(tools)).toEqual({ tools: 5, optional: 24, unions: 9 });
    expect(plan.find(({ name }) => name === 't2')?.converted).toHaveLength(9);
  });

  test('unions are converted first, since null costs nothing there', () => {
    const pack = packageOf([flat(24, { type: 'string' }, { u: { anyOf: [{ type: 'string' }, { type: 'integer' }] } })]);
    const { tools, plan } = planTools(pack.tools, pack.operations);
    expect(plan).toEqual([{ name: 't0', strict: true, converted: ['/properties/u'] }]);
    expect(tools[0]?.input_schema.required).toEqual(['u']);
    expect(tools[0]?.input_schema.properties['u']).toEqual({
      anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }],
    });
  });

  test('optional and nullable properties are never converted', () => {
    const pack = packageOf([flat(12, { type: ['string', 'null'] }), flat(13)]);
    const { plan } = planTools(pack.tools, pack.operations, { size: 100_000 });
    expect(plan.map(({ strict, converted }) => [strict, converted.length])).toEqual([
      [true, 0],
      [true, 1],
    ]);
  });

  test('a definition whose uses cannot be converted one by one costs its tool the flag, not the others', () => {
    const uses = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`r${index}`, { $ref: '#/$defs/d' }]));
    const shared: ToolInputSchema = {
      type: 'object',
      properties: uses,
      required: Object.keys(uses),
      additionalProperties: false,
      $defs: { d: { type: 'object', properties: { x: { type: 'string' } }, additionalProperties: false } },
    };
    const pack = packageOf([shared, flat(3)]);
    const { plan } = planTools(pack.tools, pack.operations, { size: 100_000 });
    expect(plan[0]).toMatchObject({ strict: false, reason: expect.stringContaining('cannot be brought') });
    expect(plan[1]?.strict).toBe(true);
  });

  test('modes: never and always of a tool, all and none of the whole', () => {
    const pack = packageOf([flat(20), flat(20), flat(20), flat(100)]);
    const withMode = (name: string, mode: 'never' | 'always') => {
      const operation = pack.operations[name];
      return operation === undefined ? {} : { [name]: { ...operation, strict: { ...operation.strict, mode } } };
    };
    const operations = { ...pack.operations, ...withMode('t0', 'never'), ...withMode('t2', 'always') };
    const run = (strict: 'plan' | 'all' | 'none') =>
      strictNames(planTools(pack.tools, operations, { strict, size: 100_000 }).tools);
    expect(run('plan')).toEqual(['t1', 't2']);
    expect(run('all')).toEqual(['t1', 't2', 't3']);
    expect(run('none')).toEqual([]);
    expect(planTools(pack.tools, operations).plan.map(({ reason }) => reason)).toEqual([
      'switched off for this tool',
      undefined,
      undefined,
      expect.stringContaining('too complex by itself'),
    ]);
  });

  test('at most 20 tools, and the size counts', () => {
    const pack = packageOf(Array.from({ length: 30 }, () => flat(0)));
    expect(strictNames(planTools(pack.tools, pack.operations).tools)).toHaveLength(20);
    expect(strictNames(planTools(pack.tools, pack.operations, { size: 200 }).tools)).toHaveLength(3);
    expect(strictNames(planTools(pack.tools, pack.operations, { reserve: { tools: 19 } }).tools)).toHaveLength(1);
    expect(strictNames(planTools(pack.tools, pack.operations, { reserve: { tools: 99 } }).tools)).toHaveLength(0);
  });

  test('fields of the caller stay; tools of others are handed back untouched and counted', () => {
    const pack = packageOf([flat(20)]);
    const marked = pack.tools.map((tool) => ({
      ...tool,
      cache_control: { type: 'ephemeral' as const },
      defer_loading: true,
    }));
    const foreign: ToolDefinition = { name: 'other', description: 'o', input_schema: flat(4), strict: true };
    const { tools } = planTools([...marked, foreign], pack.operations);
    expect(tools[0]).toEqual({ ...marked[0], strict: true });
    expect(tools[1]).toBe(foreign);
    const greedy = { ...foreign, input_schema: flat(24) };
    expect(strictNames(planTools([...marked, greedy], pack.operations).tools)).toEqual(['other']);
    const unknown: ToolDefinition = { name: 'constructor', description: 'o', input_schema: flat(1) };
    expect(planTools([unknown], pack.operations).plan).toEqual([]);
  });

  describe('strictFirst', () => {
    const named = (names: readonly string[], schema: ToolInputSchema, priorities: Record<string, number> = {}) => {
      const pack = packageOf(names.map(() => schema));
      const tools = pack.tools.map((tool, index) => ({ ...tool, name: names[index] ?? '' }));
      const operations = Object.fromEntries(
        tools.map(({ name, input_schema }) => [
          name,
          {
            method: 'GET',
            path: `/${name}`,
            effect: 'read' as const,
            parameters: [],
            ...(name.startsWith('x') && { tags: ['wanted'] }),
            strict: {
              ...measureCost(input_schema),
              ...(Object.hasOwn(priorities, name) && { priority: priorities[name] }),
            },
          },
        ]),
      ) as Parameters<typeof planTools>[1];
      return { tools, operations };
    };
    const ten = ['a', 'b', 'c', 'x1', 'x2'];

    test('serves the tools of the configuration first, in their order', () => {
      const pack = named(ten, flat(20), { c: 1, x2: 0 });
      expect(strictNames(planTools(pack.tools, pack.operations).tools)).toEqual(['c', 'x2']);
      const one = named(ten, flat(24), { c: 1, x2: 0 });
      expect(strictNames(planTools(one.tools, one.operations).tools)).toEqual(['x2']);
    });

    test('takes selectors instead, the first that matches decides', () => {
      const { tools, operations } = named(ten, flat(24), { a: 0 });
      const first = (...strictFirst: string[]) => strictNames(planTools(tools, operations, { strictFirst }).tools);
      expect(first('tag:wanted')).toEqual(['x1']);
      expect(first('x2', 'tag:wanted')).toEqual(['x2']);
      expect(first('tool:nothing', 'path:/c')).toEqual(['c']);
      expect(first()).toEqual(['a']);
      expect(() => first('colour:red')).toThrow('"colour:red" cannot be read');
    });

    test('never lets more in than fits, and does not overrule what is switched off or asked for', () => {
      const { tools, operations } = named(ten, flat(24), { a: 0, b: 1 });
      const off = { ...operations['a'], strict: { ...operations['a']?.strict, mode: 'never' } };
      const asked = { ...operations['c'], strict: { ...operations['c']?.strict, mode: 'always' } };
      const changed = { ...operations, a: off, c: asked } as typeof operations;
      expect(strictNames(planTools(tools, changed).tools)).toEqual(['c']);
      const huge = named(['a', 'b'], flat(60), { a: 0 });
      expect(strictNames(planTools(huge.tools, huge.operations).tools)).toEqual([]);
    });

    test('property: keeps the limits, is stable, and serves a first tool that fits alone', () => {
      fc.assert(
        fc.property(randomPackage, fc.nat(39), (pack, index) => {
          const wanted = pack.tools[index % pack.tools.length]?.name ?? '';
          const options = { strictFirst: [`tool:${wanted}`] };
          const { tools } = planTools(pack.tools, pack.operations, options);
          const sum = spent(tools);
          expect(sum.tools <= 20 && sum.optional <= 24 && sum.unions <= 16).toBe(true);
          expect(planTools(tools, pack.operations, options).tools).toEqual(tools);
          const alone = planTools(
            pack.tools.filter(({ name }) => name === wanted),
            pack.operations,
          );
          expect(strictNames(tools).includes(wanted)).toBe(alone.plan[0]?.strict);
        }),
        runs,
      );
    });
  });

  test('plans 1,200 tools quickly', () => {
    const pack = packageOf(Array.from({ length: 1200 }, (_, index) => flat(index % 30)));
    const start = performance.now();
    planTools(pack.tools, pack.operations);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('conversions', () => {
  test.each([
    [
      { type: 'string', description: 'd' },
      { type: ['string', 'null'], description: 'd' },
    ],
    [{ type: ['string', 'integer'] }, { type: ['string', 'integer', 'null'] }],
    [
      { type: 'string', enum: ['a'], description: 'd' },
      { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }], description: 'd' },
    ],
    [{ const: 1 }, { anyOf: [{ const: 1 }, { type: 'null' }] }],
    [
      { type: 'array', items: { type: 'string' } },
      { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
    ],
    [
      { anyOf: [{ type: 'string' }], description: 'd' },
      { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'd' },
    ],
    [
      { $ref: '#/$defs/d', description: 'd' },
      { anyOf: [{ $ref: '#/$defs/d' }, { type: 'null' }], description: 'd' },
    ],
  ])('%j becomes %j', (schema, want) => {
    const root = { ...flat(0, {}, { a: schema, b: { type: 'string' } }), $defs: { d: flat(0) } };
    const converted = convertSchema(root, ['/properties/a']);
    expect(converted.properties['a']).toEqual(want);
    expect(converted.required).toEqual(['a']);
    expect(converted.properties['b']).toEqual(root.properties['b']);
  });

  test('property: each changes the counts as foretold, and what fitted still fits', () => {
    const ajv = new Ajv2020({ strict: false });
    fc.assert(
      fc.property(inputSchema, (schema) => {
        const before = measureCost(schema);
        for (const { pointer, uses, free } of conversionsOf(schema)) {
          const converted = convertSchema(schema, [pointer]);
          const after = measureCost(converted);
          expect(after.optional).toBe(before.optional - uses);
          expect(after.unions).toBe(before.unions + (free ? 0 : uses));
        }
        ajv.compile(
          convertSchema(
            schema,
            conversionsOf(schema).map(({ pointer }) => pointer),
          ),
        );
      }),
      { ...runs, numRuns: 80 },
    );
  });
});
