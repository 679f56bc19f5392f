import { describe, expect, it } from 'vitest';
import type { OperationDescriptor } from '../../../src/runtime/contract.js';
import { recordingFetch, toolkitOf, use } from './support.js';

async function sent(operation: Partial<OperationDescriptor>, input: Record<string, unknown> = {}) {
  const { fetch, seen } = recordingFetch();
  await toolkitOf({ it: { operation } }).createDispatcher({ fetch, env: false }).dispatch(use('it', input));
  return seen[0];
}

const answers = (...contentTypes: string[]) => ({ responses: { 200: { contentTypes } } });

describe('Accept', () => {
  it.each<[string[], string]>([
    [[], 'application/json, */*;q=0.8'],
    [['application/json'], 'application/json, */*;q=0.1'],
    [['text/csv', 'application/json'], 'application/json, text/csv;q=0.9, */*;q=0.1'],
    [
      ['application/xml', 'application/vnd.api+json', 'application/json; charset=utf-8'],
      'application/json, application/xml;q=0.9, application/vnd.api+json;q=0.9, */*;q=0.1',
    ],
    [['text/html', 'application/hal+json'], 'application/hal+json, text/html;q=0.9, */*;q=0.1'],
    [['image/png', 'text/plain'], 'image/png, text/plain, */*;q=0.1'],
    [['*/*'], '*/*;q=0.8'],
    [['bad type', 'a/\r\nb'], 'application/json, */*;q=0.8'],
  ])('for answers of %j', async (types, wanted) => {
    expect((await sent(answers(...types)))?.headers['Accept']).toBe(wanted);
  });

  it('asks for all types of all good answers', async () => {
    const responses = {
      200: { contentTypes: ['text/csv'] },
      default: { contentTypes: ['application/json'] },
      404: { contentTypes: ['text/html'] },
    };
    expect((await sent({ responses }))?.headers['Accept']).toBe('application/json, text/csv;q=0.9, */*;q=0.1');
  });
});

describe('cookies of style form with allowReserved', () => {
  const cookie = { property: 'c', name: 'c', in: 'cookie', allowReserved: true } as const;
  it.each([
    ['a/b:c,d=e', 'c=a/b:c,d=e'],
    ['a; admin=1', 'c=a%3B%20admin=1'],
    ['%2F%', 'c=%2F%25'],
  ])('%j', async (c, wanted) => {
    expect((await sent({ parameters: [cookie] }, { c }))?.headers['Cookie']).toBe(wanted);
  });
});

describe('content that is a form', () => {
  const form = { property: 'f', name: 'f', in: 'query', contentType: 'application/x-www-form-urlencoded' } as const;
  it('is written as a form, then escaped as one value', async () => {
    const url = (await sent({ path: '/x', parameters: [form] }, { f: { a: 'b c', t: [1, 2] } }))?.url;
    expect(url).toBe('http://api.example.test/x?f=a%3Db%2Bc%26t%3D1%26t%3D2');
  });
});
