import type { SchemaRule } from './draft.js';
import { rules as annotations } from './rules-annotations.js';
import { rules as arrays } from './rules-arrays.js';
import { rules as bounds } from './rules-bounds.js';
import { rules as discriminators } from './rules-discriminator.js';
import { rules as enums } from './rules-enum.js';
import { rules as objects } from './rules-objects.js';
import { rules as references } from './rules-references.js';
import { rules as types } from './rules-type.js';

/** The rules of schema conversion in the order they are applied, after the keywords that stand for themselves. */
export const SCHEMA_RULES: readonly SchemaRule[] = [
  ...references,
  ...types,
  ...enums,
  ...bounds,
  ...objects,
  ...arrays,
  ...discriminators,
  ...annotations,
];
