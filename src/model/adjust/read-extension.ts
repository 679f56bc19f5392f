import type { SpecLocation } from '../../diagnostics/diagnostic.js';
import { didYouMean } from '../../diagnostics/suggest.js';
import type { JsonValue } from '../../runtime/contract.js';
import type { OperationOverride } from '../api-model.js';
import type { Report } from '../report.js';

type Read = (value: unknown) => unknown;

const text: Read = (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined);
const flag: Read = (value) => (typeof value === 'boolean' ? value : undefined);
const effect: Read = (value) => (['read', 'write', 'destructive'].includes(String(value)) ? value : undefined);

/** The fields of `x-tools-gen`, what each must be, and how it is read. */
const FIELDS: Readonly<Record<string, { readonly want: string; readonly read: Read }>> = {
  name: { want: 'a text', read: text },
  description: { want: 'a text', read: text },
  exclude: { want: 'true or false', read: flag },
  effect: { want: '"read", "write" or "destructive"', read: effect },
  strict: { want: 'true or false', read: flag },
  contentType: { want: 'a media type', read: text },
  parameters: { want: 'an object of { hide } or { value } by parameter name, 200 at most', read: readParameters },
};

/** Reads an `x-tools-gen` value. What is wrong with it is reported and left out; the rest counts. */
export function readExtension(value: unknown, location: SpecLocation | undefined, report: Report): OperationOverride {
  if (value === undefined) return {};
  const invalid = (message: string) => report.add('EXTENSION_INVALID', message, { location });
  if (!isRecord(value)) {
    invalid('`x-tools-gen` must be an object.');
    return {};
  }
  const found: [string, unknown][] = [];
  for (const [name, given] of Object.entries(value)) {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (field === undefined) {
      invalid(`\`x-tools-gen\` has no field "${name}".${didYouMean(name, Object.keys(FIELDS))}`);
      continue;
    }
    const read = field.read(given);
    if (read === undefined) invalid(`\`x-tools-gen.${name}\` must be ${field.want}.`);
    else found.push([name, read]);
  }
  return Object.fromEntries(found);
}

/** Rules in one place: those of the root and of tags are looked at for each operation. */
const MAX_RULES = 200;

function readParameters(value: unknown): unknown {
  if (!isRecord(value) || Object.keys(value).length > MAX_RULES) return undefined;
  const found: [string, { hide?: boolean; value?: JsonValue }][] = [];
  for (const [name, rule] of Object.entries(value)) {
    if (!isRecord(rule)) return undefined;
    const keys = Object.keys(rule);
    if (keys.length === 0 || keys.some((key) => key !== 'hide' && key !== 'value')) return undefined;
    if (!isFiniteData(rule['value'])) return undefined;
    if (Object.hasOwn(rule, 'hide') && typeof rule['hide'] !== 'boolean') return undefined;
    found.push([name, rule]);
  }
  return Object.fromEntries(found);
}

/** False for numbers that JSON cannot say, which YAML and overlong exponents give. */
function isFiniteData(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isFiniteData);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
