import type { Context } from '../context.js';
import { allEntries, child, items, own, type Part } from '../part.js';

/** A schema that extends another one through `allOf`. */
export interface Derived {
  /** The value that tells it: that of `x-ms-discriminator-value`, else the schema's name (OpenAPI, Discriminator Object). */
  readonly tag: string;
  readonly part: Part;
}

interface Family {
  /** Direct heirs by the place of the schema that they extend. */
  readonly heirs: ReadonlyMap<string, readonly Derived[]>;
  /** The tags of all named schemas, heirs or not, by place. */
  readonly tags: ReadonlyMap<string, string>;
}

/** References in a row; more is a circle. */
const MAX_HOPS = 20;

const known = new WeakMap<Context, Family>();

/** The schemas that extend the one given, in whatever file and however far down, in the order of the files. */
export function derivedFrom(context: Context, part: Part): readonly Derived[] {
  const { heirs } = familyOf(context);
  const found = new Map<string, Derived>();
  const start = placeOf(part);
  const open = [start];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    for (const heir of heirs.get(next) ?? []) {
      const place = placeOf(endOf(context, heir.part));
      if (place === start || found.has(place)) continue;
      found.set(place, heir);
      open.push(place);
    }
  }
  return [...found.values()];
}

/** What a schema stands for: the end of a chain of references without anything else to them. */
export function endOf(context: Context, part: Part): Part {
  let end = part;
  for (let hops = 0; hops < MAX_HOPS; hops += 1) {
    const reference = own(end.value, '$ref');
    const next = typeof reference === 'string' ? targetOf(context, reference, end) : undefined;
    if (!next) break;
    end = next;
  }
  return end;
}

/** A part as a key of maps. */
export function placeOf({ file, pointer }: Part): string {
  return `${file.name}#${pointer}`;
}

/** The value that tells a schema from those that extend it. */
export function tagOf(context: Context, part: Part): string | undefined {
  const last = part.pointer === '' ? undefined : part.pointer.split('/').at(-1);
  return familyOf(context).tags.get(placeOf(part)) ?? last;
}

function familyOf(context: Context): Family {
  const family = known.get(context) ?? findFamily(context);
  known.set(context, family);
  return family;
}

function findFamily(context: Context): Family {
  const heirs = new Map<string, Derived[]>();
  const tags = new Map<string, string>();
  for (const [name, part] of namedSchemas(context)) {
    const end = endOf(context, part);
    if (tags.has(placeOf(end))) continue;
    const told = own(end.value, 'x-ms-discriminator-value');
    const heir = { tag: typeof told === 'string' ? told : name, part };
    tags.set(placeOf(end), heir.tag);
    for (const branch of items(child(end, 'allOf'))) {
      if (typeof own(branch.value, '$ref') !== 'string') continue;
      const base = placeOf(endOf(context, branch));
      heirs.set(base, [...(heirs.get(base) ?? []), heir]);
    }
  }
  return { heirs, tags };
}

/** The components of every file, the root's first, then the files that are one schema, under the name of the file. */
function namedSchemas({ spec }: Context): readonly (readonly [string, Part])[] {
  const documents = spec.files.map((file): Part => ({ value: file.value, file, pointer: '' }));
  const components = documents.flatMap((document) => {
    const holder = child(document, 'components');
    return [holder && child(holder, 'schemas'), child(document, 'definitions')].flatMap(allEntries);
  });
  const whole = documents.slice(1).map((part): readonly [string, Part] => {
    const name = part.file.name.split('/').at(-1) ?? part.file.name;
    return [name.replace(/\.(?:json|ya?ml)$/i, ''), part];
  });
  return [...components, ...whole];
}

function targetOf(context: Context, reference: string, from: Part): Part | undefined {
  const found = context.spec.resolve(reference, from.file, from.pointer);
  return 'failure' in found ? undefined : { value: found.value, file: found.file, pointer: found.location.pointer };
}
