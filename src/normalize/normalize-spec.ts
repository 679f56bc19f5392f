import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { LoadedSpec } from '../load/loaded-spec.js';
import { type Context, createContext } from './context.js';
import { object, text } from './fields.js';
import { follow, target } from './follow.js';
import type { NormalizedOperation, NormalizedSpec } from './normalized-spec.js';
import { readOperation } from './operations.js';
import { allEntries, child, entries, isObjectPart, isRecord, items, own, type Part, quoted } from './part.js';
import { readPathItem } from './path-items.js';
import type { Reader } from './reader.js';
import { createSchemaConverter } from './schema/convert-schema.js';
import { readSecurity, readSecuritySchemes } from './security.js';
import { readServers } from './servers.js';
import { readOldServers } from './swagger2/servers.js';

export interface NormalizeResult {
  readonly spec: NormalizedSpec;
  readonly diagnostics: readonly Diagnostic[];
}

/** Brings a document of any version into the one form. What cannot be read is reported and costs nothing else. */
export function normalizeSpec(spec: LoadedSpec): NormalizeResult {
  const context = createContext(spec);
  const schemas = createSchemaConverter(context);
  const reader: Reader = { context, schema: schemas.convert };
  const root: Part = { value: spec.root.value, file: spec.root, pointer: '' };
  const { operations, unreadable } = readPaths(reader, root);
  const extension = own(root.value, 'x-tools-gen');
  reportWebhooks(context, root);
  const servers = spec.version === '2.0' ? readOldServers(context, root) : readServers(context, root);
  const normalized: NormalizedSpec = {
    info: readInfo(context, root),
    servers: servers ?? [],
    tags: readTags(context, root),
    securitySchemes: readSecuritySchemes(context, root),
    operations,
    definitions: schemas.finish(),
    locate: context.locate,
    ...(extension !== undefined && { extension }),
    unreadable,
    ...(spec.url !== undefined && { url: spec.url }),
  };
  return { spec: normalized, diagnostics: context.diagnostics() };
}

function readPaths(reader: Reader, root: Part): Pick<NormalizedSpec, 'operations' | 'unreadable'> {
  const { context } = reader;
  const defaults = { security: readSecurity(context, root) };
  const operations: NormalizedOperation[] = [];
  const unreadable: { method: string; path: string; reason: Diagnostic }[] = [];
  const paths = followed(context, root, 'paths');
  for (const [written, part] of entries(paths)) {
    if (part.value === null) continue;
    const path = withSlash(context, written, paths, part);
    const item = readPathItem(context, path, part);
    if (!item) {
      const reason = context.report('OPERATION_INVALID', `The path ${path} cannot be read.`, part);
      unreadable.push({ method: '*', path, reason });
      continue;
    }
    for (const [method, operation] of item.operations) {
      const read = readOperation(reader, item, method, operation, defaults);
      if ('code' in read) unreadable.push({ method, path, reason: read });
      else operations.push(read);
    }
  }
  return { operations, unreadable };
}

/** A path that lacks its slash gets it, unless that is another path of the document or the text is no path at all. */
function withSlash(context: Context, written: string, paths: Part | undefined, part: Part): string {
  if (/^[/\\\s\p{Cc}]|^[a-z][a-z\d+.-]*:/iu.test(written)) return written;
  const path = `/${written}`;
  if (own(paths?.value, path) !== undefined) return written;
  context.report('PATH_INVALID', `The path ${quoted(written)} has no slash in front; it was read as "${path}".`, part);
  return path;
}

/** A part of the root that authors may have moved to a file of its own. */
function followed(context: Context, root: Part, key: string): Part | undefined {
  const part = object(context, root, key);
  const chain = part && follow(context, part, `\`${key}\``);
  return chain && target(chain);
}

function readInfo(context: Context, root: Part): NormalizedSpec['info'] {
  const info = followed(context, root, 'info');
  if (!info) {
    context.report('PART_INVALID', 'The document has no `info`.', root);
    return { title: 'API', version: '' };
  }
  const description = text(context, info, 'description');
  return {
    title: text(context, info, 'title') ?? 'API',
    version: text(context, info, 'version') ?? '',
    ...(description !== undefined && { description }),
  };
}

function readTags(context: Context, root: Part): NormalizedSpec['tags'] {
  return items(child(root, 'tags')).flatMap((part) => {
    const name = isObjectPart(part) ? text(context, part, 'name') : undefined;
    if (name === undefined) {
      context.report('PART_INVALID', 'A tag has no `name`.', part);
      return [];
    }
    const description = text(context, part, 'description');
    const extension = own(part.value, 'x-tools-gen');
    return [{ name, ...(description !== undefined && { description }), ...(extension !== undefined && { extension }) }];
  });
}

/** Webhooks and callbacks are requests that the API makes: told once each. */
function reportWebhooks(context: Context, root: Part): void {
  const webhooks = child(root, 'webhooks') ?? child(root, 'x-webhooks');
  if (webhooks && isRecord(webhooks.value) && Object.keys(webhooks.value).length > 0) {
    context.report('WEBHOOKS_IGNORED', 'The document has webhooks; they are not tools.', webhooks);
  }
  for (const [, item] of allEntries(child(root, 'paths'))) {
    for (const [, operation] of allEntries(item)) {
      const callbacks = isRecord(operation.value) ? child(operation, 'callbacks') : undefined;
      if (!callbacks || !isRecord(callbacks.value) || Object.keys(callbacks.value).length === 0) continue;
      context.report('WEBHOOKS_IGNORED', 'The document has callbacks; they are not tools.', callbacks);
      return;
    }
  }
}
