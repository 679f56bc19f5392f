import { describe, expect, test } from 'vitest';
import { operation, spec } from '../../support/normalized-spec-builder.js';
import { build, failure } from './support.js';

const pets = spec([
  operation('GET /pets', { operationId: 'listPets', tags: ['pets'] }),
  operation('POST /pets', { operationId: 'addPet', tags: ['pets', 'write'] }),
  operation('GET /pets/{id}', { operationId: 'get pet', tags: ['pets'] }),
  operation('DELETE /users/{id}'),
]);
const names = (options: Parameters<typeof build>[1]) => build(pets, options).model.operations.map(({ name }) => name);

describe('filters', () => {
  test.each([
    [{}, ['listPets', 'addPet', 'get_pet', 'delete_users_by_id']],
    [{ include: ['tag:pets'] }, ['listPets', 'addPet', 'get_pet']],
    [{ include: ['tag:default'] }, ['delete_users_by_id']],
    [{ include: ['path:/pets/**'] }, ['listPets', 'addPet', 'get_pet']],
    [{ include: ['path:/pets/{id}'] }, ['get_pet']],
    [{ include: ['path:/*'] }, ['listPets', 'addPet']],
    [{ include: ['method:Post', 'operation:get pet'] }, ['addPet', 'get_pet']],
    [{ include: ['tool:get_pet'] }, ['get_pet']],
    [{ include: ['*Pet*'], exclude: ['method:post'] }, ['listPets']],
    [{ exclude: ['tag:write', 'tool:delete_*'] }, ['listPets', 'get_pet']],
  ])('%j', (options, want) => {
    expect(names(options)).toEqual(want);
  });

  test.each([
    ['tag:pet', ' Did you mean "tag:pets"?'],
    ['TAG:Pets', ' Did you mean "tag:pets"?'],
    ['tag:zebras', ' There is "tag:pets", "tag:write", "tag:default".'],
    ['method:fetch', ' There is "method:get", "method:post", "method:delete".'],
    ['method:pots', ' Did you mean "method:post"?'],
    ['pets', ' Did you mean "tag:pets"?'],
    ['post', ' Did you mean "method:post"?'],
    ['/pets/**', ' Did you mean "path:/pets/**"?'],
    ['tag:listPets', ' Did you mean "operation:listPets"?'],
    ['getpet', ' Did you mean "get_pet"?'],
    ['pet', ' Did you mean "*Pet*"?'],
    ['tag:pets,tag:write', ' A comma is part of the selector; give several one by one.'],
    ['zebras', ''],
  ])('the selector %j, which matches nothing, is told with what it could mean', (text, want) => {
    for (const options of [{ include: ['listPets', text] }, { exclude: [text] }]) {
      const told = build(pets, options).diagnostics.filter(({ code }) => code === 'SELECTOR_UNMATCHED');
      expect(told.map(({ message }) => message)).toEqual([`The selector "${text}" matches nothing.${want}`]);
    }
  });

  test.each(['colour:red', 'tag:', ''])('refuses the selector %j', (text) => {
    expect(failure(pets, { include: [text] })).toEqual(['SELECTOR_INVALID']);
  });

  test.each([
    ['tags:pets', ' Did you mean "tag:pets"?'],
    ['opperation:x', ' Did you mean "operation:x"?'],
    ['colour:red', ''],
    ['tag:', ''],
  ])('says what the selector %j could mean', (text, want) => {
    expect(() => build(pets, { exclude: [text] })).toThrow(`The selector "${text}" cannot be read.${want}`);
  });

  test('nothing left is an error', () => {
    expect(failure(spec([]))).toEqual(['NO_OPERATIONS']);
    expect(failure(pets, { exclude: ['**'] })).toEqual(['NAME_CHANGED', 'NO_OPERATIONS']);
    expect(failure(spec([operation('TRACE /a')]))).toEqual(['METHOD_UNSUPPORTED', 'NO_OPERATIONS']);
  });

  test('names do not depend on filters', () => {
    const twins = spec([operation('GET /a', { operationId: 'x' }), operation('GET /b', { operationId: 'x' })]);
    expect(build(twins, { include: ['path:/a'] }).model.operations.map(({ name }) => name)).toEqual(['x_get_a']);
    expect(build(twins).codes).toEqual(['NAME_CHANGED', 'OPERATION_ID_DUPLICATE']);
  });
});

describe('tags', () => {
  test('come in the document order, then by first use; untagged operations have the tag default', () => {
    const { model } = build({ ...pets, tags: [{ name: 'write', description: 'W' }, { name: 'unused' }] });
    expect(model.tags).toEqual([
      { name: 'write', file: 'write', description: 'W' },
      { name: 'pets', file: 'pets' },
      { name: 'default', file: 'default' },
    ]);
    expect(model.operations.map(({ file }) => file)).toEqual(['pets', 'pets', 'pets', 'default']);
  });
});

describe('operations that cannot be sent', () => {
  test.each([
    ['GET https://evil.example/x', 'PATH_INVALID'],
    ['GET //evil.example/x', 'PATH_INVALID'],
    ['GET pets', 'PATH_INVALID'],
    ['GET /a/../b', 'PATH_INVALID'],
    ['GET /a/%2e%2E/b', 'PATH_INVALID'],
    ['GET /a\\b', 'PATH_INVALID'],
    ['GET /a\nb', 'PATH_INVALID'],
    ['TRACE /a', 'METHOD_UNSUPPORTED'],
    ['CONNECT /a', 'METHOD_UNSUPPORTED'],
    ['B D /a', 'PATH_INVALID'],
    [`GET /${'{a}/'.repeat(1500)}`, 'PATH_INVALID'],
  ])('%s: %s', (call, code) => {
    const { model, diagnostics } = build(spec([operation(call), operation('GET /ok')]));
    expect(model.operations).toHaveLength(1);
    expect(model.skipped.map(({ reason }) => reason.code)).toEqual([code]);
    expect(diagnostics.map((each) => each.code)).toEqual([code]);
  });

  test('a fragment is dropped, a query stays', () => {
    const { model, codes } = build(spec([operation('GET /a?x=1#frag')]));
    expect(model.operations[0]?.path).toBe('/a?x=1');
    expect(codes).toEqual(['PATH_INVALID']);
  });
});
