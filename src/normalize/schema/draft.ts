import type { Context } from '../context.js';
import type { Schema, SchemaObject } from '../normalized-spec.js';
import type { ObjectPart, Part } from '../part.js';

/** A schema object while it is being made. */
export type Draft = { -readonly [K in keyof SchemaObject]: SchemaObject[K] };

/** What keyword readers and rules may use. */
export interface SchemaScope {
  readonly context: Context;
  /** The schema as the document has it. */
  readonly part: ObjectPart;
  /** Converts a schema that stands inside this one. */
  readonly convert: (part: Part) => Schema;
  /** Sets `$ref` of the draft to the definition of the target, once names are given. */
  readonly refer: (draft: Draft, reference: string) => boolean;
  /** Notes a discriminator whose mapping is to be filled with names of definitions. Gives what the entry leads to. */
  readonly mapTo: (mapping: Record<string, string>, key: string, target: string | Part) => Part | undefined;
}

/** One step of the conversion: changes the draft in place. The name is the rule's in case files and messages. */
export interface SchemaRule {
  readonly name: string;
  readonly apply: (draft: Draft, scope: SchemaScope) => void;
}
