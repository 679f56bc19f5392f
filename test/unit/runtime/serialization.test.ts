import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../../src/runtime/contract.js';
import { ROOT } from '../../support/temporary.js';
import { adapt } from './spec-adapter.js';
import { recordingFetch, toolkitOf, use } from './support.js';

// biome-ignore lint/suspicious/noExplicitAny: raw cases
type Any = any;

const cases = JSON.parse(readFileSync(join(ROOT, 'fixtures/cases/serialize/serialization.json'), 'utf8')) as Any[];

const essence = (value: string | undefined): string | undefined => value?.split(';', 1)[0]?.trim().toLowerCase();

function lowerHeaders(request: HttpRequest): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function bytesOf(body: HttpRequest['body']): Buffer {
  return Buffer.from((body ?? '') as string | Uint8Array);
}

interface Part {
  name: string | undefined;
  filename: string | undefined;
  contentType: string | undefined;
  headers: Record<string, string>;
  bytes: Buffer;
}

function partsOf(request: HttpRequest): Part[] {
  const boundary = /boundary=(.+)$/.exec(lowerHeaders(request)['content-type'] ?? '')?.[1] ?? '';
  const sections = bytesOf(request.body).toString('latin1').split(`--${boundary}`).slice(1, -1);
  return sections.map((section) => {
    const split = section.indexOf('\r\n\r\n');
    const lines = section.slice(2, split).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(': ', 1)[0]?.toLowerCase(), line.slice(line.indexOf(': ') + 2)]),
    );
    const disposition = Buffer.from(headers['content-disposition'] ?? '', 'latin1').toString();
    return {
      name: / name="([^"]*)"/.exec(disposition)?.[1],
      filename: /filename="([^"]*)"/.exec(disposition)?.[1],
      contentType: headers['content-type'],
      headers,
      bytes: Buffer.from(section.slice(split + 4, -2), 'latin1'),
    };
  });
}

function checkPart(part: Part | undefined, wanted: Any): void {
  expect(part).toBeDefined();
  if (part === undefined) return;
  expect(part.name).toBe(wanted.name);
  if (wanted.filename !== undefined) expect(part.filename).toBe(wanted.filename);
  if (wanted.contentType !== undefined) expect(wanted.contentType).toContain(essence(part.contentType) ?? null);
  if (wanted.body !== undefined) expect(part.bytes.toString()).toBe(wanted.body);
  if (wanted.bodyBase64 !== undefined) expect(part.bytes.toString('base64')).toBe(wanted.bodyBase64);
  if (wanted.json !== undefined) expect(JSON.parse(part.bytes.toString())).toEqual(wanted.json);
  for (const [name, value] of Object.entries(wanted.headers ?? {})) expect(part.headers[name]).toBe(value);
}

function checkBody(request: HttpRequest, wanted: Any): void {
  if (wanted.bodyBase64 !== undefined) expect(bytesOf(request.body).toString('base64')).toBe(wanted.bodyBase64);
  if (wanted.noBody === true) expect(request.body).toBeUndefined();
  if (wanted.jsonText !== undefined) expect(request.body).toBe(wanted.jsonText);
  if (wanted.json !== undefined) expect(JSON.parse(String(request.body))).toEqual(wanted.json);
  if (wanted.form !== undefined) {
    const pairs = [...new URLSearchParams(String(request.body))];
    expect([...pairs].sort()).toEqual([...wanted.form].sort());
  } else if (wanted.body !== undefined) expect(String(request.body)).toBe(wanted.body);
  if (wanted.parts !== undefined) {
    const parts = partsOf(request);
    expect(parts).toHaveLength(wanted.parts.length);
    for (const [index, part] of wanted.parts.entries()) checkPart(parts[index], part);
  }
}

function checkRequest(request: HttpRequest | undefined, isError: boolean | undefined, wanted: Any): void {
  if (wanted.error === true) {
    expect(isError).toBe(true);
    expect(request).toBeUndefined();
    return;
  }
  expect(request).toBeDefined();
  if (request === undefined) return;
  const headers = lowerHeaders(request);
  expect(request.method).toBe(wanted.method);
  expect(request.url.replace(/^https?:\/\/[^/?#]*/, '')).toBe(wanted.url);
  if (wanted.origin !== undefined) expect(new URL(request.url).origin).toBe(wanted.origin);
  for (const [name, value] of Object.entries<string>(wanted.headers ?? {})) {
    const given = name === 'content-type' ? essence(headers[name]) : headers[name];
    expect(given).toBe(value);
  }
  for (const name of wanted.headersAbsent ?? []) expect(headers).not.toHaveProperty(name);
  for (const [name, value] of Object.entries(wanted.headersNotEqual ?? {})) expect(headers[name]).not.toBe(value);
  if (wanted.cookie !== undefined) expect(headers['cookie'] ?? null).toBe(wanted.cookie);
  checkBody(request, wanted);
}

describe('requests on the wire follow the specification', () => {
  it.each(cases.map((each) => [each.id, each] as const))(
    '%s',
    async (_, { spec, operationId, args, expected, accept }) => {
      const { operation, pack, input } = adapt(spec, operationId, args);
      const { fetch, seen } = recordingFetch();
      const toolkit = toolkitOf({ it: { operation } }, pack);
      const dispatcher = toolkit.createDispatcher({ fetch, env: false, allowedOrigins: [] });
      const result = await dispatcher.dispatch(use('it', input));
      let failure: unknown;
      for (const wanted of [expected, ...(accept ?? [])]) {
        try {
          checkRequest(seen[0], result.is_error, wanted);
          return;
        } catch (error) {
          failure ??= error;
        }
      }
      throw new Error(`${String(failure)}\nresult: ${JSON.stringify(result.content)}`);
    },
  );
});
