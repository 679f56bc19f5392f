import { areDistinguishable } from '../written/distinguish.js';
import type { WrittenNode, WrittenProperty, WrittenUse } from '../written/node.js';
import { jsonNode } from '../written/write-schema.js';

export type IsCostly = (node: WrittenNode) => boolean;

/** Applies one rung: every costly subtree `levels` objects down becomes JSON text. Unchanged nodes keep their identity. */
export function createCutter(isCostly: IsCostly): (property: WrittenProperty, levels: number) => WrittenProperty {
  const memo = new WeakMap<WrittenNode, Map<number, WrittenNode>>();

  function cut(node: WrittenNode, levels: number): WrittenNode {
    if (node.shape.kind === 'json' || node.shape.kind === 'scalar') return node;
    if (levels <= 0) return isCostly(node) ? asJson(node) : node;
    const known = memo.get(node)?.get(levels);
    if (known) return known;
    const result = rebuild(node, (use, below) => cut(use.node, below ? levels - 1 : levels));
    const inner = memo.get(node) ?? new Map<number, WrittenNode>();
    memo.set(node, inner.set(levels, result));
    return result;
  }

  return (property, levels) => {
    const node = cut(property.node, levels);
    return node === property.node ? property : { ...property, node };
  };
}

/** The same place as JSON text. */
function asJson(node: WrittenNode): WrittenNode {
  return { ...jsonNode(node.source), ...(node.text !== undefined && { text: node.text }) };
}

/** A node with the nodes inside changed; the node itself when nothing changes. `below`: one object further down. */
export function rebuild(node: WrittenNode, change: (use: WrittenUse, below: boolean) => WrittenNode): WrittenNode {
  const { shape } = node;
  const swap = <U extends WrittenUse>(use: U, below: boolean): U => {
    const next = change(use, below);
    return next === use.node ? use : { ...use, node: next };
  };
  const same = <U>(before: readonly U[], after: readonly U[]) => before.every((use, index) => use === after[index]);
  switch (shape.kind) {
    case 'object': {
      const properties = shape.properties.map((property) => swap(property, true));
      const rest = shape.rest && { ...shape.rest, value: swap(shape.rest.value, true) };
      if (same(shape.properties, properties) && rest?.value === shape.rest?.value) return node;
      return { ...node, shape: { kind: 'object', properties, ...(rest && { rest }) } };
    }
    case 'map': {
      const value = swap(shape.value, true);
      return value === shape.value ? node : { ...node, shape: { kind: 'map', value } };
    }
    case 'array': {
      const items = swap(shape.items, false);
      return items === shape.items ? node : { ...node, shape: { ...shape, items } };
    }
    case 'union': {
      const branches = shape.branches.map((branch) => swap(branch, false));
      if (same(shape.branches, branches)) return node;
      return areDistinguishable(branches) ? { ...node, shape: { kind: 'union', branches } } : asJson(node);
    }
    default:
      return node;
  }
}
