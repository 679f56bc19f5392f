import type { Schema } from '../../../src/normalize/normalized-spec.js';
import type { Sketch } from './support.js';

/** Texts that break out of one place or another where they are not escaped. */
export const PAYLOADS = [
  'plain',
  '*/ globalThis.CANARY = 1; /*',
  '"; globalThis.CANARY = 1; //',
  "'; globalThis.CANARY = 1; //",
  '`; globalThis.CANARY = 1; `${globalThis.CANARY = 1}',
  '${globalThis.CANARY = 1}',
  '\\"; globalThis.CANARY = 1; //\\',
  'a\nglobalThis.CANARY = 1\r//\u2028globalThis.CANARY = 1\u2029',
  '__proto__',
  'constructor',
  '}; export const x = globalThis.CANARY = 1; type Y = {',
  '@ts-nocheck\n/// <reference path="/etc/passwd" />\n//# sourceMappingURL=https://evil.example',
  '*\n/ globalThis.CANARY = 1; /*',
  '%%TOOLS%% $& $1',
  '\u202e\u200b\ud800',
  '',
];

/** A document of which every string that may be any string is the payload. */
export function hostile(payload: string): Sketch {
  const object = (extra: Schema): Schema => ({
    type: 'object',
    description: payload,
    title: payload,
    properties: Object.fromEntries([
      [payload, { type: 'string', description: payload, enum: [payload], default: payload, pattern: payload }],
      [`${payload}2`, { const: payload, description: payload }],
      ['inner', { type: 'object', properties: Object.fromEntries([[payload, { description: payload }]]) }],
      ['extra', extra],
    ]),
    required: [payload],
  });
  const name = payload.replace(/~/g, '~0').replace(/\//g, '~1');
  return {
    title: payload,
    definitions: Object.fromEntries([
      [payload, object({ $ref: `#/$defs/${name}` })],
      [`${payload}_`, { anyOf: [{ $ref: `#/$defs/${name}` }, { const: payload }], description: payload }],
    ]),
    package: {
      name: payload,
      servers: [{ url: payload, variables: { [payload]: { default: payload, enum: [payload] } } }],
      securitySchemes: Object.fromEntries([
        [payload, { type: 'apiKey' as const, in: 'header' as const, name: payload }],
        ['oauth', { type: 'oauth2' as const, tokenUrl: payload }],
      ]),
    },
    tools: [
      {
        name: 'then',
        typeName: 'Then',
        file: 'tag',
        path: payload,
        method: payload,
        text: payload,
        input: Object.fromEntries([
          [payload, object(true)],
          ['body', { $ref: `#/$defs/${name}` }],
        ]),
        outputs: [{ $ref: `#/$defs/${name}_` }, object(false)],
        body: 'xml',
      },
      { name: '__proto__', typeName: 'Proto', file: 'tag', text: payload },
    ],
  };
}
