import type { StrictCost } from '../contract.js';
import { isNode, isNullable, isUnion, type Node, optionalKeys, partsOf, resolvePointer } from './schema-parts.js';

/** Counts of one schema with everything it refers to, each use of a definition counted again. */
interface Tally {
  optional: number;
  unions: number;
  /** Optional properties that are unions of their own and do not take null: to require them with null costs nothing. */
  free: number;
  leaves: number;
}

const LIMIT = Number.MAX_SAFE_INTEGER;
/** Deeper than any schema that a document limit lets through; beyond it a cost is out of every budget anyway. */
const MAX_DEPTH = 1500;

/**
 * Cost of a tool in a request's strict budget. The API counts optional parameters and unions over all strict tools of a
 * request, and its compiler sees every use of a definition. Definitions are counted once and multiplied, so time grows with
 * the schema's length however often its parts are used; sums stop at the largest safe integer.
 */
export function measureCost(inputSchema: Node): StrictCost {
  const { optional, unions, free, leaves } = new Counter(inputSchema).count(inputSchema, 0);
  return { optional, unions, pooled: Math.min(LIMIT, optional - free + unions), size: sizeOf(inputSchema), leaves };
}

class Counter {
  readonly #root: Node;
  readonly #counted = new Map<string, Tally>();
  readonly #open = new Set<string>();

  constructor(root: Node) {
    this.#root = root;
  }

  count(node: unknown, depth: number): Tally {
    const tally: Tally = { optional: 0, unions: 0, free: 0, leaves: 0 };
    if (!isNode(node)) return tally;
    if (depth > MAX_DEPTH) return { optional: LIMIT, unions: LIMIT, free: 0, leaves: LIMIT };
    if (typeof node['$ref'] === 'string') add(tally, this.#definition(node['$ref'], depth));
    if (isUnion(node)) tally.unions = sum(tally.unions, 1);
    for (const key of optionalKeys(node)) {
      tally.optional = sum(tally.optional, 1);
      const property = isNode(node['properties']) ? node['properties'][key] : undefined;
      if (isNode(property) && isUnion(property) && !isNullable(property, this.#root)) tally.free = sum(tally.free, 1);
    }
    if (isNode(node['properties'])) tally.leaves = sum(tally.leaves, Object.keys(node['properties']).length);
    for (const [, part] of partsOf(node)) add(tally, this.count(part, depth + 1));
    return tally;
  }

  /** A circle ends where it closes: such a schema is outside the subset in any case. */
  #definition(reference: string, depth: number): Tally {
    const known = this.#counted.get(reference);
    if (known !== undefined) return known;
    if (this.#open.has(reference)) return { optional: 0, unions: 0, free: 0, leaves: 0 };
    this.#open.add(reference);
    const tally = this.count(resolvePointer(this.#root, reference), depth + 1);
    this.#open.delete(reference);
    this.#counted.set(reference, tally);
    return tally;
  }
}

function sum(a: number, b: number): number {
  return Math.min(LIMIT, a + b);
}

function add(to: Tally, more: Tally): void {
  to.optional = sum(to.optional, more.optional);
  to.unions = sum(to.unions, more.unions);
  to.free = sum(to.free, more.free);
  to.leaves = sum(to.leaves, more.leaves);
}

/** Bytes (UTF-8) of the minified schema without descriptions. */
function sizeOf(schema: Node): number {
  return utf8Length(JSON.stringify(withoutDescriptions(schema)));
}

function withoutDescriptions(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutDescriptions);
  if (!isNode(node)) return node;
  const kept = Object.entries(node).filter(([keyword]) => keyword !== 'description');
  return Object.fromEntries(
    kept.map(([keyword, value]) => [
      keyword,
      NAMED.has(keyword) ? eachNamed(value) : DATA.has(keyword) ? value : withoutDescriptions(value),
    ]),
  );
}

/** Keywords whose keys are names, and keywords whose values are data: a `description` there is none. */
const NAMED: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples', 'required']);

function eachNamed(value: unknown): unknown {
  if (!isNode(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutDescriptions(part)]));
}

function utf8Length(text: string): number {
  if (/^[\0-\x7f]*$/.test(text)) return text.length;
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}
