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
  readonly mapTo: (mapping: Record<string, string>, key: string, target: string | Part, from: Part) => Part | undefined;
  readonly finish: (convert: (part: Part) => Schema) => ReadonlyMap<string, Schema>;
}

export function createDefinitions(context: Context): Definitions {
  const byFile = new Map<SourceFile, Map<string, Part>>();
  const targets: Part[] = [];
  const referred = new Map<Draft, Part>();
  const fixups: { readonly target: Part; readonly apply: (name: string) => void }[] = [];

  const targetOf = (reference: string | Part, from: Part): Part | undefined => {
    const found = typeof reference === 'string' ? resolvePart(context, reference, from) : reference;
    if (!found) return undefined;
    const ofFile = byFile.get(found.file) ?? new Map<string, Part>();
    byFile.set(found.file, ofFile);
    const known = ofFile.get(found.pointer);
    if (known) return known;
    ofFile.set(found.pointer, found);
    targets.push(found);
    return found;
  };

  /**
   * A mapping's value is the name of a schema or a reference; the name wins (OpenAPI 3.1, Discriminator Object). Authors who
   * split a document keep references to its components as they were: what leads nowhere from the file is tried from there.
   */
  const mappedTarget = (value: string, from: Part): Part | undefined => {
    const named = byName(context, value);
    if (named !== undefined) return targetOf(named, root(context));
    const isOfRoot = !leads(context, value, from) && leads(context, value, root(context));
    return targetOf(value, isOfRoot ? root(context) : from);
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
    mapTo(mapping, key, meant, from) {
      const target = typeof meant === 'string' ? mappedTarget(meant, from) : targetOf(meant, from);
      if (!target) return undefined;
      mapping[key] = '';
      fixups.push({
        target,
        apply: (name) => {
          mapping[key] = name;
        },
      });
      return target;
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

const root = ({ spec }: Context): Part => ({ value: spec.root.value, file: spec.root, pointer: '' });

/** A reference to a component of the root document, where there is one of that name. */
function byName(context: Context, value: string): string | undefined {
  const references = ['#/components/schemas/', '#/definitions/'].map(
    (base) => `${base}${encodeURIComponent(escapeToken(value.replace(/\p{Cs}/gu, '\ufffd')))}`,
  );
  return references.find((reference) => leads(context, reference, root(context)));
}

function leads(context: Context, reference: string, { file, pointer }: Part): boolean {
  return !('failure' in context.spec.resolve(reference, file, pointer));
}
