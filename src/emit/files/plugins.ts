import type { ToolModel } from '../../lower/tool-model.js';
import type { PackageDescriptor } from '../../runtime/contract.js';
import type { EmitInput } from '../emit-input.js';

export type PluginKey = 'compiler' | 'xml' | 'multipart' | 'oauth';

/** The files of the bundled runtime that only some packages need. */
export const PLUGINS: readonly { readonly key: PluginKey; readonly name: string; readonly file: string }[] = [
  { key: 'compiler', name: 'createCompiler', file: 'ajv' },
  { key: 'xml', name: 'writeXml', file: 'xml' },
  { key: 'multipart', name: 'writeMultipart', file: 'multipart' },
  { key: 'oauth', name: 'fetchToken', file: 'oauth' },
];

/** What the compiler loads when it compiles. */
export const AJV_LOADER = 'load-ajv';

/** What precompiled validators import, instead of Ajv and its helpers. */
export const VALIDATORS = 'validators';

/** Which of them the tools of one file need: by the kind of validators, the kinds of their bodies and the schemes of the package. */
export function pluginsOf(
  tools: readonly ToolModel[],
  pack: PackageDescriptor,
  validators: EmitInput['validators'],
): ReadonlySet<PluginKey> {
  const kinds = new Set(tools.map(({ descriptor }) => descriptor.body?.kind));
  const schemes = Object.values(pack.securitySchemes);
  return new Set<PluginKey>([
    ...(validators === 'lazy' ? ['compiler' as const] : []),
    ...(kinds.has('xml') ? ['xml' as const] : []),
    ...(kinds.has('multipart') ? ['multipart' as const] : []),
    ...(schemes.some(({ type }) => type === 'oauth2' || type === 'openIdConnect') ? ['oauth' as const] : []),
  ]);
}

/** Imports of plugins. */
export function importsOf(plugins: ReadonlySet<PluginKey>, runtime: './runtime' | '../runtime'): string {
  const used = PLUGINS.filter(({ key }) => plugins.has(key));
  return used.map(({ name, file }) => `import { ${name} } from '${runtime}/${file}.js';\n`).join('');
}

/** Imported plugins as a toolkit takes them. */
export function pluginList(plugins: ReadonlySet<PluginKey>): string {
  const used = PLUGINS.filter(({ key }) => plugins.has(key));
  return `{\n${used.map(({ key, name }) => `  ${key}: ${name},\n`).join('')}}`;
}
