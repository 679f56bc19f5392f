import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import type { JsonValue } from '../../runtime/contract.js';
import type { PatternJudge } from '../natural/dangerous-pattern.js';
import { type Component, findComponents } from '../prepare/components.js';
import { bareRef, reference } from '../prepare/refs.js';
import type { Report } from '../prepare/report.js';
import type { SchemaView } from '../prepare/schema-view.js';
import { firstSentence, hasHidden } from '../text/plain-text.js';
import { reportSpeech } from '../text/speech.js';
import type { Shape, WrittenNode, WrittenUse } from './node.js';
import { usesOf } from './node.js';
import { buildNode } from './rules.js';

/** Characters of a property's text at most. */
const MAX_TEXT = 200;
/** Schemas nested deeper than this become JSON text. */
const MAX_DEPTH = 40;
/** From this depth on nodes are told apart by depth, so that what is cut off does not depend on who came first. */
const SHARED_DEPTH = 20;

/** Where the writer stands: definitions entered on the way, and levels gone down. */
export interface Place {
  readonly stack: readonly string[];
  readonly depth: number;
}

export const TOP: Place = { stack: [], depth: 0 };

export interface Writer {
  /** The model's form of a schema. */
  readonly write: (schema: Schema, place: Place) => WrittenUse;
  readonly view: SchemaView;
  readonly report: Report;
  readonly isDangerous: PatternJudge;
}

export function createWriter(
  definitions: ReadonlyMap<string, Schema>,
  view: SchemaView,
  report: Report,
  isDangerous: PatternJudge,
): Writer {
  const components = findComponents(definitions);
  const memo = new Map<string, WrittenNode>();
  const writer: Writer = { write, view, report, isDangerous };

  function write(schema: Schema, place: Place): WrittenUse {
    const shape = view.expand(schema);
    const name = bareRef(shape);
    if (name !== undefined && typeof shape === 'object')
      return { node: writeDefinition(name, place), ...describeUse(shape, report) };
    return { node: writeShape(shape, schema, place) };
  }

  function writeShape(shape: Schema, source: Schema, place: Place): WrittenNode {
    if (place.depth > MAX_DEPTH) return jsonNode(source);
    const node = buildNode(writer, shape, source, place);
    if (typeof shape === 'boolean') return node;
    return { ...describe(shape, report), ...node };
  }

  function writeDefinition(name: string, place: Place): WrittenNode {
    const source: SchemaObject = { $ref: reference(name) };
    const target = view.lookup(name);
    if (target === undefined) return jsonNode({});
    const component = components.get(name);
    const inside = place.stack.filter((other) => components.get(other)?.id === component?.id);
    if (component?.recursive && (inside.includes(name) || inside.length >= roundsFor(component)))
      return jsonNode(source);
    const key = JSON.stringify([name, component?.recursive ? inside : [], Math.max(0, place.depth - SHARED_DEPTH)]);
    const known = memo.get(key);
    if (known) return known;
    const { node, ...use } = write(target, { stack: [...place.stack, name], depth: place.depth + 1 });
    const named = { ...node, ...(use.text !== undefined && { text: use.text }), name: node.name ?? name, source };
    memo.set(key, named);
    return named;
  }

  return writer;
}

/** How many definitions of one circle are written out one inside the other. */
function roundsFor({ size }: Component): number {
  if (size <= 4) return size;
  return size <= 40 ? 2 : 1;
}

/** A place that takes JSON text. `free`: any value fits. */
export function jsonNode(source: Schema, free = false): WrittenNode {
  return { shape: { kind: 'json', free }, nullable: false, words: [], source, height: 0 };
}

export function makeNode(shape: Shape, source: Schema, words: readonly string[] = [], nullable = false): WrittenNode {
  const node: WrittenNode = { shape, nullable, words, source, height: 0 };
  const heights = usesOf(node).map((use) => use.node.height + 1);
  return { ...node, height: heights.reduce((a, b) => Math.max(a, b), 0) };
}

/** Text of a schema as the model sees it: the first sentence, deprecation. */
export function describe(shape: SchemaObject, report: Report): { text?: string } {
  const parts = [shape.deprecated === true ? 'Deprecated.' : '', textOf(shape.description, report, shape)];
  const text = parts.filter((part) => part !== '').join(' ');
  return text === '' ? {} : { text };
}

function describeUse(shape: SchemaObject, report: Report): { text?: string; default?: JsonValue } {
  const { default: value } = shape;
  return { ...describe(shape, report), ...(value !== undefined && { default: value as JsonValue }) };
}

export function textOf(source: string | undefined, report: Report, part: object): string {
  if (source === undefined || source === '') return '';
  if (hasHidden(source)) report('HIDDEN_TEXT', 'A description holds invisible or control characters', part);
  reportSpeech(source, 'A description', part, report);
  return firstSentence(source, MAX_TEXT);
}
