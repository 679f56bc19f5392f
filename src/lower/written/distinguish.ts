import type { JsonValue } from '../../runtime/contract.js';
import type { WrittenNode, WrittenUse } from './node.js';
import { usesOf } from './node.js';

const encoded = new WeakMap<WrittenNode, boolean>();

/** True when a value at this place or below is written differently from its natural form. */
function isEncoded(node: WrittenNode): boolean {
  const known = encoded.get(node);
  if (known !== undefined) return known;
  const { shape } = node;
  const here =
    shape.kind === 'map' ||
    shape.kind === 'json' ||
    (shape.kind === 'object' && (shape.rest !== undefined || shape.properties.some(({ key, name }) => key !== name)));
  const answer = here || usesOf(node).some((use) => isEncoded(use.node));
  encoded.set(node, answer);
  return answer;
}

/** JSON types a value at a place can have, in the natural and in the written form. */
function jsonTypes(node: WrittenNode): { natural: Set<string>; written: Set<string> } {
  const { shape } = node;
  const both = (types: string[]) => ({ natural: new Set(types), written: new Set(types) });
  switch (shape.kind) {
    case 'scalar':
      // Digits in a string stand for an integer of 64 bits.
      if (shape.int64) return both(['number', 'string']);
      return both([shape.schema['type'] === 'integer' ? 'number' : String(shape.schema['type'])]);
    case 'array':
      return both(['array']);
    case 'object':
      return both(['object']);
    case 'map':
      return { natural: new Set(['object']), written: new Set(['array']) };
    case 'json':
      return {
        natural: new Set(['string', 'number', 'boolean', 'array', 'object', 'null']),
        written: new Set(['string']),
      };
    default: {
      const inner = shape.branches.map(({ node: branch }) => jsonTypes(branch));
      return {
        natural: new Set(inner.flatMap(({ natural }) => [...natural])),
        written: new Set(inner.flatMap(({ written }) => [...written])),
      };
    }
  }
}

/** True when each value tells which branch it belongs to, before and after encoding, wherever that makes a difference. */
export function areDistinguishable(branches: readonly WrittenUse[]): boolean {
  return branches.every(({ node: a }, index) =>
    branches.slice(index + 1).every(({ node: b }) => (!isEncoded(a) && !isEncoded(b)) || apart(a, b)),
  );
}

function apart(a: WrittenNode, b: WrittenNode): boolean {
  return haveOtherTypes(a, b) || hasTags(a, b) || needsOwnKey(a, b) || needsOwnKey(b, a);
}

/** No JSON type is common to both, in neither form. */
function haveOtherTypes(a: WrittenNode, b: WrittenNode): boolean {
  const left = jsonTypes(a);
  const right = jsonTypes(b);
  const disjoint = (x: ReadonlySet<string>, y: ReadonlySet<string>) => ![...x].some((type) => y.has(type));
  return disjoint(left.natural, right.natural) && disjoint(left.written, right.written);
}

/** Both require a property with different literals, or of different types. */
function hasTags(a: WrittenNode, b: WrittenNode): boolean {
  if (a.shape.kind !== 'object' || b.shape.kind !== 'object') return false;
  const other = b.shape.properties;
  return a.shape.properties.some((property) => {
    const match = other.find(({ key, name }) => key === property.key && name === property.name);
    if (!match || !property.required || !match.required || property.node.nullable || match.node.nullable) return false;
    if (haveOtherTypes(property.node, match.node)) return true;
    const left = literals(property.node);
    const right = literals(match.node);
    return left !== undefined && right !== undefined && !left.some((value) => right.includes(value));
  });
}

function literals({ shape }: WrittenNode): string[] | undefined {
  if (shape.kind !== 'scalar') return undefined;
  const { enum: members, const: only } = shape.schema;
  const values = only === undefined ? (members as readonly JsonValue[] | undefined) : [only];
  return values?.map((value) => JSON.stringify(value).toLowerCase());
}

/** `a` requires a key that a closed `b` does not have. */
function needsOwnKey(a: WrittenNode, b: WrittenNode): boolean {
  if (a.shape.kind !== 'object' || b.shape.kind !== 'object' || a.shape.rest || b.shape.rest) return false;
  const keys = new Set(b.shape.properties.flatMap(({ key, name }) => [key, name]));
  return a.shape.properties.some(
    ({ key, name, required, node }) => required && !node.nullable && !keys.has(key) && !keys.has(name),
  );
}
