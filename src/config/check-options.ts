import { createDiagnostic, printable } from '../diagnostics/create.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggest.js';
import { OPTIONS, type OptionEntry, type OptionKind } from './option-table.js';

/** What is wrong with a value, as the end of a sentence; `undefined`: nothing. */
type Check = (value: unknown, entry: OptionEntry) => string | undefined;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mustBe = (right: boolean, what: string) => (right ? undefined : `must be ${what}`);

const CHECKS: Readonly<Record<OptionKind, Check>> = {
  spec: (value) => mustBe((typeof value === 'string' && value !== '') || isRecord(value), 'a path, a URL or an object'),
  string: (value) => mustBe(typeof value === 'string' && value !== '', 'a string that is not empty'),
  strings: (value) =>
    mustBe(Array.isArray(value) && value.every((item) => typeof item === 'string'), 'a list of strings'),
  boolean: (value) => mustBe(typeof value === 'boolean', 'true or false'),
  count: (value) => mustBe(Number.isSafeInteger(value) && Number(value) > 0, 'a whole number above 0'),
  choice: (value, { choices = [] }) => {
    const known = typeof value === 'string' && choices.includes(value);
    const near = typeof value === 'string' ? didYouMean(value, choices) : '';
    return known
      ? undefined
      : `must be ${choices.join(', ').replace(/, (?=[^,]*$)/, ' or ')}.${near}`.replace(/\.$/, '');
  },
  operations: (value) => mustBe(isRecord(value) && Object.values(value).every(isRecord), 'an object of objects'),
};

const OVERRIDE_KEYS = ['name', 'description', 'exclude', 'effect', 'strict', 'contentType', 'parameters'];

/**
 * Checks option values and refuses names that no option has.
 *
 * @param options an object from a program, a configuration file or the command line
 * @param context words for messages, for instance the name of the file
 * @param also further names that are allowed here
 */
export function checkOptions(options: object, context: string, also: readonly string[] = []): Diagnostic[] {
  const known = [...OPTIONS.map(({ name }) => name), ...also];
  const problems = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || also.includes(name)) return [];
    const entry = OPTIONS.find((option) => option.name === name);
    if (!entry) return [`"${printable(name, 60)}" is not an option.${didYouMean(name, known)}`];
    const fault = CHECKS[entry.kind](value, entry);
    if (fault) return [`"${name}" ${fault}${fault.endsWith('?') ? '' : '.'}`];
    return name === 'operations' ? overrideProblems(value as Record<string, object>) : [];
  });
  return problems.map((problem) => createDiagnostic('OPTION_INVALID', `${context}: ${problem}`));
}

function overrideProblems(operations: Record<string, object>): string[] {
  return Object.entries(operations).flatMap(([operation, override]) =>
    Object.keys(override)
      .filter((key) => !OVERRIDE_KEYS.includes(key))
      .map(
        (key) =>
          `"operations" has an unknown key "${printable(key, 60)}" for "${printable(operation, 60)}".${didYouMean(key, OVERRIDE_KEYS)}`,
      ),
  );
}
