import { looksSecret } from '../../model/credential-name.js';
import { isOfType } from '../../runtime/codec/choose-branch.js';
import type { Codec, Codecs, JsonValue, ToolInputSchema } from '../../runtime/contract.js';
import { hasHidden } from '../text/plain-text.js';
import type { Shape, WrittenNode, WrittenProperty, WrittenUse } from '../written/node.js';
import type { JsonWords } from './json-words.js';

type Json = Record<string, unknown>;

export interface PrintedSchema {
  readonly schema: ToolInputSchema;
  readonly codecs: Codecs;
}

/** Longest default that is told. */
const MAX_DEFAULT = 100;

/** Prints the written form of a tool's input as JSON Schema inside the strict subset, with what must be undone. */
export function printSchema(
  properties: readonly WrittenProperty[],
  shared: ReadonlyMap<Shape, string>,
  jsonWords: JsonWords,
): PrintedSchema {
  const codecs = new Map<string, Codec>();
  const definitions = new Map<string, Json>();
  const sharedTexts = new Map<string, string>();

  function printUse(use: WrittenUse, pointer: string): Json {
    const { node } = use;
    const key = shared.get(node.shape);
    const printed = key === undefined ? nullable(node, pointer) : refer(node, key);
    const text = key === undefined ? textOf(node, use.text ?? node.text) : besideReference(use, key);
    const value = use.default === undefined ? node.default : use.default;
    return {
      ...(text && { description: text }),
      ...printed,
      ...(value !== undefined && fits(value, node) && { default: value }),
    };
  }

  /** What the use says that the shared definition does not. */
  function besideReference({ node, text = node.text }: WrittenUse, key: string): string | undefined {
    const own = textOf({ ...node, words: [] }, text);
    return sharedTexts.get(key)?.startsWith(own) ? undefined : own;
  }

  function textOf(node: WrittenNode, text: string | undefined): string {
    const words = node.shape.kind === 'json' ? [jsonWords(node.source, node.shape.free), ...node.words] : node.words;
    if (words.length === 0) return text ?? '';
    const said = words.join(', ');
    if (text === undefined || text === '') return said;
    return /[.!?…。]$/.test(text) ? `${text} ${said}` : `${text}. ${said}`;
  }

  function refer(node: WrittenNode, key: string): Json {
    if (!definitions.has(key)) {
      definitions.set(key, {});
      const text = textOf(node, node.text);
      sharedTexts.set(key, text);
      const at = `/$defs/${key}`;
      definitions.set(key, { ...(text && { description: text }), ...body(node, at) });
    }
    const reference = { $ref: `#/$defs/${key}` };
    return node.nullable ? { anyOf: [reference, { type: 'null' }] } : reference;
  }

  function nullable(node: WrittenNode, pointer: string): Json {
    if (!node.nullable) return body(node, pointer);
    const { shape } = node;
    if (shape.kind === 'scalar' && shape.schema['enum'] === undefined && shape.schema['const'] === undefined) {
      return { ...body(node, pointer), type: [shape.schema['type'], 'null'] };
    }
    if (shape.kind === 'union') {
      const { anyOf } = body(node, pointer) as { anyOf: Json[] };
      return { anyOf: [...anyOf, { type: 'null' }] };
    }
    return { anyOf: [body(node, `${pointer}/anyOf/0`), { type: 'null' }] };
  }

  function body({ shape }: WrittenNode, pointer: string): Json {
    switch (shape.kind) {
      case 'scalar':
        if (shape.int64) codecs.set(pointer, { kind: 'int64' });
        return { ...shape.schema };
      case 'json':
        codecs.set(pointer, { kind: 'json' });
        return { type: 'string' };
      case 'array':
        return {
          type: 'array',
          items: printUse(shape.items, `${pointer}/items`),
          ...(shape.minItems !== undefined && { minItems: shape.minItems }),
        };
      case 'union':
        return { anyOf: shape.branches.map((branch, index) => printUse(branch, `${pointer}/anyOf/${index}`)) };
      case 'map':
        codecs.set(pointer, { kind: 'map' });
        return entries(shape.value, pointer);
      default:
        return object(shape.properties, shape.rest, pointer);
    }
  }

  function entries(value: WrittenUse, pointer: string): Json {
    const items = {
      type: 'object',
      properties: { key: { type: 'string' }, value: printUse(value, `${pointer}/items/properties/value`) },
      required: ['key', 'value'],
      additionalProperties: false,
    };
    return { type: 'array', items };
  }

  function object(
    list: readonly WrittenProperty[],
    rest: { key: string; value: WrittenUse } | undefined,
    pointer: string,
  ): Json {
    const names = list.filter(({ key, name }) => key !== name).map(({ key, name }): [string, string] => [key, name]);
    const aliases = names.length > 0 ? Object.fromEntries(names) : undefined;
    if (rest) codecs.set(pointer, { kind: 'open', property: rest.key, ...(aliases && { names: aliases }) });
    else if (aliases) codecs.set(pointer, { kind: 'names', names: aliases });
    const printed = list.map((property): [string, Json] => {
      const { default: value, ...rest } = printUse(property, `${pointer}/properties/${property.key}`);
      return [property.key, value === undefined || looksSecret(property.name) ? rest : { ...rest, default: value }];
    });
    if (rest)
      printed.push([
        rest.key,
        {
          description: 'Further properties; empty if none',
          ...entries(rest.value, `${pointer}/properties/${rest.key}`),
        },
      ]);
    const required = [
      ...list.filter((property) => property.required).map(({ key }) => key),
      ...(rest ? [rest.key] : []),
    ];
    return {
      type: 'object',
      properties: Object.fromEntries(printed),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    };
  }

  const root = object(properties, undefined, '');
  codecs.delete('');
  const $defs = Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    schema: { ...root, ...(definitions.size > 0 && { $defs }) } as ToolInputSchema,
    codecs: Object.fromEntries([...codecs].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Whether a default can be told: it fits the place and is short and clean. */
function fits(value: JsonValue, node: WrittenNode): boolean {
  const text = JSON.stringify(value);
  return text.length <= MAX_DEFAULT && !hasHidden(text) && fitsShape(value, node);
}

function fitsShape(value: JsonValue, node: WrittenNode): boolean {
  const { shape } = node;
  if (value === null) return node.nullable;
  if (shape.kind === 'array') return Array.isArray(value) && value.every((item) => fitsShape(item, shape.items.node));
  if (shape.kind === 'union') return shape.branches.some((branch) => fitsShape(value, branch.node));
  if (shape.kind !== 'scalar') return false;
  const { type, enum: members, const: only } = shape.schema;
  if (only !== undefined) return value === only;
  if (Array.isArray(members)) return members.includes(value);
  return isOfType(value, type);
}
