import type { Context } from './context.js';
import type { Schema } from './normalized-spec.js';
import type { Part } from './part.js';

/** What the readers of operations share. */
export interface Reader {
  readonly context: Context;
  readonly schema: (part: Part) => Schema;
}
