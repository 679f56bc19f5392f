import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import { bareRef } from '../prepare/refs.js';
import type { SchemaView } from '../prepare/schema-view.js';
import { removeHidden } from '../text/plain-text.js';
import { typesOf } from '../written/keyword-types.js';

/** Characters of a type signature at most. */
const MAX_SIGNATURE = 600;
/** Deepest signature that is tried; then shallower ones until the text is short enough. */
const MAX_LEVELS = 4;

export type JsonWords = (source: Schema, free: boolean) => string;

/** What the model is told about a place that takes JSON text: how to fill it, and the type of the value. */
export function createJsonWords(view: SchemaView): JsonWords {
  const memo = new Map<Schema, string>();
  return (source, free) => {
    if (free) return 'any JSON value, as JSON text, e.g. {"a":1} or "text"';
    const known = memo.get(source);
    if (known !== undefined) return known;
    const words = `JSON text of: ${signatureOf(view, source)}, e.g. ${exampleOf(view, source)}`;
    memo.set(source, words);
    return words;
  };
}

function signatureOf(view: SchemaView, source: Schema): string {
  let text = '';
  for (let levels = MAX_LEVELS; levels > 0; levels -= 1) {
    text = removeHidden(typeText({ view, budget: { left: 2 * MAX_SIGNATURE }, stack: [] }, source, levels));
    if (text.length <= MAX_SIGNATURE) return text;
  }
  return `${text.slice(0, MAX_SIGNATURE - 1).replace(/\p{Cs}$/u, '')}…`;
}

interface Printer {
  readonly view: SchemaView;
  readonly budget: { left: number };
  readonly stack: readonly string[];
}

function typeText(printer: Printer, schema: Schema, levels: number): string {
  // Unions and lists take no level: without this a graph of them would be walked along every path.
  if (printer.budget.left < 0) return '…';
  const name = bareRef(printer.view.expand(schema));
  if (name !== undefined && printer.stack.includes(name)) return name;
  const inner = name === undefined ? printer : { ...printer, stack: [...printer.stack, name] };
  const shape = printer.view.follow(schema);
  const text = typeof shape === 'boolean' ? 'any' : shapeText(inner, shape, levels);
  printer.budget.left -= text.length + 1;
  return text;
}

function shapeText(printer: Printer, shape: SchemaObject, levels: number): string {
  const listed = shape.const !== undefined ? [shape.const] : shape.enum;
  if (listed) return listText(listed);
  const branches = shape.anyOf ?? shape.oneOf;
  if (branches && shape.properties === undefined) {
    if (levels <= 0) return 'object';
    return [...new Set(branches.slice(0, 12).map((branch) => typeText(printer, branch, levels)))].join(' | ');
  }
  const types = typesOf(shape);
  if (types.length === 0) return 'any';
  return types
    .map((type) => {
      if (type === 'object') return objectText(printer, shape, levels);
      return type === 'array' ? arrayText(printer, shape, levels) : type;
    })
    .join(' | ');
}

function listText(values: readonly unknown[]): string {
  const shown = values.slice(0, 8).map((value) => JSON.stringify(value));
  return [...shown, ...(values.length > 8 ? ['…'] : [])].join(' | ');
}

function arrayText(printer: Printer, shape: SchemaObject, levels: number): string {
  if (shape.prefixItems)
    return levels <= 0
      ? 'array'
      : `[${shape.prefixItems.map((item) => typeText(printer, item, levels - 1)).join(', ')}]`;
  if (shape.items === undefined) return 'array';
  const item = typeText(printer, shape.items, levels);
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}

function objectText(printer: Printer, shape: SchemaObject, levels: number): string {
  if (levels <= 0 || printer.budget.left < 0) return 'object';
  const required = new Set(shape.required ?? []);
  const parts: string[] = [];
  for (const [name, property] of Object.entries(shape.properties ?? {})) {
    if (printer.budget.left < 0) {
      parts.push('…');
      break;
    }
    const key = /^[\w$]+$/.test(name) ? name : JSON.stringify(name);
    parts.push(`${key}${required.has(name) ? '' : '?'}: ${typeText(printer, property, levels - 1)}`);
  }
  const extra = Object.values(shape.patternProperties ?? {})[0] ?? shape.additionalProperties;
  if (extra !== undefined && extra !== false) parts.push(`[key]: ${typeText(printer, extra, levels - 1)}`);
  return parts.length === 0 ? 'object' : `{${parts.join(', ')}}`;
}

const SAMPLES: Readonly<Record<string, string>> = {
  string: '"text"',
  integer: '1',
  number: '1.5',
  boolean: 'true',
  null: 'null',
  array: '[]',
};

/** A tiny value of the right shape: one property at most. */
function exampleOf(view: SchemaView, source: Schema): string {
  const shape = view.follow(source);
  if (typeof shape === 'boolean') return '{"a":1}';
  const type = typesOf(shape)[0] ?? 'object';
  if (type === 'array') return '[…]';
  if (type !== 'object') return SAMPLES[type] ?? '{}';
  const properties = Object.entries(shape.properties ?? {});
  const [name, property] = properties.find(([key]) => shape.required?.includes(key)) ?? properties[0] ?? [];
  if (name === undefined || property === undefined) return '{"a":1}';
  const inner = view.follow(property);
  if (typeof inner === 'boolean') return '{}';
  const listed = inner.const !== undefined ? [inner.const] : inner.enum;
  const value = listed ? JSON.stringify(listed[0]) : (SAMPLES[typesOf(inner)[0] ?? 'object'] ?? '{…}');
  return removeHidden(value.length > 40 ? '{…}' : `{${JSON.stringify(name)}:${value}}`);
}
