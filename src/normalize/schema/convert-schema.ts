import { type Context, isOldEra } from '../context.js';
import type { Schema } from '../normalized-spec.js';
import { isObjectPart, items, type ObjectPart, own, type Part, quoted } from '../part.js';
import { createDefinitions, type Definitions } from './definitions.js';
import type { Draft, SchemaScope } from './draft.js';
import { readKeywords } from './keywords.js';
import { needsNullBranch, nullableCore, OUTER_KEYWORDS } from './nullable.js';
import { SCHEMA_RULES } from './rules.js';

/** Deeper schemas are cut: real ones stay far below, and the walk is recursive. */
const MAX_DEPTH = 600;

/** Keywords beside a `$ref` that count in the old era: those that only describe. */
const BESIDE_REF: ReadonlySet<string> = new Set([
  '$ref',
  'title',
  'description',
  'deprecated',
  'readOnly',
  'writeOnly',
  'example',
  'examples',
]);

export interface SchemaConverter {
  /** Each schema of the document is converted once; the same part gives the same object. */
  readonly convert: (part: Part) => Schema;
  /** Converts what references lead to, names it, and fills the names in. To be called once, last. */
  readonly finish: () => ReadonlyMap<string, Schema>;
}

export function createSchemaConverter(context: Context): SchemaConverter {
  const memo = new WeakMap<object, Schema>();
  const definitions = createDefinitions(context);
  const oldEra = isOldEra(context);
  let depth = 0;

  const convert = (part: Part): Schema => {
    if (typeof part.value === 'boolean') return part.value;
    if (!isObjectPart(part)) {
      context.report('SCHEMA_INVALID', `A schema is ${quoted(part.value)}, neither an object nor a boolean.`, part);
      if (part.value === 'true' || part.value === 'false') return part.value === 'true';
      const [only, ...others] = items(part);
      return only && others.length === 0 ? convert(only) : {};
    }
    const known = memo.get(part.value);
    if (known !== undefined) return known;
    if (depth >= MAX_DEPTH) {
      context.report('SPEC_TOO_DEEP', 'A schema is nested too deeply; any value is accepted there.', part, {
        severity: 'warning',
      });
      return {};
    }
    depth += 1;
    try {
      return convertObject(part);
    } finally {
      depth -= 1;
    }
  };

  const convertObject = (part: ObjectPart): Schema => {
    const draft: Draft = context.record({}, part);
    memo.set(part.value, draft);
    if (needsNullBranch(part.value)) {
      readKeywords(draft, scopeOf(part, convert, context, definitions), OUTER_KEYWORDS);
      const outer: ObjectPart = { ...part, value: pick(part, (key) => OUTER_KEYWORDS.has(key)) };
      applyRules(draft, scopeOf(outer, convert, context, definitions));
      draft.anyOf = [convert({ ...part, value: nullableCore(part.value) }), { type: 'null' }];
      return draft;
    }
    const read = oldEra ? withoutIgnoredSiblings(part, context) : part;
    const scope = scopeOf(read, convert, context, definitions);
    readKeywords(draft, scope);
    applyRules(draft, scope);
    return draft;
  };

  return { convert, finish: () => definitions.finish(convert) };
}

function applyRules(draft: Draft, scope: SchemaScope): void {
  for (const rule of SCHEMA_RULES) rule.apply(draft, scope);
}

/** 2.0 and 3.0: what stands beside a `$ref` is ignored (Reference Object), but for words about it. */
function withoutIgnoredSiblings(part: ObjectPart, context: Context): ObjectPart {
  if (typeof own(part.value, '$ref') !== 'string') return part;
  const ignored = Object.keys(part.value).filter((key) => !BESIDE_REF.has(key) && !key.startsWith('x-'));
  if (ignored.length === 0) return part;
  const message = `${ignored.map(quoted).join(', ')} beside \`$ref\` means nothing in this version.`;
  context.report('KEYWORD_UNSUPPORTED', message, part, { severity: 'info' });
  return { ...part, value: pick(part, (key) => BESIDE_REF.has(key)) };
}

function pick(part: ObjectPart, wanted: (key: string) => boolean): ObjectPart['value'] {
  return Object.fromEntries(Object.entries(part.value).filter(([key]) => wanted(key)));
}

function scopeOf(
  part: ObjectPart,
  convert: (part: Part) => Schema,
  context: Context,
  definitions: Definitions,
): SchemaScope {
  return {
    context,
    part,
    convert,
    refer: (draft, reference) => definitions.refer(draft, reference, part),
    mapTo: (mapping, key, target) => definitions.mapTo(mapping, key, target, part),
  };
}
