import { expect, it, vi } from 'vitest';
import { loadSpec } from '../../../src/load/load-spec.js';
import { startServer } from '../../support/http-server.js';

vi.mock('node:dns', () => ({
  lookup: (_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
    callback(
      null,
      ['127.0.0.1', '10.0.0.1'].map((address) => ({ address, family: 4 })),
    ),
}));

it('one forbidden address among those of a name refuses it', async () => {
  const server = await startServer(() => ({}));
  const reference = `${server.origin.replace('127.0.0.1', 'two.example.test')}/a.json`;
  const source = { name: 'a.json', text: JSON.stringify({ openapi: '3.1.0', x: { $ref: reference } }) };
  const found = async (forbidden: string) => {
    const options = { allowRemoteRefs: true, isForbiddenAddress: (address: string) => address === forbidden };
    const { spec } = await loadSpec(source, options);
    return spec.resolve(reference, spec.root);
  };
  expect(await found('10.0.0.2')).toMatchObject({ value: {} });
  expect(await found('10.0.0.1')).toMatchObject({ message: expect.stringContaining('private') });
  expect(server.seen).toHaveLength(1);
  await server.close();
});
