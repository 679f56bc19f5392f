import type { Context } from '../context.js';
import { text, texts } from '../fields.js';
import type { NormalizedServer } from '../normalized-spec.js';
import { own, type Part, quoted } from '../part.js';

/**
 * The server that `host`, `basePath` and `schemes` of 2.0 name. Without a host it is relative to where the document came
 * from. `holder` is the document, or an operation with `schemes` of its own.
 */
export function readOldServers(context: Context, holder: Part): readonly NormalizedServer[] | undefined {
  const root: Part = { value: context.spec.root.value, file: context.spec.root, pointer: '' };
  const isOperation = holder.pointer !== '' || holder.file !== root.file;
  const host = text(context, root, 'host');
  const basePath = text(context, root, 'basePath') ?? '';
  if (isOperation && (host === undefined || own(holder.value, 'schemes') === undefined)) return undefined;
  if (host === undefined && basePath === '') return undefined;
  const path = basePath === '' || basePath.startsWith('/') ? basePath : `/${basePath}`;
  const schemes = texts(context, holder, 'schemes') ?? [];
  const written = host?.replace(/^\w+:\/\//, '').replace(/\/+$/, '');
  if (host !== undefined && written !== host) {
    context.report('SERVER_INVALID', `\`host\` ${quoted(host)} is more than a host.`, root, { severity: 'info' });
  }
  const url = written === undefined ? path : `${schemeOf(context, schemes)}://${written}${path}`;
  return [context.record({ url, variables: new Map() }, holder)];
}

/** https where it is offered; without `schemes` that of the document's own URL. */
function schemeOf(context: Context, schemes: readonly string[]): string {
  const http = schemes.map((scheme) => scheme.toLowerCase()).filter((scheme) => /^https?$/.test(scheme));
  if (http.includes('https')) return 'https';
  return http[0] ?? (context.spec.url?.startsWith('http:') ? 'http' : 'https');
}
