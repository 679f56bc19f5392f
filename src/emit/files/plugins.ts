import type { ToolModel } from '../../lower/tool-model.js';
import type { PackageDescriptor } from '../../runtime/contract.js';

export type PluginKey = 'xml' | 'multipart' | 'oauth';

/** The files of the bundled runtime that only some packages need. */
export const PLUGINS: readonly { readonly key: PluginKey; readonly name: string; readonly file: string }[] = [
  { key: 'xml', name: 'writeXml', file: 'xml' },
  { key: 'multipart', name: 'writeMultipart', file: 'multipart' },
  { key: 'oauth', name: 'fetchToken', file: 'oauth' },
];

/** Which of them the tools of one file need: by the kinds of their bodies and the schemes of the package. */
export function pluginsOf(tools: readonly ToolModel[], pack: PackageDescriptor): ReadonlySet<PluginKey> {
  const kinds = new Set(tools.map(({ descriptor }) => descriptor.body?.kind));
  const schemes = Object.values(pack.securitySchemes);
  return new Set<PluginKey>([
    ...(kinds.has('xml') ? ['xml' as const] : []),
    ...(kinds.has('multipart') ? ['multipart' as const] : []),
    ...(schemes.some(({ type }) => type === 'oauth2' || type === 'openIdConnect') ? ['oauth' as const] : []),
  ]);
}
