import { type BodyContext, serializeBody } from './body/serialize-body.js';
import type { HttpRequest, OperationDescriptor, ParameterDescriptor, SerializedBody } from './contract.js';
import type { Authorization } from './credentials/authorize.js';
import { ToolCallError } from './errors.js';
import { HeaderList } from './headers.js';
import { idempotencyKey } from './idempotency-key.js';
import { parseUrl } from './platform.js';
import { isJsonType, mediaEssence } from './serialize/content.js';
import { cookiePairs, headerText, isHeaderName, isReservedHeader } from './serialize/header.js';
import { expandOwnQuery, expandPath, keepsSegments, type PathPlan, planPath } from './serialize/path.js';
import { joinQuery, queryPairs, wholeQuery } from './serialize/query.js';
import type { Target } from './server.js';

export interface BuildInput {
  name: string;
  callId: string;
  operation: OperationDescriptor;
  /** Validated values by input key, in the natural form. */
  values: Readonly<Record<string, unknown>>;
  target: Target;
  authorization: Authorization;
  /** Headers of the configuration; they win over everything else. */
  headers: readonly (readonly [string, string])[];
}

/**
 * Puts a request together. The URL is text throughout: nothing folds or re-encodes it. Waits only for a body whose bytes come
 * from elsewhere.
 */
export function buildHttpRequest(input: BuildInput, context: BodyContext): HttpRequest | Promise<HttpRequest> {
  const body = bodyOf(input, context);
  return body instanceof Promise ? body.then((found) => assemble(input, found)) : assemble(input, body);
}

function assemble(input: BuildInput, body: SerializedBody | undefined): HttpRequest {
  const { operation } = input;
  const plan = planOf(operation);
  const valueFor = (parameter: ParameterDescriptor): unknown => parameterValue(parameter, input);
  const url = urlOf(input, plan, valueFor);
  const headers = new HeaderList();
  headers.set('Accept', plan.accept);
  addParameterHeaders(headers, plan, valueFor);
  if (body?.contentType !== undefined) headers.set('Content-Type', body.contentType);
  headers.addCookies(input.authorization.cookies);
  for (const [name, value] of input.authorization.headers) headers.set(name, value);
  for (const [name, value] of input.headers) {
    if (name.toLowerCase() === 'cookie') headers.addCookies([value]);
    else headers.set(name, value);
  }
  const request = { method: operation.method, url, headers: headers.toRecord() };
  return body === undefined ? request : { ...request, body: body.body };
}

function parameterValue(parameter: ParameterDescriptor, { values, callId, name }: BuildInput): unknown {
  if (parameter.fixed !== undefined) return parameter.fixed;
  if (parameter.idempotencyKey === true) return idempotencyKey(callId, name);
  return Object.hasOwn(values, parameter.property) ? values[parameter.property] : undefined;
}

function bodyOf(
  { operation, values }: BuildInput,
  context: BodyContext,
): SerializedBody | undefined | Promise<SerializedBody> {
  const { body } = operation;
  if (body === undefined || !Object.hasOwn(values, body.property)) return undefined;
  const value = values[body.property];
  // Only JSON can say null; everywhere else it means that there is no body.
  if (value === undefined || (value === null && body.kind !== 'json')) return undefined;
  return serializeBody(value, body, context);
}

function addParameterHeaders(
  headers: HeaderList,
  { others }: OperationPlan,
  valueFor: (parameter: ParameterDescriptor) => unknown,
): void {
  const cookies: string[] = [];
  for (const parameter of others) {
    if (parameter.in === 'cookie') {
      cookies.push(...cookiePairs(parameter, valueFor(parameter)));
      continue;
    }
    const text = headerText(parameter, valueFor(parameter));
    if (text === undefined) continue;
    if (!isHeaderName(parameter.name)) {
      throw new ToolCallError(
        'UNSAFE_HEADER',
        `${parameter.property}: "${parameter.name}" cannot be the name of a header`,
      );
    }
    headers.set(parameter.name, text);
  }
  headers.addCookies(cookies);
}

/** What of a request depends on the operation alone. */
interface OperationPlan {
  /** Media types of the described successful answers; anything where none is described. */
  readonly accept: string;
  readonly path: PathPlan;
  /** Parameters of the query. */
  readonly query: readonly ParameterDescriptor[];
  /** Parameters of headers that an input may set, and of cookies. */
  readonly others: readonly ParameterDescriptor[];
}

const PLANS = new WeakMap<OperationDescriptor, OperationPlan>();

function planOf(operation: OperationDescriptor): OperationPlan {
  const known = PLANS.get(operation);
  if (known !== undefined) return known;
  const { path, parameters } = operation;
  const plan: OperationPlan = {
    accept: describeAccept(operation),
    path: planPath(path, parameters),
    query: parameters.filter(({ in: place }) => place === 'query' || place === 'querystring'),
    others: parameters.filter(
      ({ in: place, name }) => place === 'cookie' || (place === 'header' && !isReservedHeader(name)),
    ),
  };
  PLANS.set(operation, plan);
  return plan;
}

/**
 * JSON is asked for first, since results are read as JSON where an operation offers it; the document's order decides between
 * the others (RFC 9110, section 12.5.1: weights).
 */
function describeAccept(operation: OperationDescriptor): string {
  const types = Object.entries(operation.responses ?? {})
    .filter(([status]) => /^2/.test(status) || status === 'default')
    .flatMap(([, { contentTypes }]) => contentTypes)
    .filter((type) => /^[\t\u0020-\u007e]+\/[\t\u0020-\u007e]+$/.test(type));
  const essences = [...new Set(types.map(mediaEssence))].slice(0, 10);
  if (essences.length === 0) return 'application/json, */*;q=0.8';
  const first = ['application/json', ...essences.filter(isJsonType)].find((type) => essences.includes(type));
  const weight = first === undefined ? '' : ';q=0.9';
  const others = essences.filter((type) => type !== first && type !== '*/*').map((type) => `${type}${weight}`);
  return [
    ...(first === undefined ? [] : [first]),
    ...others,
    essences.includes('*/*') ? '*/*;q=0.8' : '*/*;q=0.1',
  ].join(', ');
}

function urlOf(
  { target, authorization }: BuildInput,
  plan: OperationPlan,
  valueFor: (parameter: ParameterDescriptor) => unknown,
): string {
  const expanded = expandPath(plan.path, valueFor);
  const path = expanded.startsWith('/') || expanded === '' ? expanded : `/${expanded}`;
  let query = expandOwnQuery(plan.path, valueFor);
  const add = (piece: string): void => {
    if (piece !== '') query = query === '' ? piece : `${query}&${piece}`;
  };
  for (const parameter of plan.query) {
    const value = valueFor(parameter);
    if (parameter.in === 'query') add(joinQuery(queryPairs(parameter, value)));
    else add(wholeQuery(parameter, value));
  }
  add(joinQuery(authorization.query));
  const url = `${target.base}${path}${query === '' ? '' : `?${query}`}`;
  if (!(isSound(target) && keepsSegments(path))) checkUrl(url, target);
  return url;
}

const SOUND = new WeakMap<Target, boolean>();

/** True where the base of a server is known to keep its origin and its segments in every URL that begins with it. */
function isSound(target: Target): boolean {
  const known = SOUND.get(target);
  if (known !== undefined) return known;
  const { base, origin } = target;
  // Where the text itself begins with the origin, what follows is the path and nothing of the authority.
  const path = base.startsWith(origin) ? base.slice(origin.length) : undefined;
  const sound = path !== undefined && keepsSegments(path) && parseUrl(base)?.origin === origin;
  SOUND.set(target, sound);
  return sound;
}

/** The finished URL, parsed, must have the origin of the server and as many segments as its text. */
function checkUrl(url: string, target: Target): void {
  const parsed = parseUrl(url);
  const path = (url.slice(target.base.length).split('?', 1)[0] ?? '').split('/').length;
  const base = target.base.replace(/^[a-z]+:\/\/[^/]*/i, '').split('/').length - 1;
  const segments = (parsed?.pathname ?? '').split('/').length;
  const isRoot = path + base <= 1 && segments === 2;
  if (parsed === undefined || parsed.origin !== target.origin || (segments !== path + base && !isRoot)) {
    throw new ToolCallError(
      'UNSAFE_PATH',
      'This call would leave the path that the API document describes; nothing was sent',
    );
  }
}
