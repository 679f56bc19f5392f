import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import {
  block,
  commented,
  joinTypes,
  member,
  type Property,
  type TypeText,
  typeKey,
  typeText,
} from '../source/sink.js';
import { documentation } from './documentation.js';
import { type Place, type PrintContext, printType, UNKNOWN, union } from './type-printer.js';

/** Properties of one type that are written out; further ones fall under an open index. */
const MAX_PROPERTIES = 2000;

/** An object as a type literal: on one line where it is short and has nothing to say about its members. */
export function printObject(node: SchemaObject, context: PrintContext, place: Place): TypeText {
  const properties = objectProperties(node, context, place);
  const index = indexType(node, context, place);
  if (properties.length === 0) return index === undefined ? typeText`{ [key: string]: never }` : indexed(index);
  const literal = typeLiteral(properties);
  return index === undefined ? literal : typeText`${literal} & { [key: string]: unknown }`;
}

/** Columns up to which a type literal stays on one line. */
const LINE_WIDTH = 90;

function typeLiteral(properties: readonly Property[]): TypeText {
  const members = properties.map(member);
  const flat = joinTypes(members, '; ');
  const silent = properties.every(({ doc }) => doc === undefined);
  if (silent && flat.length <= LINE_WIDTH && !flat.includes('\n')) return typeText`{ ${flat} }`;
  const lines = properties.map(({ doc }, index) => commented(doc, typeText`${members[index] ?? UNKNOWN};`));
  return block('{', lines, '}');
}

const indexed = (index: TypeText) => typeText`{ [key: string]: ${index} }`;

/** True where an interface can say all of it: declared properties, nothing open, nothing combined. */
export function isPlainObject(node: Schema | undefined): node is SchemaObject {
  if (typeof node !== 'object' || node.type !== 'object') return false;
  const telling = ['$ref', 'allOf', 'anyOf', 'oneOf', 'enum', 'const'].some((keyword) => Object.hasOwn(node, keyword));
  return !telling && Object.keys(node.properties ?? {}).length > 0 && !isOpen(node);
}

/** The declared properties; those that have no place in this direction are left out. */
export function objectProperties(node: SchemaObject, context: PrintContext, place: Place): Property[] {
  const inner: Place = { depth: place.depth + 1, deferred: true };
  const required = new Set(Array.isArray(node.required) ? node.required : []);
  return Object.entries(node.properties ?? {})
    .filter(([, schema]) => !isHidden(schema, context))
    .slice(0, MAX_PROPERTIES)
    .map(([name, schema]) => {
      const doc = typeof schema === 'object' ? documentation(schema) : undefined;
      return {
        name: typeKey(name),
        optional: !required.has(name),
        type: printType(schema, context, inner),
        ...(doc !== undefined && { doc }),
      };
    });
}

function isHidden(schema: Schema, { direction }: PrintContext): boolean {
  if (typeof schema !== 'object') return false;
  return direction === 'request' ? schema.readOnly === true : schema.writeOnly === true;
}

/** True where other keys than the declared ones are said to be welcome. */
function isOpen(node: SchemaObject): boolean {
  const { additionalProperties: additional, patternProperties: patterns } = node;
  return (additional !== undefined && additional !== false) || Object.keys(patterns ?? {}).length > 0;
}

/**
 * Type of the values under keys that are not declared; nothing where there are none. An object that says nothing at all
 * about its keys takes any.
 */
function indexType(node: SchemaObject, context: PrintContext, place: Place): TypeText | undefined {
  const declared = Object.keys(node.properties ?? {}).length > 0;
  if (!isOpen(node)) return declared || node.additionalProperties === false ? undefined : UNKNOWN;
  const inner: Place = { depth: place.depth + 1, deferred: true };
  const { additionalProperties: additional, patternProperties: patterns } = node;
  const schemas = [...Object.values(patterns ?? {}), ...(additional === false ? [] : [additional ?? true])];
  return union(schemas.map((schema) => printType(schema, context, inner)));
}
