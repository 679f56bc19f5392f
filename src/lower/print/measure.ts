import type { WrittenNode, WrittenUse } from '../written/node.js';
import { usesOf } from '../written/node.js';
import type { JsonWords } from './json-words.js';

/** What a place costs, references expanded at every use. */
export interface Cost {
  readonly optional: number;
  readonly unions: number;
  /** Optional properties that are unions without null: they become required-with-null for nothing. */
  readonly free: number;
  /** Characters of JSON, roughly. */
  readonly chars: number;
  /** Properties, and how many places take JSON text. */
  readonly fields: number;
  readonly texts: number;
}

export const NOTHING: Cost = { optional: 0, unions: 0, free: 0, chars: 0, fields: 0, texts: 0 };

export function pooled({ optional, unions, free }: Cost): number {
  return optional - free + unions;
}

export function add(a: Cost, b: Cost, sign = 1): Cost {
  return {
    optional: a.optional + sign * b.optional,
    unions: a.unions + sign * b.unions,
    free: a.free + sign * b.free,
    chars: a.chars + sign * b.chars,
    fields: a.fields + sign * b.fields,
    texts: a.texts + sign * b.texts,
  };
}

export interface Meter {
  readonly use: (use: WrittenUse) => Cost;
  readonly property: (property: WrittenUse & { readonly key: string; readonly required: boolean }) => Cost;
  /** Characters of a node's own text and keywords, without what lies inside. */
  readonly own: (node: WrittenNode) => number;
}

/** Measures written nodes; memoised, so that shared definitions are measured once. */
export function createMeter(jsonWords: JsonWords): Meter {
  const memo = new WeakMap<WrittenNode, Cost>();
  const meter: Meter = { use: measureUse, property: measureProperty, own };

  function measure(node: WrittenNode): Cost {
    const known = memo.get(node);
    if (known) return known;
    const { shape } = node;
    let cost: Cost = {
      ...NOTHING,
      chars: own(node),
      unions: shape.kind === 'union' || node.nullable ? 1 : 0,
      texts: shape.kind === 'json' ? 1 : 0,
    };
    if (shape.kind === 'object') for (const property of shape.properties) cost = add(cost, measureProperty(property));
    if (shape.kind === 'object' && shape.rest) cost = add(cost, measureUse(shape.rest.value));
    if (shape.kind !== 'object') for (const use of usesOf(node)) cost = add(cost, measureUse(use));
    memo.set(node, cost);
    return cost;
  }

  function measureUse(use: WrittenUse): Cost {
    const cost = measure(use.node);
    const text = use.text === undefined ? 0 : Math.max(0, use.text.length - (use.node.text?.length ?? -18));
    return text === 0 ? cost : { ...cost, chars: cost.chars + text };
  }

  function measureProperty(property: WrittenUse & { readonly key: string; readonly required: boolean }): Cost {
    const cost = measureUse(property);
    const chars = cost.chars + property.key.length * (property.required ? 2 : 1) + (property.required ? 7 : 4);
    const fields = cost.fields + 1;
    if (property.required) return { ...cost, chars, fields };
    const free = property.node.shape.kind === 'union' && !property.node.nullable ? 1 : 0;
    return { ...cost, chars, fields, optional: cost.optional + 1, free: cost.free + free };
  }

  function own(node: WrittenNode): number {
    const { shape } = node;
    const words = shape.kind === 'json' ? [jsonWords(node.source, shape.free), ...node.words] : node.words;
    const text = (node.text?.length ?? 0) + words.reduce((sum, part) => sum + part.length + 2, 0);
    return (
      (text > 0 ? text + 18 : 0) +
      (node.nullable ? 12 : 0) +
      BASE[shape.kind] +
      (shape.kind === 'scalar' ? JSON.stringify(shape.schema).length : 0)
    );
  }

  return meter;
}

const BASE = { scalar: 0, json: 17, object: 75, map: 170, array: 26, union: 12 } as const;
