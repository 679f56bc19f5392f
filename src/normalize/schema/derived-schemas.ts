import type { SourceFile } from '../../load/loaded-spec.js';
import type { Context } from '../context.js';
import { allEntries, child, items, own, type Part } from '../part.js';

/** A schema that extends another one through `allOf`. */
export interface Derived {
  /** The value that tells it: that of `x-ms-discriminator-value`, else the schema's name (OpenAPI, Discriminator Object). */
  readonly tag: string;
  readonly reference: string;
}

type Heirs = ReadonlyMap<string, readonly { readonly pointer: string; readonly tag: string }[]>;

const known = new WeakMap<Context, Heirs>();

/** The schemas of the root document that extend the one at a place, however far down, in document order. */
export function derivedFrom(context: Context, part: Part): readonly Derived[] {
  if (part.file !== context.spec.root) return [];
  const heirs = known.get(context) ?? findHeirs(context);
  known.set(context, heirs);
  const found = new Map<string, Derived>();
  const open = [part.pointer];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    for (const { pointer, tag } of heirs.get(next) ?? []) {
      if (pointer === part.pointer || found.has(pointer)) continue;
      found.set(pointer, { tag, reference: `#${encodeURI(pointer)}` });
      open.push(pointer);
    }
  }
  return [...found.values()];
}

/** Direct heirs by the pointer of what they extend. */
function findHeirs(context: Context): Heirs {
  const { root } = context.spec;
  const heirs = new Map<string, { pointer: string; tag: string }[]>();
  const document: Part = { value: root.value, file: root, pointer: '' };
  const components = child(document, 'components');
  for (const schemas of [components && child(components, 'schemas'), child(document, 'definitions')]) {
    for (const [name, schema] of allEntries(schemas)) {
      const told = own(schema.value, 'x-ms-discriminator-value');
      const tag = typeof told === 'string' ? told : name;
      for (const branch of items(child(schema, 'allOf'))) {
        const base = baseOf(context, own(branch.value, '$ref'), root);
        if (base === undefined) continue;
        heirs.set(base, [...(heirs.get(base) ?? []), { pointer: schema.pointer, tag }]);
      }
    }
  }
  return heirs;
}

function baseOf(context: Context, reference: unknown, root: SourceFile): string | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  const found = context.spec.resolve(reference, root);
  return 'failure' in found ? undefined : found.location.pointer;
}
