import { CORE_SCHEMA, type LoadOptions, load, Type, YAMLException } from 'js-yaml';
import { createDiagnostic } from '../diagnostics/create.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { checkShape, type ShapeFault } from './check-shape.js';
import { cutDeep, measure } from './cut-deep.js';
import { loadFailure, placeAt, type TextPlace } from './failure.js';
import { refuseForeign } from './foreign-text.js';
import { countKeys, firstDuplicate } from './json-duplicates.js';
import { jsonFault, jsonReason } from './json-fault.js';
import type { LoadLimits } from './limits.js';
import type { SourceFile } from './loaded-spec.js';
import { ReadFile } from './read-file.js';

/** YAML 1.2: `on`, `no` and dates are text. Merge keys are not part of it but in common use. */
const MERGE = new Type('tag:yaml.org,2002:merge', {
  kind: 'scalar',
  resolve: (data) => data === '<<' || data === null,
});
const SCHEMA = CORE_SCHEMA.extend({ implicit: [MERGE] });

/** js-yaml's options with the two bounds that its type declarations leave out. */
interface BoundedOptions extends LoadOptions {
  readonly maxDepth: number;
  readonly maxTotalMergeKeys: number;
}

type ShapeCode = 'SPEC_TOO_DEEP' | 'SPEC_ALIAS_LIMIT' | 'SPEC_UNPARSABLE';

const SHAPE_MESSAGES: Record<ShapeFault, readonly [code: ShapeCode, message: string, help?: string]> = {
  depth: ['SPEC_TOO_DEEP', 'is nested more deeply than any real document'],
  nodes: ['SPEC_ALIAS_LIMIT', 'becomes too large once its aliases are written out'],
  cycle: [
    'SPEC_UNPARSABLE',
    'contains itself, which an OpenAPI document cannot',
    'Let $ref lead back where a part holds itself.',
  ],
};

/**
 * Parses the text of one file: JSON with the platform's parser, everything else as YAML 1.2.
 * Throws a ToolsGenError that says what is wrong and where.
 *
 * Two faults cost no more than their place, in both formats alike, and are told as warnings: what is nested too deeply to
 * be carried through is cut there, so that the operations elsewhere live (a file that is nested beyond all measure is
 * refused), and of a key that stands twice in one object the last one counts.
 */
export function parseText(name: string, raw: string, limits: LoadLimits, diagnostics: Diagnostic[]): ReadFile {
  const text = raw.startsWith('\uFEFF') ? raw.slice(1) : raw;
  const trimmed = text.trimStart();
  refuseForeign(name, text);
  const json = trimmed.startsWith('{') || trimmed.startsWith('[') ? parseJson(name, text) : undefined;
  const format = json ? 'json' : 'yaml';
  const value = json ? json.value : parseYaml(name, text, limits, diagnostics);
  const file = new ReadFile({ name, text, format, value });
  if (json) checkJson(file, limits, diagnostics);
  else if (requireShape(name, value, limits, limits.maxParsedDepth.yaml) > limits.maxDepth)
    leaveOutDeep(file, limits, diagnostics);
  return file;
}

/** Looks for what `JSON.parse` lets pass: parts that are nested too deeply, and keys that stand twice. */
function checkJson(file: ReadFile, limits: LoadLimits, diagnostics: Diagnostic[]): void {
  const { name, text, value } = file;
  if (typeof value !== 'object' || value === null) return;
  const { keys, height } = measure(value);
  if (height > limits.maxParsedDepth.json) throw loadFailure('SPEC_TOO_DEEP', `${name} is nested too deeply.`, name);
  const twice = countKeys(text) === keys ? undefined : firstDuplicate(text);
  if (twice) {
    const message = `The key "${twice.key}" stands twice in one object of ${name}; the last one counts.`;
    diagnostics.push(standsTwice(name, message, placeAt(text, twice.offset)));
  }
  if (height > limits.maxDepth) leaveOutDeep(file, limits, diagnostics);
}

function standsTwice(name: string, message: string, place: TextPlace | undefined): Diagnostic {
  const location = { file: name, pointer: '', ...place };
  return createDiagnostic('PART_INVALID', message, { location, help: 'Remove or rename one of them.' });
}

function leaveOutDeep({ name, value }: SourceFile, { maxDepth }: LoadLimits, diagnostics: Diagnostic[]): void {
  if (typeof value !== 'object' || value === null) return;
  const message = `${name} is nested over ${maxDepth} levels deep; what lies deeper was left out.`;
  const location = { file: name, pointer: cutDeep(value, maxDepth) ?? '' };
  diagnostics.push(createDiagnostic('SPEC_TOO_DEEP', message, { location, severity: 'warning' }));
}

/** Refuses a value that is too deep, too large when written out, or that contains itself. Gives its levels of nesting. */
export function requireShape(name: string, value: unknown, limits: LoadLimits, maxDepth = limits.maxDepth): number {
  const { fault, height } = checkShape(value, { maxNodes: limits.maxNodes, maxDepth });
  if (!fault) return height;
  const [code, message, help] = SHAPE_MESSAGES[fault];
  throw loadFailure(code, `${name} ${message}.`, name, undefined, help);
}

/** The value, or undefined where the text may still be YAML in flow style. */
function parseJson(name: string, text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const isYaml = /\.ya?ml$/i.test(name);
    if (isYaml || /^\s*[{[]\s*(?:#|[^"\s{}[\]])/.test(text)) return undefined;
    const offset = jsonFault(text);
    const cut = offset === text.length ? ' It seems to be cut off.' : '';
    const message = `${name} is not valid JSON: ${jsonReason(error)}.${cut}`;
    throw loadFailure('SPEC_UNPARSABLE', message, name, placeAt(text, offset));
  }
}

/** The value of a YAML text. A key that stands twice is told, and the text read again with the last one counting. */
function parseYaml(name: string, text: string, limits: LoadLimits, diagnostics: Diagnostic[]): unknown {
  const options: BoundedOptions = {
    schema: SCHEMA,
    maxDepth: limits.maxParsedDepth.yaml,
    maxTotalMergeKeys: 100_000,
  };
  try {
    return load(text, options);
  } catch (error) {
    if (!isDuplicate(error)) throw yamlFailure(name, error);
    const message = `A key stands twice in one object of ${name}; the last one counts.`;
    diagnostics.push(standsTwice(name, message, yamlPlace(error)));
  }
  try {
    return load(text, { ...options, json: true });
  } catch (error) {
    throw yamlFailure(name, error);
  }
}

function isDuplicate(error: unknown): error is YAMLException {
  return error instanceof YAMLException && error.reason.includes('duplicated mapping key');
}

function yamlPlace({ mark }: YAMLException): TextPlace | undefined {
  return mark && { line: mark.line + 1, column: mark.column + 1 };
}

function yamlFailure(name: string, error: unknown): unknown {
  if (error instanceof RangeError) return loadFailure('SPEC_TOO_DEEP', `${name} is nested too deeply.`, name);
  if (!(error instanceof YAMLException)) return error;
  const { reason } = error;
  const place = yamlPlace(error);
  if (reason.includes('maxDepth')) return loadFailure('SPEC_TOO_DEEP', `${name} is nested too deeply.`, name, place);
  if (reason.includes('maxTotalMergeKeys')) {
    return loadFailure('SPEC_ALIAS_LIMIT', `${name} merges too many keys.`, name, place);
  }
  const help = place ? undefined : 'Mend the syntax; give one document, without "---" between parts.';
  return loadFailure('SPEC_UNPARSABLE', `${name} is neither JSON nor valid YAML: ${reason}.`, name, place, help);
}
