import { own, type RawObject } from '../part.js';

/** `nullable` of 3.0 and the extension that stands for it in 2.0 documents. Met in every version. */
export function isNullable(raw: RawObject): boolean {
  return own(raw, 'nullable') === true || own(raw, 'x-nullable') === true;
}

const COMPOSITION = ['$ref', 'allOf', 'oneOf', 'anyOf', 'not', 'if'] as const;

/** From these a type is inferred where none is given, which must not rule null out. */
const TYPED = [
  'properties',
  'additionalProperties',
  'items',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'required',
] as const;

/**
 * True where adding `null` to `type` or `enum` would not be enough, since a reference or a branch has its say too, or there is
 * no type: the schema becomes one branch beside `null`.
 */
export function needsNullBranch(raw: RawObject): boolean {
  if (!isNullable(raw)) return false;
  if (COMPOSITION.some((key) => own(raw, key) !== undefined)) return true;
  const isTyped = ['type', 'enum', 'const'].some((key) => own(raw, key) !== undefined);
  return !isTyped && TYPED.some((key) => own(raw, key) !== undefined);
}

/** What stays on the outside when a schema becomes a branch: it describes, and does not judge. */
export const OUTER_KEYWORDS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'example',
  'examples',
  'readOnly',
  'writeOnly',
  'deprecated',
  'xml',
]);

/** The schema without `nullable` and without what stays outside. */
export function nullableCore(raw: RawObject): RawObject {
  return Object.fromEntries(
    Object.entries(raw).filter(([key]) => key !== 'nullable' && key !== 'x-nullable' && !OUTER_KEYWORDS.has(key)),
  );
}
