import { describe, expect, it } from 'vitest';
import type { BodyDescriptor, BytesInput, DispatcherOptions, XmlNode } from '../../../src/runtime/contract.js';
import { recordingFetch, toolkitOf, use } from './support.js';

const send = async (body: Omit<BodyDescriptor, 'property'>, value: unknown, options: DispatcherOptions = {}) => {
  const { fetch, seen } = recordingFetch();
  const toolkit = toolkitOf({
    post: { operation: { method: 'POST', path: '/p', body: { property: 'body', ...body } } },
  });
  const result = await toolkit
    .createDispatcher({ fetch, env: false, ...options })
    .dispatch(use('post', { body: value }));
  const sent = seen[0]?.body;
  const text = sent instanceof Uint8Array ? Buffer.from(sent).toString() : sent;
  return {
    result,
    text,
    bytes: sent,
    type: seen[0]?.headers['Content-Type'],
    error: result.is_error === true ? String(result.content) : undefined,
  };
};
const bytes = (data: string, more: Partial<BytesInput> = {}): BytesInput => ({ source: 'text', data, ...more });

describe('media types', () => {
  it.each([
    ['json', ['application/vnd.api+json; charset=utf-8'], { a: 1 }, 'application/vnd.api+json; charset=utf-8'],
    ['json', ['*/*'], { a: 1 }, 'application/json'],
    ['text', ['text/*'], 'x', 'text/plain'],
    ['binary', ['image/*'], bytes('x', { contentType: 'image/png' }), 'image/png'],
    ['binary', ['image/*'], bytes('x', { contentType: 'text/html' }), 'application/octet-stream'],
    ['binary', ['image/png', 'image/jpeg'], bytes('x', { contentType: 'image/jpeg' }), 'image/jpeg'],
    ['ndjson', ['application/x-ndjson'], [{ a: 1 }], 'application/x-ndjson'],
  ] as const)('%s %j', async (kind, contentTypes, value, wanted) => {
    expect((await send({ kind, contentTypes }, value)).type).toBe(wanted);
  });
});

describe('bytes', () => {
  const binary = { kind: 'binary', contentTypes: ['application/octet-stream'] } as const;
  it.each([
    [{ source: 'base64', data: 'aGk=' }, 'hi'],
    [{ source: 'base64', data: 'aGk' }, 'hi'],
    [{ source: 'base64', data: '-_-_' }, Buffer.from('+/+/', 'base64').toString()],
    [{ source: 'text', data: 'é' }, 'é'],
    [{ source: 'file', data: 'f1' }, 'file f1'],
  ])('%j', async (value, wanted) => {
    const { text } = await send(binary, value, { files: (handle) => new TextEncoder().encode(`file ${handle}`) });
    expect(text).toBe(wanted);
  });

  it('are refused where they are none', async () => {
    expect((await send(binary, { source: 'base64', data: '***' })).error).toMatch(/base64/);
    expect((await send(binary, 'x')).error).toMatch(/source, data/);
    expect((await send(binary, { source: 'file', data: 'x' })).error).toMatch(/files/);
    expect((await send(binary, { source: 'file', data: 'x' }, { files: () => undefined })).error).toMatch(
      /no file "x"/,
    );
  });
});

describe('multipart', () => {
  const multipart = (encoding: BodyDescriptor['encoding'] = {}) =>
    ({ kind: 'multipart', contentTypes: ['multipart/form-data'], encoding }) as const;

  it('cannot be broken by names, values or file names', async () => {
    const { text, type } = await send(multipart({ f: { bytes: true } }), {
      'a"\r\nX-Evil: 1': '\r\n--boundary--',
      f: bytes('x', { filename: 'a"\r\nX: y.txt', contentType: 'text/plain\r\nX-Evil: 1' }),
    });
    expect(text).toContain('name="a%22%0D%0AX-Evil: 1"');
    expect(text).toContain('filename="a%22%0D%0AX: y.txt"');
    expect(text).not.toMatch(/^X-Evil/m);
    expect(type).toMatch(/^multipart\/form-data; boundary=----tools-gen-[0-9a-f]{32}$/);
  });

  it('takes no line from the document, and no type from an input that is none', async () => {
    const headers = { 'X-Id': '1\r\nX-Evil: 1', 'X-Odd\r\nX-Evil': '1', 'X-Good': '1' };
    const { text } = await send(
      multipart({ a: { contentType: 'text/plain\r\nX-Evil: 1', headers }, b: { bytes: true } }),
      { a: 'x', b: bytes('y', { contentType: 'no type' }) },
    );
    expect(text).not.toMatch(/^X-(?!Good)/m);
    expect(text).toMatch(/name="b"; filename="b"\r\nContent-Type: application\/octet-stream\r\n/);
  });

  it('is read back by the platform', async () => {
    const { bytes: body, type } = await send(multipart({ file: { bytes: true, headers: { 'X-Id': '7' } } }), {
      title: 'é & 1',
      tags: ['a', 'b'],
      meta: { a: 1n },
      file: [bytes('one', { filename: '1.txt', contentType: 'text/plain' }), bytes('two')],
    });
    const form = await new Response(body as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': type ?? '' },
    }).formData();
    expect(form.get('title')).toBe('é & 1');
    expect(form.getAll('tags')).toEqual(['a', 'b']);
    const files = form.getAll('file') as File[];
    expect(files.map(({ name, type: kind }) => [name, kind])).toEqual([
      ['1.txt', 'text/plain'],
      ['file', 'application/octet-stream'],
    ]);
    expect(await files[1]?.text()).toBe('two');
  });
});

describe('records', () => {
  it('are one to a line, or marked', async () => {
    const value = [{ a: 1 }, 'x'];
    expect((await send({ kind: 'ndjson', contentTypes: ['application/x-ndjson'] }, value)).text).toBe('{"a":1}\n"x"\n');
    expect((await send({ kind: 'ndjson', contentTypes: ['application/json-seq'] }, value)).text).toBe(
      '\u001e{"a":1}\n\u001e"x"\n',
    );
  });
});

describe('XML', () => {
  const xml = async (node: XmlNode, value: unknown, xmlDefs: Record<string, XmlNode> = {}) => {
    const { text } = await send({ kind: 'xml', contentTypes: ['application/xml'], xml: node, xmlDefs }, value);
    return String(text).replace('<?xml version="1.0" encoding="UTF-8"?>', '');
  };
  it.each<[string, XmlNode, unknown, string]>([
    [
      'names',
      { name: 'pet', properties: { id: { name: 'petId' } } },
      { id: 1, tag: 'a' },
      '<pet><petId>1</petId><tag>a</tag></pet>',
    ],
    [
      'attributes',
      { name: 'pet', properties: { id: { attribute: true } } },
      { id: 1, n: 'x' },
      '<pet id="1"><n>x</n></pet>',
    ],
    [
      'lists',
      { name: 'pet', properties: { tags: { items: { name: 'tag' } } } },
      { tags: ['a', 'b'] },
      '<pet><tag>a</tag><tag>b</tag></pet>',
    ],
    [
      'wrapped lists',
      { name: 'pet', properties: { tags: { name: 'all', wrapped: true, items: { name: 'tag' } } } },
      { tags: ['a'] },
      '<pet><all><tag>a</tag></all></pet>',
    ],
    ['a list as root', { name: 'pets', items: { name: 'pet' } }, [{ a: 1 }], '<pets><pet><a>1</a></pet></pets>'],
    [
      'namespaces',
      { name: 'pet', namespace: 'urn:x', prefix: 'p' },
      { a: 1 },
      '<p:pet xmlns:p="urn:x"><a>1</a></p:pet>',
    ],
    [
      'text',
      { name: 'pet', properties: { id: { attribute: true }, v: { text: true } } },
      { id: 1, v: 'x' },
      '<pet id="1">x</pet>',
    ],
    [
      'cdata',
      { name: 'pet', properties: { v: { cdata: true } } },
      { v: 'a]]>b' },
      '<pet><v><![CDATA[a]]]]><![CDATA[>b]]></v></pet>',
    ],
    ['markup in values', { name: 'pet' }, { 'a b<': '<x>&"\u0001' }, '<pet><a_b_>&lt;x&gt;&amp;&quot;</a_b_></pet>'],
    ['recursion', { ref: 'Node' }, { child: { child: {} } }, '<node><child><child/></child></node>'],
    ['absent names', { name: 'pet' }, { constructor: 'x' }, '<pet><constructor>x</constructor></pet>'],
  ])('%s', async (_, node, value, wanted) => {
    expect(await xml(node, value, { Node: { name: 'node', properties: { child: { name: 'child' } } } })).toBe(wanted);
  });
});

describe('absent bodies', () => {
  it('send nothing and no type', async () => {
    const { fetch, seen } = recordingFetch();
    const toolkit = toolkitOf({
      post: {
        operation: {
          method: 'POST',
          path: '/p',
          body: { property: 'body', kind: 'json', contentTypes: ['application/json'] },
        },
      },
    });
    await toolkit.createDispatcher({ fetch, env: false }).dispatch(use('post', {}));
    expect(seen[0]).not.toHaveProperty('body');
    expect(seen[0]?.headers).not.toHaveProperty('Content-Type');
  });
});
