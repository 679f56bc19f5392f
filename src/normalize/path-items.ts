import type { Context } from './context.js';
import { type Chain, follow } from './follow.js';
import type { NormalizedServer } from './normalized-spec.js';
import { allEntries, child, own, type Part, quoted } from './part.js';
import { readServers } from './servers.js';

/** A path item with its references followed. */
export interface PathItem {
  readonly path: string;
  readonly parameters?: Part;
  readonly servers?: readonly NormalizedServer[];
  /** `x-tools-gen` of the path item. */
  readonly extensions: readonly unknown[];
  /** Methods in upper case and their operations, in document order. */
  readonly operations: readonly (readonly [string, Part])[];
}

const METHODS: ReadonlySet<string> = new Set([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
]);

const OTHER_KEYS: ReadonlySet<string> = new Set([
  '$ref',
  'summary',
  'description',
  'servers',
  'parameters',
  'additionalOperations',
]);

/** Reads a path item. Keys beside a `$ref` go before those of its target. Undefined, with a report, when it cannot be read. */
export function readPathItem(context: Context, path: string, part: Part): PathItem | undefined {
  const chain = follow(context, part, 'path item');
  if (!chain) return undefined;
  const parameters = lookUp(chain, 'parameters');
  const holder = chain.find((link) => own(link.value, 'servers') !== undefined);
  const servers = holder && readServers(context, holder);
  const extension = lookUp(chain, 'x-tools-gen')?.value;
  return {
    path,
    ...(parameters && { parameters }),
    ...(servers && { servers }),
    extensions: extension === undefined ? [] : [extension],
    operations: operationsOf(context, chain),
  };
}

function lookUp(chain: Chain, key: string): Part | undefined {
  for (const link of chain) {
    const found = child(link, key);
    if (found) return found;
  }
  return undefined;
}

function operationsOf(context: Context, chain: Chain): readonly (readonly [string, Part])[] {
  const found = new Map<string, Part>();
  const add = (method: string, part: Part): void => {
    if (!found.has(method)) found.set(method, part);
  };
  for (const link of chain) {
    for (const [key, part] of allEntries(link)) {
      if (key.startsWith('x-') || OTHER_KEYS.has(key) || part.value === null) continue;
      const method = key.toLowerCase();
      if (!METHODS.has(method)) {
        context.report('PART_INVALID', `A path item has no ${quoted(key)}.`, part);
        continue;
      }
      add(method.toUpperCase(), part);
    }
    for (const [method, part] of allEntries(child(link, 'additionalOperations'))) add(method.toUpperCase(), part);
  }
  return [...found];
}
