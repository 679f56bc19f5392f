import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileSlugs } from '../../../src/model/names/file-slugs.js';
import { envPrefix, packageName } from '../../../src/model/names/package-name.js';
import { type NameSource, toolNames } from '../../../src/model/names/tool-names.js';
import { typeNames } from '../../../src/model/names/type-names.js';

const named = (...calls: readonly (readonly [call: string, wanted?: string | undefined])[]): NameSource[] =>
  calls.map(([call, wanted]) => {
    const [method = '', path = ''] = call.split(' ');
    return { method, path, ...(wanted !== undefined && { wanted }) };
  });

describe('tool names', () => {
  test.each([
    ['GET /pets', 'getPet', 'getPet'],
    ['GET /pets', 'get-pet_2', 'get-pet_2'],
    ['GET /pets', 'a__b', 'a__b'],
    ['GET /pets', 'repos/get one', 'repos_get_one'],
    ['GET /pets', '  List all (users)! ', 'List_all_users'],
    ['GET /pets', 'получить', 'get_pets'],
    ['GET /pets', '   ', 'get_pets'],
    ['GET /pets/{id}', undefined, 'get_pets_by_id'],
    ['GET /pets/{petId}/toys/{toy-id}', undefined, 'get_pets_by_petId_toys_by_toy-id'],
    ['POST /', undefined, 'post_root'],
    ['POST /v1/things:batchGet', undefined, 'post_v1_things_batchGet'],
    ['GET /a/{id}.json', undefined, 'get_a_by_id_json'],
    ['GET /pets', '__proto__', '__proto__'],
    ['GET /pets', '2fa', '2fa'],
  ])('%s with id %j is %s', (call, wanted, want) => {
    expect(toolNames(named([call, wanted]))).toEqual([want]);
  });

  test('long ids are cut at a word and end in a hash', () => {
    const long = 'retrieveOrganizationMembershipInvitationAcceptanceHistoryForWorkspaceAdministrators';
    const [name = ''] = toolNames(named(['GET /a', long]));
    expect(name).toMatch(/^retrieveOrganizationMembershipInvitationAcceptance_[0-9a-f]{8}$/);
    expect(name.length).toBeLessThanOrEqual(64);
  });

  test('all members of a group take a suffix, compared without case', () => {
    expect(toolNames(named(['GET /a', 'list'], ['GET /b/{id}', 'List'], ['GET /c', 'other']))).toEqual([
      'list_get_a',
      'List_get_b_by_id',
      'other',
    ]);
  });

  test('names of tools that Anthropic defines are given away to nobody', () => {
    expect(toolNames(named(['POST /run', 'bash'], ['GET /m', 'Memory']))).toEqual(['bash_post_run', 'Memory_get_m']);
  });

  test('paths that read the same are told apart by a hash', () => {
    const names = toolNames(named(['GET /a-b', undefined], ['GET /a-b/', undefined]));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^get_a-b_[0-9a-f]{8}$/);
  });

  test('a suffixed name that meets another id moves on', () => {
    const names = toolNames(named(['GET /a', 'x'], ['GET /b', 'X'], ['GET /c', 'x_get_a']));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(3);
  });

  test('property: valid, unique and independent of the order', () => {
    const word = fc.constantFrom('a', 'A', 'a b', 'get', 'x'.repeat(70), 'bash', 'é', '', 'a_get_a', 'get_a');
    const source = fc.record({
      method: fc.constantFrom('GET', 'PUT'),
      path: fc.constantFrom('/a', '/b', '/a/', '/A', '/{a}'),
      wanted: word,
    });
    const sources = fc.uniqueArray(source, { selector: ({ method, path }) => `${method} ${path}` });
    fc.assert(
      fc.property(sources, (list) => {
        const names = toolNames(list);
        for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
        expect(toolNames([...list].reverse()).reverse()).toEqual(names);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

describe('type names', () => {
  const types = (names: readonly string[], components: readonly string[] = []) =>
    typeNames(
      names.map((name) => ({ name, method: 'GET', path: `/${name}` })),
      components,
    );

  test.each([
    ['getPet', 'GetPet'],
    ['get_pets_by_id', 'GetPetsById'],
    ['2fa', 'Operation2Fa'],
    ['delete', 'DeleteGetDelete'],
    ['object', 'ObjectGetObject'],
    ['__proto__', 'Proto'],
    ['listHTTPRoutes', 'ListHTTPRoutes'],
  ])('%s gives %s', (name, want) => {
    expect(types([name])).toEqual([want]);
  });

  test('a name made of signs only still gives an identifier', () => {
    expect(types(['___', '--'])[0]).toMatch(/^Operation[0-9a-f]{8}$/);
  });

  test('names that meet take a suffix, also against components', () => {
    expect(new Set(types(['getUser', 'get_user', 'get-user'])).size).toBe(3);
    expect(types(['getPet'], ['GetPetInput'])).toEqual(['GetPetGetGetPet']);
    expect(types(['getPet', 'getPetInput'])).toEqual(['GetPetGetGetPet', 'GetPetInputGetGetPetInput']);
  });
});

describe('file slugs', () => {
  test('are plain, unique and never a device name', () => {
    const slugs = fileSlugs([
      'Pets',
      'Café & Bar',
      'con',
      'shared',
      'default',
      'Default',
      '../../etc',
      '日本',
      'a b',
      'A-B',
    ]);
    expect(slugs.get('Pets')).toBe('pets');
    expect(slugs.get('Café & Bar')).toBe('cafe-bar');
    expect(slugs.get('con')).toMatch(/^con-[0-9a-f]{8}$/);
    expect(slugs.get('shared')).toMatch(/^shared-/);
    expect(slugs.get('default')).toBe('default');
    expect(slugs.get('Default')).toMatch(/^default-/);
    expect(slugs.get('../../etc')).toBe('etc');
    expect(slugs.get('日本')).toMatch(/^tag-/);
    expect(slugs.get('a b')).not.toBe(slugs.get('A-B'));
    expect(new Set(slugs.values()).size).toBe(slugs.size);
    for (const slug of slugs.values()) expect(slug).toMatch(/^[a-z0-9-]{1,64}$/);
  });

  test('do not depend on the order', () => {
    const tags = ['a b', 'A-B', 'x', 'aux', 'x'.repeat(200)];
    expect(Object.fromEntries(fileSlugs(tags))).toEqual(Object.fromEntries(fileSlugs([...tags].reverse())));
  });
});

describe('package name and environment prefix', () => {
  test.each([
    ['Petstore', undefined, 'petstore-tools', 'PETSTORE'],
    ['Swagger Petstore - OpenAPI 3.0', undefined, 'swagger-petstore-openapi-3-0-tools', 'SWAGGER_PETSTORE_OPENAPI_3_0'],
    ['日本', undefined, 'api-tools', 'API'],
    ['', undefined, 'api-tools', 'API'],
    ['x', '@acme/pets-tools', '@acme/pets-tools', 'PETS'],
    ['x', '@acme/pets', '@acme/pets', 'PETS'],
    ['3D Printing', undefined, '3d-printing-tools', 'API_3D_PRINTING'],
  ])('%j with --name %j', (title, asked, name, prefix) => {
    expect(packageName(title, asked)).toBe(name);
    expect(envPrefix(name)).toBe(prefix);
  });

  test.each(['Pets', 'a b', '../x', '@a', '@a/b/c', '.a', ''])('refuses %j', (asked) => {
    expect(() => packageName('x', asked)).toThrow(/OPTION_INVALID/);
  });
});
