import type { Schema } from '../../normalize/normalized-spec.js';
import type { JsonValue } from '../../runtime/contract.js';

/** One place of the model's form. Nodes of definitions are shared between tools and never change. */
export interface WrittenNode {
  readonly shape: Shape;
  readonly nullable: boolean;
  /** The schema's own text, plain. A use may have another. */
  readonly text?: string;
  /** What the subset cannot say, in words. */
  readonly words: readonly string[];
  readonly default?: JsonValue;
  /** Name of the definition this node stands for. */
  readonly name?: string;
  /** Where the node comes from: told in a type signature when the place becomes JSON text. */
  readonly source: Schema;
  /** Levels below. */
  readonly height: number;
}

export type Shape =
  /** A leaf: `type`, `enum`, `const`, `format`, `pattern`. */
  | { readonly kind: 'scalar'; readonly schema: Readonly<Record<string, JsonValue>>; readonly int64?: true }
  | {
      readonly kind: 'object';
      readonly properties: readonly WrittenProperty[];
      /** Further properties, as a list under a key of its own. */
      readonly rest?: { readonly key: string; readonly value: WrittenUse };
    }
  | { readonly kind: 'map'; readonly value: WrittenUse }
  | { readonly kind: 'array'; readonly items: WrittenUse; readonly minItems?: number }
  | { readonly kind: 'union'; readonly branches: readonly WrittenUse[] }
  /** JSON text in a string. `free`: any value fits. */
  | { readonly kind: 'json'; readonly free: boolean };

/** A node as it is used at one place. */
export interface WrittenUse {
  readonly node: WrittenNode;
  readonly text?: string;
  readonly default?: JsonValue;
}

export interface WrittenProperty extends WrittenUse {
  /** Key the model writes. */
  readonly key: string;
  /** Key the API knows. */
  readonly name: string;
  readonly required: boolean;
}

/** The uses directly inside a node. */
export function usesOf({ shape }: WrittenNode): readonly WrittenUse[] {
  switch (shape.kind) {
    case 'object':
      return shape.rest ? [...shape.properties, shape.rest.value] : shape.properties;
    case 'map':
      return [shape.value];
    case 'array':
      return [shape.items];
    case 'union':
      return shape.branches;
    default:
      return [];
  }
}

const telling = new WeakMap<WrittenNode, boolean>();

/** True when a constraint is told in words at this place or below. */
export function tellsWords(node: WrittenNode): boolean {
  const known = telling.get(node);
  if (known !== undefined) return known;
  const answer = node.words.length > 0 || usesOf(node).some((use) => tellsWords(use.node));
  telling.set(node, answer);
  return answer;
}
