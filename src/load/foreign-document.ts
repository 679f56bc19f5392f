type Fields = Readonly<Record<string, unknown>>;

interface ForeignDocument {
  readonly fits: (root: Fields) => boolean;
  /** End of a sentence that begins with the file's name. */
  readonly is: string;
  readonly help: string;
}

const has = (root: Fields, ...keys: readonly string[]): boolean => keys.every((key) => Object.hasOwn(root, key));
const CONVERT = 'Convert it to OpenAPI first; its maker has an exporter, or a converter is on npm.';

/** Documents that describe something, but not HTTP operations in the terms of OpenAPI. */
const FOREIGN: readonly ForeignDocument[] = [
  {
    fits: (root) => has(root, 'asyncapi'),
    is: 'is an AsyncAPI document, which describes messages',
    help: 'Give the OpenAPI document of the same service, if it has one.',
  },
  {
    fits: (root) => has(root, 'item') && JSON.stringify(root['info'] ?? '').includes('postman'),
    is: 'is a Postman collection',
    help: CONVERT,
  },
  { fits: (root) => has(root, 'swaggerVersion'), is: 'is in the format of Swagger 1', help: CONVERT },
  { fits: (root) => has(root, 'discoveryVersion'), is: "is in Google's discovery format", help: CONVERT },
  {
    fits: (root) => has(root, 'overlay') || has(root, 'arazzo'),
    is: 'is an Overlay or Arazzo document',
    help: 'Give the OpenAPI document that it refers to (an overlay has to be applied to it first).',
  },
  {
    fits: (root) => has(root, 'specs') || (has(root, 'spec') && !has(root, 'apiVersion')),
    is: 'looks like a configuration of tools-gen, not like an OpenAPI document',
    help: 'Name it with --config, or run tools-gen beside it without a spec.',
  },
  {
    fits: (root) => has(root, 'paths') || has(root, 'components'),
    is: 'has neither `openapi` nor `swagger` at its root; it looks like a part of a document',
    help: 'Give the root document, which has `openapi` or `swagger` and refers to this file.',
  },
];

/** What a document is that names no version of OpenAPI, where it is something that can be told. */
export function foreignDocument(root: object): Pick<ForeignDocument, 'is' | 'help'> | undefined {
  return FOREIGN.find(({ fits }) => fits(root as Fields));
}
