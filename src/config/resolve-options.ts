import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { createDiagnostic, printable } from '../diagnostics/create.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';
import { checkOptions } from './check-options.js';
import type { GenerateOptions, ResolvedOptions } from './generate-options.js';

/** Characters of an operation's description, and estimated tokens of one definition, unless an option says otherwise. */
export const DEFAULT_MAX_DESCRIPTION = 600;
export const DEFAULT_MAX_TOKENS = 4000;

/** Checks the options and fills in the defaults. Throws a `ToolsGenError` that lists everything that is wrong. */
export function resolveOptions(options: GenerateOptions): ResolvedOptions {
  const problems = checkOptions(options, 'options');
  if (options.spec === undefined) problems.push(createDiagnostic('OPTION_INVALID', 'options: "spec" is missing.'));
  const { refRoot } = options;
  const fault = typeof refRoot === 'string' && refRoot !== '' ? folderFault(refRoot) : undefined;
  if (fault !== undefined) {
    const message = `options: the folder ${printable(refRoot ?? '')} of "refRoot" ${fault}.`;
    problems.push(createDiagnostic('OPTION_INVALID', message));
  }
  if (problems.length > 0) throw new ToolsGenError(problems);
  return {
    spec: options.spec,
    out: options.out,
    name: options.name,
    include: options.include ?? [],
    exclude: options.exclude ?? [],
    server: options.server,
    bare: options.bare ?? false,
    validators: options.validators ?? 'lazy',
    strict: options.strict ?? 'plan',
    strictFirst: options.strictFirst ?? [],
    maxDescription: options.maxDescription ?? DEFAULT_MAX_DESCRIPTION,
    maxTokens: options.maxTokens ?? DEFAULT_MAX_TOKENS,
    warningsAsErrors: options.warningsAsErrors ?? false,
    force: options.force ?? false,
    check: options.check ?? false,
    refRoot: options.refRoot,
    allowRemoteRefs: options.allowRemoteRefs ?? false,
    operations: options.operations ?? {},
  };
}

/** Why a path cannot serve as a folder that is read, as the end of a sentence. */
export function folderFault(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 'does not exist';
  return stats.isDirectory() ? undefined : `is a file; the folder that it stands in is ${printable(dirname(path))}`;
}
