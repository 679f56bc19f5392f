import { pointerTokens } from '../diagnostics/pointer.js';
import type { Context } from './context.js';
import { text, texts } from './fields.js';
import { follow, target } from './follow.js';
import type { NormalizedSecurityScheme } from './normalized-spec.js';
import { allEntries, child, isObjectPart, isRecord, items, own, type Part, quoted, recordOf } from './part.js';

export type Requirements = readonly Readonly<Record<string, readonly string[]>>[];

/** The `security` of a document or operation. Undefined where it says nothing; an empty list asks for nothing. */
export function readSecurity(context: Context, holder: Part): Requirements | undefined {
  const list = child(holder, 'security');
  if (!list) return undefined;
  if (!Array.isArray(list.value)) {
    context.report('PART_INVALID', '`security` is not a list.', list);
    return undefined;
  }
  return items(list).flatMap((part) => {
    if (!isObjectPart(part)) {
      context.report('PART_INVALID', 'A security requirement is not an object.', part);
      return [];
    }
    const names = Object.keys(part.value);
    return [
      recordOf(names.map((name) => [schemeName(context, name, part), texts(context, part, name) ?? []] as const)),
    ];
  });
}

/** 3.2: a requirement names a scheme of the components, or gives its URI. The name, where the URI leads to one. */
function schemeName(context: Context, name: string, part: Part): string {
  if (context.spec.version !== '3.2' || !/[#/.:]/.test(name)) return name;
  const { root } = context.spec;
  const schemes = context.spec.resolve('#/components/securitySchemes', root);
  if (!('failure' in schemes) && own(schemes.value, name) !== undefined) return name;
  const found = context.spec.resolve(name, part.file);
  if ('failure' in found || found.file !== root) return name;
  const [, last] = /^\/components\/securitySchemes\/([^/]+)$/.exec(found.location.pointer) ?? [];
  return last === undefined ? name : (pointerTokens(`/${last}`)?.[0] ?? name);
}

type SchemeReader = (context: Context, part: Part) => NormalizedSecurityScheme | undefined;

const API_KEY_PLACES = ['header', 'query', 'cookie'] as const;

const apiKey: SchemeReader = (context, part) => {
  const name = text(context, part, 'name');
  const place = API_KEY_PLACES.find((known) => known === own(part.value, 'in'));
  if (name !== undefined && place) return { type: 'apiKey', in: place, name, ...described(context, part) };
  context.report('PART_INVALID', 'An apiKey scheme has no `name`, or no `in` of header, query or cookie.', part);
  return undefined;
};

const http: SchemeReader = (context, part) => {
  const scheme = text(context, part, 'scheme');
  if (scheme !== undefined) return { type: 'http', scheme: scheme.toLowerCase(), ...described(context, part) };
  context.report('PART_INVALID', 'An http security scheme has no `scheme`.', part);
  return undefined;
};

const oauth2: SchemeReader = (context, part) => ({
  type: 'oauth2',
  flows: new Map(
    allEntries(child(part, 'flows'))
      .filter(([name, flow]) => !name.startsWith('x-') && isRecord(flow.value))
      .map(([name, flow]) => [name, readFlow(context, flow)] as const),
  ),
  ...described(context, part),
});

/** 2.0: one flow, with other names for two of them. */
const oauth2Old: SchemeReader = (context, part) => {
  const written = text(context, part, 'flow');
  const name = OLD_FLOWS.get(written ?? '');
  if (name === undefined) context.report('PART_INVALID', `There is no OAuth flow ${quoted(written ?? '')}.`, part);
  const flows = new Map(name === undefined ? [] : [[name, readFlow(context, part)] as const]);
  return { type: 'oauth2', flows, ...described(context, part) };
};

const OLD_FLOWS: ReadonlyMap<string, string> = new Map([
  ['implicit', 'implicit'],
  ['password', 'password'],
  ['application', 'clientCredentials'],
  ['accessCode', 'authorizationCode'],
]);

const SCHEME_READERS: ReadonlyMap<unknown, SchemeReader> = new Map<unknown, SchemeReader>([
  ['apiKey', apiKey],
  ['http', http],
  ['basic', (context, part) => ({ type: 'http', scheme: 'basic', ...described(context, part) })],
  ['oauth2', (context, part) => (child(part, 'flows') ? oauth2 : oauth2Old)(context, part)],
  ['openIdConnect', (context, part) => ({ type: 'openIdConnect', ...described(context, part) })],
  ['mutualTLS', (context, part) => ({ type: 'mutualTLS', ...described(context, part) })],
]);

/** The document's security schemes by name: `components.securitySchemes`, or `securityDefinitions` of 2.0. */
export function readSecuritySchemes(context: Context, root: Part): ReadonlyMap<string, NormalizedSecurityScheme> {
  const schemes = new Map<string, NormalizedSecurityScheme>();
  for (const [name, part] of allEntries(schemesPart(context, root))) {
    const scheme = name.startsWith('x-') && !isRecord(part.value) ? undefined : readSecurityScheme(context, part);
    if (scheme) schemes.set(name, scheme);
  }
  return schemes;
}

/** The map of schemes, which authors may have moved to a file of its own. */
function schemesPart(context: Context, root: Part): Part | undefined {
  for (const path of ['#/securityDefinitions', '#/components/securitySchemes']) {
    const found = context.spec.resolve(path, root.file);
    if ('failure' in found || !isRecord(found.value)) continue;
    const chain = follow(context, { ...found, pointer: found.location.pointer }, 'map of security schemes');
    return chain && target(chain);
  }
  return undefined;
}

function readSecurityScheme(context: Context, part: Part): NormalizedSecurityScheme | undefined {
  const chain = follow(context, part, 'security scheme');
  if (!chain) return undefined;
  const found = target(chain);
  const type = own(found.value, 'type');
  const reader = SCHEME_READERS.get(type);
  if (!reader) {
    context.report('SECURITY_UNSUPPORTED', `There is no security scheme of type ${quoted(type ?? '')}.`, found);
    return undefined;
  }
  const scheme = reader(context, found);
  return scheme && context.record(scheme, found);
}

function readFlow(
  context: Context,
  part: Part,
): { readonly tokenUrl?: string; readonly refreshUrl?: string; readonly scopes: readonly string[] } {
  const tokenUrl = text(context, part, 'tokenUrl');
  const refreshUrl = text(context, part, 'refreshUrl');
  const scopes = own(part.value, 'scopes');
  return {
    ...(tokenUrl !== undefined && { tokenUrl }),
    ...(refreshUrl !== undefined && { refreshUrl }),
    scopes: isRecord(scopes) ? Object.keys(scopes).filter((name) => !name.startsWith('x-')) : [],
  };
}

function described(context: Context, part: Part): { readonly description?: string } {
  const description = text(context, part, 'description');
  return description === undefined ? {} : { description };
}
