import type { Schema } from '../../normalize/normalized-spec.js';
import { childrenOf } from './children.js';
import { refName } from './refs.js';

/** Names of the definitions a schema refers to, however deep inside. */
export function referencesIn(schema: Schema): Set<string> {
  const names = new Set<string>();
  const open: Schema[] = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'boolean') continue;
    const name = next.$ref === undefined ? undefined : refName(next.$ref);
    if (name !== undefined) names.add(name);
    open.push(...childrenOf(next));
  }
  return names;
}

export interface Component {
  readonly id: number;
  readonly size: number;
  /** More than one definition, or one that refers to itself. */
  readonly recursive: boolean;
}

/** Strongly connected components of the reference graph, by definition (Tarjan, without recursion). */
export function findComponents(definitions: ReadonlyMap<string, Schema>): ReadonlyMap<string, Component> {
  const edges = new Map([...definitions].map(([name, schema]) => [name, [...referencesIn(schema)]]));
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const found = new Map<string, Component>();
  let id = 0;
  const enter = (name: string) => {
    order.set(name, order.size);
    low.set(name, order.get(name) ?? 0);
    stack.push(name);
    onStack.add(name);
  };
  const lower = (name: string, value: number) => low.set(name, Math.min(low.get(name) ?? 0, value));
  const close = (name: string) => {
    if (low.get(name) !== order.get(name)) return;
    const members = stack.splice(stack.lastIndexOf(name));
    id += 1;
    const recursive = members.length > 1 || (edges.get(name) ?? []).includes(name);
    for (const member of members) {
      onStack.delete(member);
      found.set(member, { id, size: members.length, recursive });
    }
  };
  for (const root of definitions.keys()) {
    if (order.has(root)) continue;
    enter(root);
    const work = [{ name: root, next: 0 }];
    for (let frame = work.at(-1); frame; frame = work.at(-1)) {
      const target = edges.get(frame.name)?.[frame.next];
      frame.next += 1;
      if (target === undefined) {
        work.pop();
        const parent = work.at(-1);
        if (parent) lower(parent.name, low.get(frame.name) ?? 0);
        close(frame.name);
      } else if (definitions.has(target) && !order.has(target)) {
        enter(target);
        work.push({ name: target, next: 0 });
      } else if (onStack.has(target)) lower(frame.name, order.get(target) ?? 0);
    }
  }
  return found;
}
