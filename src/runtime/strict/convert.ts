import type { ToolInputSchema } from '../contract.js';
import { escapeStep, isNode, isNullable, isUnion, type Node, optionalKeys, partsOf } from './schema-parts.js';

/** An optional, non-nullable property that can be made required with null instead. */
export interface Conversion {
  /** Pointer of the property's schema in the `input_schema`. */
  readonly pointer: string;
  /** How many times the place counts: once, or as often as its definition is used. */
  readonly uses: number;
  /** True where the property is a union already, so that null costs no further one. */
  readonly free: boolean;
}

/** Every place that can be converted, in document order. Linear in the schema's length. */
export function conversionsOf(root: Node): Conversion[] {
  const containers = containersOf(root);
  const uses = usesOf(root, containers);
  return containers.flatMap(({ steps, nodes, name }) => {
    const times = name === undefined ? 1 : (uses.get(name) ?? 0);
    if (times === 0) return [];
    return nodes.flatMap((each) =>
      optionalKeys(each.node).flatMap((key): Conversion[] => {
        const properties = each.node['properties'];
        const schema = isNode(properties) ? properties[key] : undefined;
        if (!isNode(schema) || isNullable(schema, root)) return [];
        return [
          { pointer: pointerOf([...steps, ...each.steps, 'properties', key]), uses: times, free: isUnion(schema) },
        ];
      }),
    );
  });
}

const pointerOf = (steps: readonly string[]): string => steps.map((step) => `/${escapeStep(step)}`).join('');

interface Container {
  /** Name of the definition; undefined for the root. */
  readonly name?: string;
  readonly steps: readonly string[];
  readonly nodes: readonly { readonly steps: readonly string[]; readonly node: Node }[];
}

function containersOf(root: Node): Container[] {
  const definitions = isNode(root['$defs']) ? Object.entries(root['$defs']) : [];
  return [
    { steps: [], nodes: nodesBelow(root) },
    ...definitions.map(([name, node]) => ({ name, steps: ['$defs', name], nodes: nodesBelow(node) })),
  ];
}

/** A schema and all its parts, references not followed, in document order. */
function nodesBelow(start: unknown): { steps: readonly string[]; node: Node }[] {
  const found: { steps: readonly string[]; node: Node }[] = [];
  const waiting: [readonly string[], unknown][] = [[[], start]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [steps, node] = next;
    if (!isNode(node)) continue;
    found.push({ steps, node });
    for (const [more, part] of partsOf(node).reverse()) waiting.push([[...steps, ...more], part]);
  }
  return found;
}

/** How often each definition is used once all references are written out. */
function usesOf(root: Node, containers: readonly Container[]): Map<string, number> {
  const users = new Map<string, { by: string | undefined; times: number }[]>();
  for (const { name, nodes } of containers) {
    const counts = new Map<string, number>();
    for (const { node } of nodes) {
      const target = typeof node['$ref'] === 'string' ? definitionName(node['$ref']) : undefined;
      if (target !== undefined) counts.set(target, (counts.get(target) ?? 0) + 1);
    }
    for (const [target, times] of counts) users.set(target, [...(users.get(target) ?? []), { by: name, times }]);
  }
  const known = new Map<string, number>();
  const usesOfOne = (name: string, depth: number): number => {
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, 0);
    const uses = (users.get(name) ?? []).reduce((total, { by, times }) => {
      const factor = by === undefined ? 1 : depth > 1500 ? Number.MAX_SAFE_INTEGER : usesOfOne(by, depth + 1);
      return Math.min(Number.MAX_SAFE_INTEGER, total + factor * times);
    }, 0);
    known.set(name, uses);
    return uses;
  };
  return new Map(Object.keys(isNode(root['$defs']) ? root['$defs'] : {}).map((name) => [name, usesOfOne(name, 0)]));
}

function definitionName(reference: string): string | undefined {
  const name = /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1];
  return name?.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The schema with the properties at the pointers required and open to null. The given schema stays as it is. */
export function convertSchema(schema: ToolInputSchema, pointers: readonly string[]): ToolInputSchema {
  const wanted = new Set(pointers);
  return rewrite(schema, '', wanted) as ToolInputSchema;
}

function rewrite(value: unknown, pointer: string, wanted: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((part, index) => rewrite(part, `${pointer}/${index}`, wanted));
  if (!isNode(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const place = `${pointer}/${escapeStep(key)}`;
      const inner = rewrite(part, place, wanted);
      return [key, wanted.has(place) && isNode(inner) ? withNull(inner) : inner];
    }),
  );
  return withRequired(copy, `${pointer}/properties`, wanted);
}

function withRequired(node: Node, pointer: string, wanted: ReadonlySet<string>): Node {
  if (!isNode(node['properties'])) return node;
  const before = new Set<unknown>(Array.isArray(node['required']) ? node['required'] : []);
  const keys = Object.keys(node['properties']);
  if (!keys.some((key) => wanted.has(`${pointer}/${escapeStep(key)}`))) return node;
  return { ...node, required: keys.filter((key) => before.has(key) || wanted.has(`${pointer}/${escapeStep(key)}`)) };
}

/** A plain scalar becomes a list of types, a union gains a branch, everything else becomes a union with null. */
function withNull(node: Node): Node {
  const { type, anyOf, description, ...rest } = node;
  const isLiteral = Object.hasOwn(node, 'enum') || Object.hasOwn(node, 'const');
  if (Array.isArray(anyOf)) return { ...node, anyOf: [...anyOf, { type: 'null' }] };
  if (Array.isArray(type) && !isLiteral) return { ...node, type: [...type, 'null'] };
  if (typeof type === 'string' && !isLiteral && type !== 'object' && type !== 'array') {
    return { ...node, type: [type, 'null'] };
  }
  return {
    anyOf: [{ ...(type !== undefined && { type }), ...rest }, { type: 'null' }],
    ...(description !== undefined && { description }),
  };
}
