import { escapeToken } from '../../diagnostics/pointer.js';
import type { SourceFile } from '../../load/loaded-spec.js';
import type { Context } from '../context.js';
import { resolvePart } from '../follow.js';
import type { Schema } from '../normalized-spec.js';
import type { Part } from '../part.js';
import { breakLoops } from './break-loops.js';
import { nameDefinitions } from './definition-names.js';
import type { Draft } from './draft.js';

/** The schemas that references lead to. Each has one entry; names are given when all are known. */
export interface Definitions {
  readonly refer: (draft: Draft, reference: string, from: Part) => boolean;
  readonly mapTo: (mapping: Record<string, string>, key: string, reference: string, from: Part) => boolean;
  readonly finish: (convert: (part: Part) => Schema) => ReadonlyMap<string, Schema>;
}

export function createDefinitions(context: Context): Definitions {
  const byFile = new Map<SourceFile, Map<string, Part>>();
  const targets: Part[] = [];
  const referred = new Map<Draft, Part>();
  const fixups: { readonly target: Part; readonly apply: (name: string) => void }[] = [];

  const targetOf = (reference: string, from: Part): Part | undefined => {
    const found = resolvePart(context, reference, from);
    if (!found) return undefined;
    const ofFile = byFile.get(found.file) ?? new Map<string, Part>();
    byFile.set(found.file, ofFile);
    const known = ofFile.get(found.pointer);
    if (known) return known;
    ofFile.set(found.pointer, found);
    targets.push(found);
    return found;
  };

  return {
    refer(draft, reference, from) {
      const target = targetOf(reference, from);
      if (!target) return false;
      // Takes its place now, so that the order of keys does not depend on when the name is known.
      draft.$ref = '';
      referred.set(draft, target);
      fixups.push({
        target,
        apply: (name) => {
          if (draft.$ref !== undefined) draft.$ref = `#/$defs/${escapeToken(name)}`;
        },
      });
      return true;
    },
    mapTo(mapping, key, reference, from) {
      const named = asReference(context, reference);
      const target = targetOf(named, named === reference ? from : { ...from, file: context.spec.root, pointer: '' });
      if (!target) return false;
      mapping[key] = '';
      fixups.push({
        target,
        apply: (name) => {
          mapping[key] = name;
        },
      });
      return true;
    },
    finish(convert) {
      const schemas = new Map<Part, Schema>();
      // The list grows while definitions refer to others.
      for (const target of targets) schemas.set(target, convert(target));
      const names = nameDefinitions(targets, context.spec.root);
      const definitions = new Map(targets.map((target) => [names.get(target) ?? '', schemas.get(target) ?? {}]));
      breakLoops(
        definitions,
        (draft) => {
          const target = referred.get(draft);
          return target && schemas.get(target);
        },
        context,
      );
      for (const { target, apply } of fixups) apply(names.get(target) ?? '');
      return definitions;
    },
  };
}

/** A mapping's value is the name of a schema or a reference; the name wins (OpenAPI 3.1, Discriminator Object). */
function asReference(context: Context, value: string): string {
  const { root } = context.spec;
  for (const base of ['#/components/schemas/', '#/definitions/']) {
    const reference = `${base}${encodeURIComponent(escapeToken(value))}`;
    if (!('failure' in context.spec.resolve(reference, root))) return reference;
  }
  return value;
}
