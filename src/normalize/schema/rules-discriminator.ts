import { allEntries, child, items, own, quoted } from '../part.js';
import { derivedFrom, endOf, placeOf, tagOf } from './derived-schemas.js';
import type { Draft, SchemaRule, SchemaScope } from './draft.js';

function readDiscriminator(draft: Draft, scope: SchemaScope): void {
  const part = child(scope.part, 'discriminator');
  if (!part) return;
  // 2.0: the property's name alone.
  const propertyName = typeof part.value === 'string' ? part.value : own(part.value, 'propertyName');
  if (typeof propertyName !== 'string') {
    scope.context.report('SCHEMA_INVALID', '`discriminator` has no `propertyName`.', part);
    return;
  }
  const mapping: Record<string, string> = Object.create(null);
  const named = new Set<string>();
  const mapped = new Set<string>();
  for (const [value, entry] of allEntries(child(part, 'mapping'))) {
    if (typeof entry.value !== 'string') {
      scope.context.report('SCHEMA_INVALID', `The mapping of ${quoted(value)} is not text.`, entry);
      continue;
    }
    const target = scope.mapTo(mapping, value, entry.value);
    if (!target) continue;
    named.add(entry.value);
    mapped.add(placeOf(endOf(scope.context, target)));
  }
  mapByName(mapping, named, scope);
  mapDerived(mapping, mapped, scope);
  draft.discriminator = { propertyName, mapping };
}

/** A branch that the mapping does not name stands under the name of its schema (OpenAPI, Discriminator Object). */
function mapByName(mapping: Record<string, string>, named: ReadonlySet<string>, scope: SchemaScope): void {
  for (const key of ['oneOf', 'anyOf']) {
    for (const branch of items(child(scope.part, key))) {
      const reference = own(branch.value, '$ref');
      if (typeof reference !== 'string') continue;
      const name = reference.split('/').at(-1) ?? reference;
      if (named.has(reference) || named.has(name) || Object.hasOwn(mapping, name)) continue;
      scope.mapTo(mapping, name, reference);
    }
  }
}

/** Without a union the schemas that extend this one are the alternatives; in 2.0 there is no other way to say so. */
function mapDerived(mapping: Record<string, string>, mapped: ReadonlySet<string>, scope: SchemaScope): void {
  if (child(scope.part, 'oneOf') || child(scope.part, 'anyOf')) return;
  const isImplicit = mapped.size === 0;
  for (const { tag, part } of derivedFrom(scope.context, scope.part)) {
    if (mapped.has(placeOf(endOf(scope.context, part))) || Object.hasOwn(mapping, tag)) continue;
    scope.mapTo(mapping, tag, part);
  }
  const own = tagOf(scope.context, scope.part);
  const hasHeirs = Object.keys(mapping).length > 0;
  if (isImplicit && hasHeirs && own !== undefined && !Object.hasOwn(mapping, own)) {
    scope.mapTo(mapping, own, `#${encodeURI(scope.part.pointer.replace(/\p{Cs}/gu, '\ufffd'))}`);
  }
}

export const rules: readonly SchemaRule[] = [{ name: 'discriminator', apply: readDiscriminator }];
