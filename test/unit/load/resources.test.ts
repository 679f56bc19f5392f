import { describe, expect, it } from 'vitest';
import { loadSpec } from '../../../src/load/load-spec.js';

/** A document whose component `Tree` is a resource of its own and holds two more. */
const SCHEMAS = {
  Tree: {
    $id: 'https://example.com/schemas/tree',
    $anchor: 'top',
    properties: { 'a b': { type: 'string' }, leaf: { $ref: 'leaf' } },
    $defs: {
      Leaf: { $id: 'leaf', $anchor: 'here', $defs: { Vein: { type: 'integer' } } },
      Root: { $id: '/root.json', $anchor: 'here' },
      Old: { $id: '#old' },
    },
  },
  Urn: { $id: 'urn:example:thing', $defs: { Part: { type: 'null' } } },
  Plain: { $anchor: 'here', $defs: { Vein: { type: 'boolean' } } },
  Named: { properties: { $id: { type: 'string' } }, example: { $id: 'https://example.com/none' } },
};
const TREE = '/components/schemas/Tree';

async function lead(reference: string, at: string, head: object = { openapi: '3.1.0' }): Promise<string> {
  const { spec } = await loadSpec({ document: { ...head, paths: {}, components: { schemas: SCHEMAS } } });
  const found = spec.resolve(reference, spec.root, at);
  return 'failure' in found ? found.failure : found.location.pointer;
}

describe('a reference through an embedded `$id`', () => {
  it.each([
    // where it stands, the reference, where it leads
    ['', 'https://example.com/schemas/tree', TREE],
    ['', 'https://example.com/schemas/tree#top', TREE],
    ['', 'https://example.com/schemas/tree#/properties/a%20b', `${TREE}/properties/a b`],
    ['', 'https://example.com/schemas/leaf', `${TREE}/$defs/Leaf`],
    ['', 'https://example.com/root.json', `${TREE}/$defs/Root`],
    ['', 'https://example.com/schemas/leaf#/$defs/Vein', `${TREE}/$defs/Leaf/$defs/Vein`],
    ['', 'urn:example:thing#/$defs/Part', '/components/schemas/Urn/$defs/Part'],
    ['', 'leaf', `${TREE}/$defs/Leaf`],
    ['', 'https://example.com/none', 'REF_UNRESOLVED'],
    ['', 'https://example.com/schemas/tree#nowhere', 'REF_UNRESOLVED'],
    [TREE, 'leaf', `${TREE}/$defs/Leaf`],
    [TREE, './leaf#here', `${TREE}/$defs/Leaf`],
    [TREE, '../root.json', `${TREE}/$defs/Root`],
    [TREE, 'tree', TREE],
    [TREE, '#', TREE],
    [TREE, '#/$defs/Leaf', `${TREE}/$defs/Leaf`],
    [TREE, '#/components/schemas/Plain', '/components/schemas/Plain'],
    [TREE, '#old', `${TREE}/$defs/Old`],
    [`${TREE}/properties/leaf`, 'leaf', `${TREE}/$defs/Leaf`],
    [`${TREE}/$defs/Leaf`, '#here', `${TREE}/$defs/Leaf`],
    [`${TREE}/$defs/Leaf`, '#/$defs/Vein', `${TREE}/$defs/Leaf/$defs/Vein`],
    [`${TREE}/$defs/Leaf`, 'tree#/$defs/Leaf', `${TREE}/$defs/Leaf`],
    [`${TREE}/$defs/Root`, '#here', `${TREE}/$defs/Root`],
    ['/components/schemas/Plain', '#here', '/components/schemas/Plain'],
    ['/components/schemas/Urn', '#/$defs/Part', '/components/schemas/Urn/$defs/Part'],
    ['/components/schemas/Urn', 'leaf', `${TREE}/$defs/Leaf`],
  ])('at "%s": %s', async (at, reference, want) => {
    expect(await lead(reference, at)).toBe(want);
  });

  it('starts from the `$self` of a document', async () => {
    const head = { openapi: '3.2.0', $self: 'https://example.com/schemas/api.json' };
    expect(await lead('tree', '', head)).toBe(TREE);
    expect(await lead('api.json#/components/schemas/Urn', TREE, head)).toBe('/components/schemas/Urn');
  });

  it('leads to the document where `$id` is no keyword of the version', async () => {
    const head = { openapi: '3.0.3', $defs: { Leaf: {} } };
    expect(await lead('#/$defs/Leaf', TREE, head)).toBe('/$defs/Leaf');
    expect(await lead('#/$defs/Root', TREE, head)).toBe(`${TREE}/$defs/Root`);
  });
});
