import { describe, expect, it } from 'vitest';
import { toolkitFromSpec } from '../../support/spec-toolkit.js';

/** An operation with more optional parameters than a request allows, so that a plan must make some required-with-null. */
const operation = (id: string, count: number) => ({
  get: {
    operationId: id,
    parameters: Array.from({ length: count }, (_, index) => ({
      name: `p${index}`,
      in: 'query',
      schema: { type: 'string' },
    })),
    responses: { 200: { description: 'ok' } },
  },
});
const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Copies', version: '1' },
  servers: [{ url: 'https://api.example' }],
  paths: { '/a': operation('a', 14), '/b': operation('b', 14), '/c': operation('c', 3) },
};

describe('copies of planned tools', () => {
  it('are planned as the tools they were copied from', async () => {
    const { tools, planStrict } = await toolkitFromSpec(SPEC);
    const copies = JSON.parse(JSON.stringify(tools)) as typeof tools;
    expect(tools.some(({ input_schema }) => JSON.stringify(input_schema).includes('"null"'))).toBe(true);
    expect(planStrict(copies)).toEqual(tools);
    expect(planStrict(JSON.parse(JSON.stringify(planStrict(copies))))).toEqual(tools);
  });

  it('lose what an earlier plan did when fewer are planned', async () => {
    const { tools, planStrict } = await toolkitFromSpec(SPEC);
    const [first] = JSON.parse(JSON.stringify(tools)) as typeof tools;
    if (!first) throw new Error('no tool');
    const [alone] = planStrict([first]);
    expect(JSON.stringify(alone)).not.toContain('"null"');
    expect(alone?.strict).toBe(true);
  });
});
