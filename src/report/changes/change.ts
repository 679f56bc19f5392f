/** What a change can do to prompts and code that rely on the earlier output. */
export type ChangeLevel = 'breaking' | 'additive' | 'cosmetic';

export const LEVELS: readonly ChangeLevel[] = ['breaking', 'additive', 'cosmetic'];

/** What a change is about. */
export type ChangeKind =
  | 'added'
  | 'removed'
  | 'renamed'
  | 'operation'
  | 'effect'
  | 'servers'
  | 'security'
  | 'description'
  | 'schema'
  | 'request'
  | 'type'
  | 'unread';

/** One difference between the earlier output and the new one. */
export interface Change {
  readonly level: ChangeLevel;
  readonly kind: ChangeKind;
  /** Tools that the change concerns, by their new name (a removed one by its old name); empty: the package as a whole. */
  readonly tools: readonly string[];
  /** A sentence without the tool's name, for people. Text of a document in it is shortened, not escaped. */
  readonly message: string;
  /** Where in the input, or the name of a shared schema and the place in it: `body.status`, `Pet.status`. */
  readonly place?: string;
  readonly before?: string;
  readonly after?: string;
}

/** All differences, the gravest first, then by tool. */
export interface ChangeReport {
  readonly breaking: number;
  readonly additive: number;
  readonly cosmetic: number;
  readonly changes: readonly Change[];
}

/** Puts changes in order and counts them. The order inside a level is kept. */
export function changeReport(changes: readonly Change[]): ChangeReport {
  const of = (level: ChangeLevel) => changes.filter((change) => change.level === level);
  const [breaking, additive, cosmetic] = [of('breaking'), of('additive'), of('cosmetic')];
  return {
    breaking: breaking.length,
    additive: additive.length,
    cosmetic: cosmetic.length,
    changes: [...breaking, ...additive, ...cosmetic],
  };
}
