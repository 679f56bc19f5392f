import type { Definitions } from '../../lower/natural/natural-schema.js';
import type { Schema } from '../../normalize/normalized-spec.js';
import { type Identifier, identifier, type TypeText, typeText } from '../source/sink.js';
import type { Declaration } from '../source/source-file.js';
import { documentation } from './documentation.js';
import { isPlainObject, objectProperties } from './object-type.js';
import { uniqueTypeNames } from './type-names.js';
import {
  type ClosedTypes,
  createClosedTypes,
  type Direction,
  type PrintContext,
  printType,
  ROOT,
  UNKNOWN,
} from './type-printer.js';

/** The types that several operations share: declared once, in `types.d.ts`. */
export interface ComponentTypes {
  readonly declarations: readonly Declaration[];
  readonly names: readonly Identifier[];
  /** Context for printing a type in the file of a tag, where component types are members of `types`. */
  readonly contextOf: (direction: Direction) => PrintContext;
}

interface DirectedDefinitions {
  readonly definitions: Definitions;
  /** Schemas from which definitions are reached. */
  readonly roots: readonly Schema[];
}

/** One direction while its drafts are made. */
interface Drafting extends DirectedDefinitions {
  readonly direction: Direction;
  readonly closed: ClosedTypes;
}

/** A definition in one direction, as printed for comparison. */
interface Draft {
  readonly text: string;
  readonly references: ReadonlySet<string>;
  /** References outside of objects and lists: a circle of them would not compile. */
  readonly immediate: ReadonlySet<string>;
}

const DIRECTIONS: readonly Direction[] = ['response', 'request'];

/**
 * Declares every definition that the roots reach, in the order of their names: the one order that no operation more or
 * less can change. A definition that looks different in requests and in responses has a name for each, whether or not
 * both are in use: the answer has the bare name, the request's is `<name>Request`.
 */
export function declareComponents(
  input: Readonly<Record<Direction, DirectedDefinitions>>,
  taken: ReadonlySet<string>,
): ComponentTypes {
  const directed: Readonly<Record<Direction, Drafting>> = {
    request: { ...input.request, direction: 'request', closed: createClosedTypes() },
    response: { ...input.response, direction: 'response', closed: createClosedTypes() },
  };
  const drafts = { request: draftAll(directed.request), response: draftAll(directed.response) };
  const used = [...new Set([...drafts.response.keys(), ...drafts.request.keys()])].sort();
  const split = findSplit(
    {
      request: draftFrom(directed.request, used, drafts.request),
      response: draftFrom(directed.response, used, drafts.response),
    },
    used,
  );
  const known = [...new Set([...directed.response.definitions.keys(), ...directed.request.definitions.keys()])].sort();
  const names = uniqueTypeNames(known, taken);
  const reserved = new Set([...taken, ...names.values()]);
  const variants = new Map<string, Record<Direction, Identifier>>();
  for (const name of used) {
    if (split.has(name)) variants.set(name, variantNames(names.get(name) ?? identifier('Type'), reserved));
  }
  const nameOf = (name: string, direction: Direction): Identifier | undefined =>
    variants.get(name)?.[direction] ?? names.get(name);

  const declarations: Declaration[] = [];
  for (const name of used) {
    for (const direction of DIRECTIONS) {
      const schema = directed[direction].definitions.get(name);
      const own = nameOf(name, direction);
      if (!drafts[direction].has(name) || schema === undefined || own === undefined) continue;
      if (direction === 'request' && !split.has(name) && drafts.response.has(name)) continue;
      const cut = cutsOf(drafts[direction]).get(name);
      const reference = (pointer: string, deferred: boolean): TypeText => {
        const target = definitionName(pointer);
        if (!deferred && cut?.has(target) === true) return UNKNOWN;
        const found = nameOf(target, direction);
        return found === undefined ? UNKNOWN : typeText`${found}`;
      };
      declarations.push(declare(own, schema, { direction, reference, closed: directed[direction].closed }));
    }
  }
  return {
    declarations,
    names: declarations.flatMap((declaration) => ('name' in declaration ? [identifier(declaration.name)] : [])),
    contextOf: (direction) => ({
      direction,
      closed: directed[direction].closed,
      reference: (pointer) => {
        const found = nameOf(definitionName(pointer), direction);
        return found === undefined ? UNKNOWN : typeText`types.${found}`;
      },
    }),
  };
}

function declare(name: Identifier, schema: Schema, context: PrintContext): Declaration {
  const doc = typeof schema === 'object' ? documentation(schema) : undefined;
  const head = { name, ...(doc !== undefined && { doc }) };
  if (isPlainObject(schema)) {
    const properties = objectProperties(schema, context, ROOT);
    if (properties.length > 0) return { kind: 'interface', ...head, properties };
  }
  return { kind: 'alias', ...head, type: printType(schema, context) };
}

/** Both names of a definition: where the document calls it a request, it is the answer that takes a suffix. */
function variantNames(base: Identifier, reserved: Set<string>): Record<Direction, Identifier> {
  const own = base.endsWith('Request') ? 'request' : 'response';
  const suffix = own === 'request' ? 'Response' : 'Request';
  let name = `${base}${suffix}`;
  for (let count = 2; reserved.has(name); count += 1) name = `${base}${suffix}${count}`;
  reserved.add(name);
  const other = identifier(name);
  return own === 'request' ? { request: base, response: other } : { request: other, response: base };
}

/** Name of the definition that a pointer of the normalized form leads to. */
function definitionName(pointer: string): string {
  return pointer
    .replace(/^.*#\/\$defs\//, '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}

/** Drafts of everything that the roots reach. */
function draftAll(drafting: Drafting): Map<string, Draft> {
  const start = drafting.roots.flatMap((root) => [...draft(root, drafting).references]);
  return draftFrom(drafting, start, new Map());
}

/** Drafts of everything that is reached from some names, added to those that are there already. */
function draftFrom(drafting: Drafting, start: readonly string[], made: ReadonlyMap<string, Draft>): Map<string, Draft> {
  const { definitions } = drafting;
  const drafts = new Map(made);
  const waiting: string[] = [];
  const note = (references: Iterable<string>) => {
    for (const name of references) if (definitions.has(name) && !drafts.has(name)) waiting.push(name);
  };
  note(start);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = definitions.get(name);
    if (schema === undefined || drafts.has(name)) continue;
    const own = draft(schema, drafting);
    drafts.set(name, own);
    note(own.references);
  }
  return drafts;
}

function draft(schema: Schema, { direction, closed }: Drafting): Draft {
  const references = new Set<string>();
  const immediate = new Set<string>();
  const reference = (pointer: string, deferred: boolean): TypeText => {
    const name = definitionName(pointer);
    references.add(name);
    if (!deferred) immediate.add(name);
    return typeText`${JSON.stringify(name) as TypeText}`;
  };
  const declaration = declare(identifier('Draft'), schema, { direction, reference, closed });
  return { text: JSON.stringify(declaration), references, immediate };
}

/** Definitions that differ between the directions, by themselves or through what they refer to. */
function findSplit(drafts: Readonly<Record<Direction, Map<string, Draft>>>, names: readonly string[]): Set<string> {
  const both = names.filter((name) => drafts.request.has(name) && drafts.response.has(name));
  const users = new Map<string, string[]>();
  const split = new Set<string>();
  for (const name of both) {
    if (drafts.request.get(name)?.text !== drafts.response.get(name)?.text) split.add(name);
    for (const target of drafts.request.get(name)?.references ?? []) {
      const known = users.get(target);
      if (known === undefined) users.set(target, [name]);
      else known.push(name);
    }
  }
  for (const name of split) for (const user of users.get(name) ?? []) split.add(user);
  return split;
}

const cutMemo = new WeakMap<ReadonlyMap<string, Draft>, Map<string, Set<string>>>();

/** By definition, the references that close a circle of immediate references. */
function cutsOf(drafts: ReadonlyMap<string, Draft>): Map<string, Set<string>> {
  const known = cutMemo.get(drafts);
  if (known !== undefined) return known;
  const cuts = new Map<string, Set<string>>();
  const done = new Set<string>();
  const open = new Set<string>();
  for (const start of [...drafts.keys()].sort()) {
    const path: { name: string; rest: string[] }[] = [];
    const enter = (name: string) => {
      open.add(name);
      path.push({ name, rest: [...(drafts.get(name)?.immediate ?? [])] });
    };
    if (!done.has(start)) enter(start);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const next = step.rest.pop();
      if (next === undefined) {
        path.pop();
        open.delete(step.name);
        done.add(step.name);
      } else if (open.has(next)) cuts.set(step.name, (cuts.get(step.name) ?? new Set()).add(next));
      else if (!done.has(next)) enter(next);
    }
  }
  cutMemo.set(drafts, cuts);
  return cuts;
}
