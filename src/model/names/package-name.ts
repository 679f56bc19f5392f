import { createDiagnostic } from '../../diagnostics/create.js';
import { ToolsGenError } from '../../diagnostics/tools-gen-error.js';
import { slugOf } from './file-slugs.js';
import { shorten } from './words.js';

/** The package's npm name: the one that was asked for, else made from the title. Throws where npm would refuse it. */
export function packageName(title: string, asked: string | undefined): string {
  if (asked === undefined) return `${shorten(slugOf(title), 100, '-') || 'api'}-tools`;
  if (asked.length <= 214 && /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(asked)) return asked;
  throw new ToolsGenError([
    createDiagnostic('OPTION_INVALID', `"${asked}" is not a package name that npm takes.`, {
      help: 'Use lower-case letters, digits, "-", "." and "_"; a scope goes in front as "@scope/".',
    }),
  ]);
}

/** Prefix of environment variables: the name without scope and `-tools` in upper snake case (`PETSTORE`). */
export function envPrefix(name: string): string {
  const words = name
    .replace(/^@[^/]*\//, '')
    .replace(/-tools$/, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  if (words === '') return 'API';
  return /^[A-Z]/.test(words) ? words : `API_${words}`;
}
