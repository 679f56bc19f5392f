import { type BodyContext, serializeBody } from './body/serialize-body.js';
import type { HttpRequest, OperationDescriptor, ParameterDescriptor, SerializedBody } from './contract.js';
import type { Authorization } from './credentials/authorize.js';
import { ToolCallError } from './errors.js';
import { HeaderList } from './headers.js';
import { idempotencyKey } from './idempotency-key.js';
import { parseUrl } from './platform.js';
import { isJsonType, mediaEssence } from './serialize/content.js';
import { cookiePairs, headerText, isHeaderName, isReservedHeader } from './serialize/header.js';
import { cutQuery, expandOwnQuery, expandPath } from './serialize/path.js';
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

/** Puts a request together. The URL is text throughout: nothing folds or re-encodes it. */
export async function buildHttpRequest(input: BuildInput, context: BodyContext): Promise<HttpRequest> {
  const { operation } = input;
  const valueFor = (parameter: ParameterDescriptor): unknown => parameterValue(parameter, input);
  const body = await bodyOf(input, context);
  const url = urlOf(input, valueFor);
  const headers = new HeaderList();
  headers.set('Accept', acceptOf(operation));
  addParameterHeaders(headers, operation, valueFor);
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

async function bodyOf({ operation, values }: BuildInput, context: BodyContext): Promise<SerializedBody | undefined> {
  const { body } = operation;
  if (body === undefined || !Object.hasOwn(values, body.property)) return undefined;
  const value = values[body.property];
  // Only JSON can say null; everywhere else it means that there is no body.
  if (value === undefined || (value === null && body.kind !== 'json')) return undefined;
  return serializeBody(value, body, context);
}

function addParameterHeaders(
  headers: HeaderList,
  operation: OperationDescriptor,
  valueFor: (parameter: ParameterDescriptor) => unknown,
): void {
  const cookies: string[] = [];
  for (const parameter of operation.parameters) {
    if (parameter.in === 'cookie') cookies.push(...cookiePairs(parameter, valueFor(parameter)));
    if (parameter.in !== 'header' || isReservedHeader(parameter.name)) continue;
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

const ACCEPT = new WeakMap<OperationDescriptor, string>();

/** Media types of the described successful answers; anything where none is described. */
function acceptOf(operation: OperationDescriptor): string {
  const known = ACCEPT.get(operation);
  if (known !== undefined) return known;
  const accept = describeAccept(operation);
  ACCEPT.set(operation, accept);
  return accept;
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

function urlOf(input: BuildInput, valueFor: (parameter: ParameterDescriptor) => unknown): string {
  const { operation, target, authorization } = input;
  const { template, query: ownQuery } = cutQuery(operation.path);
  const expanded = expandPath(template, operation.parameters, valueFor);
  const path = expanded.startsWith('/') || expanded === '' ? expanded : `/${expanded}`;
  const pieces = [expandOwnQuery(ownQuery, operation.parameters, valueFor)];
  for (const parameter of operation.parameters) {
    if (parameter.in === 'query') pieces.push(joinQuery(queryPairs(parameter, valueFor(parameter))));
    if (parameter.in === 'querystring') pieces.push(wholeQuery(parameter, valueFor(parameter)));
  }
  pieces.push(joinQuery(authorization.query));
  const query = pieces.filter((piece) => piece !== '').join('&');
  const url = `${target.base}${path}${query === '' ? '' : `?${query}`}`;
  checkUrl(url, target);
  return url;
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
