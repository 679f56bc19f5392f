import type { Schema, SchemaObject } from '../../normalize/normalized-spec.js';
import { childrenOf } from './children.js';
import { bareRef, refName } from './refs.js';

/** Names of the definitions a schema refers to, however deep inside. */
function referencesIn(schema: Schema, lookup: (name: string) => Schema | undefined = () => undefined): Set<string> {
  const names = new Set<string>();
  const seen = new Set<Schema>();
  const open: Schema[] = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'boolean' || seen.has(next)) continue;
    seen.add(next);
    const name = next.$ref === undefined ? undefined : refName(next.$ref);
    if (name !== undefined) names.add(name);
    if (isBase(next)) for (const target of Object.values(next.discriminator?.mapping ?? {})) names.add(target);
    const [bases, parts] = basesOf(next, lookup);
    open.push(...parts, ...bases.flatMap(childrenOf));
  }
  return names;
}

/** A schema whose alternatives are the schemas that extend it. */
function isBase({ discriminator, oneOf, anyOf }: SchemaObject): boolean {
  return discriminator !== undefined && !oneOf && !anyOf;
}

/** What extends a base takes over its properties, not its alternatives. */
function basesOf(schema: SchemaObject, lookup: (name: string) => Schema | undefined): [SchemaObject[], Schema[]] {
  const bases: SchemaObject[] = [];
  const parts = childrenOf(schema).filter((part) => {
    const name = schema.allOf?.includes(part) ? bareRef(part) : undefined;
    const target = name === undefined ? undefined : lookup(name);
    if (typeof target !== 'object' || !isBase(target)) return true;
    bases.push(target);
    return false;
  });
  return [bases, parts];
}

export interface Component {
  readonly id: number;
  readonly size: number;
  /** More than one definition, or one that refers to itself. */
  readonly recursive: boolean;
}

/** Strongly connected components of the reference graph, by definition (Tarjan, without recursion). */
export function findComponents(definitions: ReadonlyMap<string, Schema>): ReadonlyMap<string, Component> {
  const edges = new Map(
    [...definitions].map(([name, schema]) => [
      name,
      [...referencesIn(schema, (target) => definitions.get(target))].filter((target) => definitions.has(target)),
    ]),
  );
  const search = new Search(edges);
  for (const root of definitions.keys()) search.from(root);
  return search.found;
}

class Search {
  readonly found = new Map<string, Component>();
  readonly #edges: ReadonlyMap<string, readonly string[]>;
  readonly #order = new Map<string, number>();
  readonly #low = new Map<string, number>();
  readonly #stack: string[] = [];
  readonly #onStack = new Set<string>();

  constructor(edges: ReadonlyMap<string, readonly string[]>) {
    this.#edges = edges;
  }

  from(root: string): void {
    if (this.#order.has(root)) return;
    this.#enter(root);
    const work = [{ name: root, next: 0 }];
    for (let frame = work.at(-1); frame; frame = work.at(-1)) {
      const target = this.#edges.get(frame.name)?.[frame.next];
      frame.next += 1;
      if (target === undefined) {
        work.pop();
        const parent = work.at(-1);
        if (parent) this.#lower(parent.name, this.#low.get(frame.name) ?? 0);
        this.#close(frame.name);
      } else if (!this.#order.has(target)) {
        this.#enter(target);
        work.push({ name: target, next: 0 });
      } else if (this.#onStack.has(target)) this.#lower(frame.name, this.#order.get(target) ?? 0);
    }
  }

  #enter(name: string): void {
    this.#low.set(name, this.#order.size);
    this.#order.set(name, this.#order.size);
    this.#stack.push(name);
    this.#onStack.add(name);
  }

  #lower(name: string, value: number): void {
    this.#low.set(name, Math.min(this.#low.get(name) ?? 0, value));
  }

  #close(name: string): void {
    if (this.#low.get(name) !== this.#order.get(name)) return;
    const members = this.#stack.splice(this.#stack.lastIndexOf(name));
    const recursive = members.length > 1 || (this.#edges.get(name) ?? []).includes(name);
    const component = { id: this.found.size, size: members.length, recursive };
    for (const member of members) {
      this.#onStack.delete(member);
      this.found.set(member, component);
    }
  }
}
