import type { StrictCost, ToolInputSchema } from '../../runtime/contract.js';

type Node = { readonly [keyword: string]: unknown };
interface Sum {
  optional: number;
  unions: number;
  free: number;
  leaves: number;
}

/** Cost of a printed schema in the strict budget, every use of a definition counted. Memoised by definition. */
export function measureCost(schema: ToolInputSchema): StrictCost {
  const memo = new Map<string, Sum>();
  const definitions = new Map(Object.entries(schema.$defs ?? {}));
  const zero = (): Sum => ({ optional: 0, unions: 0, free: 0, leaves: 0 });
  const isNode = (value: unknown): value is Node =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const isUnion = (node: Node) =>
    Array.isArray(node['anyOf']) || (Array.isArray(node['type']) && node['type'].length > 1);
  const isNullable = (node: Node) =>
    (Array.isArray(node['type']) && node['type'].includes('null')) ||
    (Array.isArray(node['anyOf']) && node['anyOf'].some((branch) => isNode(branch) && branch['type'] === 'null'));

  function measure(node: unknown): Sum {
    const sum = zero();
    if (!isNode(node)) return sum;
    const add = (part: Sum) => {
      sum.optional += part.optional;
      sum.unions += part.unions;
      sum.free += part.free;
      sum.leaves += part.leaves;
    };
    if (typeof node['$ref'] === 'string') add(byName(node['$ref'].replace('#/$defs/', '')));
    if (isUnion(node)) sum.unions += 1;
    const required = new Set(Array.isArray(node['required']) ? node['required'] : []);
    for (const [key, property] of Object.entries(isNode(node['properties']) ? node['properties'] : {})) {
      const inner = measure(property);
      add(inner);
      if (inner.leaves === 0) sum.leaves += 1;
      if (required.has(key)) continue;
      sum.optional += 1;
      if (isNode(property) && isUnion(property) && !isNullable(property)) sum.free += 1;
    }
    if (isNode(node['items'])) add(measure(node['items']));
    for (const branch of Array.isArray(node['anyOf']) ? node['anyOf'] : []) add(measure(branch));
    return sum;
  }

  function byName(name: string): Sum {
    const known = memo.get(name);
    if (known) return known;
    memo.set(name, zero());
    const sum = measure(definitions.get(name));
    memo.set(name, sum);
    return sum;
  }

  const { optional, unions, free, leaves } = measure(schema);
  const size = JSON.stringify(schema, (key, value: unknown) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  ).length;
  return { optional, unions, pooled: optional - free + unions, size, leaves };
}
