import type { Shape, WrittenNode, WrittenProperty } from '../written/node.js';
import { usesOf } from '../written/node.js';
import type { Meter } from './measure.js';

/** `{"$ref":"#/$defs/"},` */
const REF_CHARS = 24;

/**
 * Keys in `$defs` of the definitions that are written once: named objects, lists, unions and longer enums used twice or
 * more, where the whole gets shorter.
 */
export function chooseShared(properties: readonly WrittenProperty[], meter: Meter): ReadonlyMap<Shape, string> {
  const order = topological(properties);
  const uses = new Map<Shape, number>();
  const shared = new Map<Shape, string>();
  const taken = new Set<string>();
  const count = ({ shape }: WrittenNode, times: number) =>
    uses.set(shape, Math.min((uses.get(shape) ?? 0) + times, 1e9));
  for (const { node } of properties) count(node, 1);
  for (const node of order) {
    const times = uses.get(node.shape) ?? 0;
    const isShared = times > 1 && isShareable(node) && saves(node, times, meter);
    if (isShared) shared.set(node.shape, definitionKey(node.name ?? 'value', taken));
    for (const use of usesOf(node)) count(use.node, isShared ? 1 : times);
  }
  return shared;
}

function isShareable({ name, shape }: WrittenNode): boolean {
  if (name === undefined || shape.kind === 'json') return false;
  if (shape.kind !== 'scalar') return true;
  const members = shape.schema['enum'];
  return Array.isArray(members) && members.length > 3;
}

function saves(node: WrittenNode, times: number, meter: Meter): boolean {
  const chars = meter.use({ node }).chars;
  const name = node.name?.length ?? 0;
  return (times - 1) * chars > times * (REF_CHARS + name) + name + 6;
}

function definitionKey(name: string, taken: Set<string>): string {
  const base =
    name
      .replace(/[^a-zA-Z0-9_.-]+/g, '_')
      .replace(/^_+/, '')
      .slice(0, 60) || 'Value';
  let key = base;
  for (let count = 2; taken.has(key); count += 1) key = `${base}_${count}`;
  taken.add(key);
  return key;
}

/** Every shape once, each before those inside it. */
function topological(properties: readonly WrittenProperty[]): WrittenNode[] {
  const done = new Set<Shape>();
  const order: WrittenNode[] = [];
  const visit = (node: WrittenNode) => {
    if (done.has(node.shape)) return;
    done.add(node.shape);
    for (const use of [...usesOf(node)].reverse()) visit(use.node);
    order.push(node);
  };
  for (const { node } of [...properties].reverse()) visit(node);
  return order.reverse();
}
