import type { Schema } from '../../normalize/normalized-spec.js';
import type { JSONSchema } from '../../runtime/contract.js';
import type { Report } from '../prepare/report.js';
import type { SchemaView } from '../prepare/schema-view.js';
import type { PatternJudge } from './dangerous-pattern.js';
import { createToValidation, type ToValidation } from './validation-schema.js';

export interface SharedSchemas {
  readonly toValidation: ToValidation;
  /** Every definition that was referred to, by its name in `shared#/$defs/`, sorted. */
  readonly schemas: () => Readonly<Record<string, JSONSchema>>;
}

/** Validation schemas of the definitions, made for those that are reached. Names are safe in a reference as they are. */
export function createSharedSchemas(
  view: SchemaView,
  natural: (schema: Schema) => Schema,
  report: Report,
  isDangerous: PatternJudge,
): SharedSchemas {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  const made = new Map<string, JSONSchema>();
  const open: string[] = [];
  const refer = (name: string): string => {
    const known = keys.get(name);
    const key = known ?? sharedKey(name, taken);
    if (known === undefined) {
      keys.set(name, key);
      open.push(name);
    }
    return `shared#/$defs/${key}`;
  };
  const convert = createToValidation(refer, report, isDangerous);

  /** Loops rather than recurses: a chain of definitions may be long. */
  function makeAll(): void {
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const target = view.lookup(name);
      const schema = target === undefined ? {} : convert(natural(target));
      made.set(keys.get(name) ?? name, typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema);
    }
  }

  return {
    toValidation: (schema) => {
      const result = convert(schema);
      makeAll();
      return result;
    },
    schemas: () => breakLoops(Object.fromEntries([...made].sort(([a], [b]) => (a < b ? -1 : 1)))),
  };
}

function sharedKey(name: string, taken: Set<string>): string {
  const base = name.replace(/[^a-zA-Z0-9_.-]+/g, '_').replace(/^__proto__$/, 'proto') || '_';
  let key = base;
  for (let count = 2; taken.has(key); count += 1) key = `${base}_${count}`;
  taken.add(key);
  return key;
}

const IN_PLACE = ['allOf', 'anyOf', 'oneOf'] as const;
const IN_PLACE_SINGLE = ['not', 'if', 'then', 'else'] as const;

/** References that lead back to where they stand without going into a value would never end: they admit anything. */
function breakLoops(schemas: Readonly<Record<string, JSONSchema>>): Readonly<Record<string, JSONSchema>> {
  const state = new Map<string, 'open' | 'done'>();
  const result = new Map(Object.entries(schemas));

  function visit(name: string, depth: number): void {
    const schema = result.get(name);
    if (!schema || state.get(name) === 'done') return;
    state.set(name, 'open');
    result.set(name, mend(schema, depth) as JSONSchema);
    state.set(name, 'done');
  }

  function mend(schema: unknown, depth: number): unknown {
    if (typeof schema !== 'object' || schema === null) return schema;
    let copy = schema as Record<string, unknown>;
    const change = (key: string, value: unknown) => {
      copy = { ...copy, [key]: value };
    };
    const target = targetOf(copy['$ref']);
    if (target !== undefined) {
      if (depth > 500 || state.get(target) === 'open') {
        const { $ref: _loop, ...rest } = copy;
        copy = rest;
      } else visit(target, depth + 1);
    }
    for (const key of IN_PLACE) {
      const list = copy[key];
      if (!Array.isArray(list)) continue;
      const mended = list.map((item) => mend(item, depth + 1));
      if (mended.some((item, index) => item !== list[index])) change(key, mended);
    }
    for (const key of IN_PLACE_SINGLE) {
      const mended = mend(copy[key], depth + 1);
      if (mended !== copy[key]) change(key, mended);
    }
    return copy;
  }

  for (const name of result.keys()) visit(name, 0);
  return Object.fromEntries(result);
}

function targetOf(reference: unknown): string | undefined {
  const prefix = 'shared#/$defs/';
  return typeof reference === 'string' && reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined;
}
