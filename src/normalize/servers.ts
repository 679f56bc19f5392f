import type { Context } from './context.js';
import { text, texts } from './fields.js';
import type { NormalizedServer } from './normalized-spec.js';
import { allEntries, child, isObjectPart, items, own, type Part, quoted } from './part.js';

/** The servers that stand at a document, path item or operation (OpenAPI 3.x). Undefined where there are none. */
export function readServers(context: Context, holder: Part): readonly NormalizedServer[] | undefined {
  const list = child(holder, 'servers');
  if (!list) return undefined;
  if (!Array.isArray(list.value)) {
    context.report('SERVER_INVALID', '`servers` is not a list.', list);
    return undefined;
  }
  const servers = items(list).flatMap((part) => readServer(context, part) ?? []);
  return servers.length > 0 ? servers : undefined;
}

function readServer(context: Context, part: Part): NormalizedServer | undefined {
  const url = isObjectPart(part) ? text(context, part, 'url') : undefined;
  if (url === undefined) {
    context.report('SERVER_INVALID', 'A server has no `url`.', part);
    return undefined;
  }
  const description = text(context, part, 'description');
  const variables = new Map(
    allEntries(child(part, 'variables')).flatMap(([name, variable]) => {
      const read = readVariable(context, name, variable);
      return read ? [[name, read] as const] : [];
    }),
  );
  return context.record({ url, ...(description !== undefined && { description }), variables }, part);
}

function readVariable(
  context: Context,
  name: string,
  part: Part,
): { readonly default: string; readonly enum?: readonly string[] } | undefined {
  if (!isObjectPart(part)) {
    context.report('SERVER_INVALID', `The server variable ${quoted(name)} is not an object.`, part);
    return undefined;
  }
  const allowed = own(part.value, 'enum') === undefined ? undefined : texts(context, part, 'enum');
  const written = text(context, part, 'default') ?? allowed?.[0];
  if (written === undefined) {
    context.report('SERVER_INVALID', `The server variable ${quoted(name)} has no default.`, part);
    return undefined;
  }
  return { default: written, ...(allowed && allowed.length > 0 && { enum: allowed }) };
}
