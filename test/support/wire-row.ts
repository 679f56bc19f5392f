import type { Expected, WireCase } from './wire-case.js';

/** A case of one operation in short: what the document says about it, the value, the request. See the README of the cases. */
export interface WireRow {
  id: string;
  kind: string;
  version: string;
  /** The one parameter, as the document writes it; `value` is its value. */
  parameter?: { name: string; in: string };
  /** `content` of the request body; `value` is the body. */
  body?: Record<string, unknown>;
  value?: unknown;
  path?: string;
  method?: string;
  consumes?: string[];
  servers?: unknown[];
  components?: unknown;
  expected: Expected | string;
  accept?: (Expected | string)[];
}

/** A request as text is its path and query; `error` is none. */
function expand(expected: Expected | string): Expected {
  if (typeof expected !== 'string') return expected;
  return expected === 'error' ? { error: true } : { url: expected };
}

/** The row as a whole case. */
export function expandRow(row: WireRow): WireCase {
  const { id, kind, version, parameter, body, path = '/items', consumes, servers, components, expected, accept } = row;
  const inBody = body !== undefined || parameter?.in === 'formData';
  const operation = {
    operationId: 'op',
    ...(parameter && { parameters: [parameter] }),
    ...(body && { requestBody: { content: body } }),
    ...(consumes && { consumes }),
    responses: { 200: { description: 'ok' } },
  };
  const server =
    version === '2.0'
      ? { swagger: '2.0', host: 'api.example.test', schemes: ['http'] }
      : {
          openapi: version,
          servers: servers ?? [{ url: 'http://api.example.test' }],
          ...(components !== undefined && { components }),
        };
  const key = parameter?.name ?? 'body';
  return {
    id,
    kind,
    spec: {
      ...server,
      info: { title: 'case', version: '1' },
      paths: { [path]: { [row.method ?? (inBody ? 'post' : 'get')]: operation } },
    },
    operationId: 'op',
    args: Object.fromEntries('value' in row ? [[key, row.value]] : []),
    expected: expand(expected),
    ...(accept && { accept: accept.map(expand) }),
  };
}
