import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { placeholderCredentials, renderRequest } from '../../../src/cli/dry-run.js';
import type { PackageDescriptor } from '../../../src/runtime/contract.js';

const pack: PackageDescriptor = {
  contract: 1,
  name: 'x-tools',
  envPrefix: 'X',
  servers: [],
  securitySchemes: {
    key: { type: 'apiKey', in: 'query', name: 'key' },
    login: { type: 'http', scheme: 'Basic' },
    oauth: { type: 'oauth2' },
  },
};

const { credentials, shown } = placeholderCredentials(pack, 'n0nce');

describe('placeholderCredentials', () => {
  it('gives every scheme a stand-in', () => {
    expect(credentials).toEqual({
      key: 'secretn0ncex0x',
      login: { username: 'secretn0ncex1x', password: 'secretn0ncex1x' },
      oauth: 'secretn0ncex2x',
    });
  });
});

describe('renderRequest', () => {
  it('shows variables instead of stand-ins, in a URL and in Basic credentials', () => {
    const basic = Buffer.from('secretn0ncex1x:secretn0ncex1x').toString('base64');
    const text = renderRequest(
      { method: 'GET', url: 'https://a.test/x?key=secretn0ncex0x&q=$1', headers: { Authorization: `Basic ${basic}` } },
      shown,
    );
    expect(text).toBe(
      [
        'GET https://a.test/x?key=$X_KEY&q=$1',
        'Authorization: Basic $(printf %s "$X_LOGIN_USERNAME:$X_LOGIN_PASSWORD" | base64)',
        '',
        `curl --path-as-is --globoff -X GET 'https://a.test/x?key='"$X_KEY"'&q=$1' \\`,
        `  -H 'Authorization: Basic '"$(printf %s "$X_LOGIN_USERNAME:$X_LOGIN_PASSWORD" | base64)"`,
        '',
      ].join('\n'),
    );
  });

  it.each(['$HOME', '$X_KEY', '$(id)', '`id`', '$(printf %s "$(id)" | base64)'])(
    'expands nothing of a document: %s',
    (text) => {
      const url = `https://a.test/${text}`;
      expect(renderRequest({ method: 'GET', url, headers: {} }, shown)).toContain(`GET '${url}'\n`);
    },
  );

  it('describes bytes and form data', () => {
    const request = { method: 'POST', url: 'https://a.test/', headers: {} };
    expect(renderRequest({ ...request, body: new Uint8Array(3) }, shown)).toContain('[3 bytes]');
    const form = new FormData();
    form.append('note', "it's");
    form.append('file', new Blob(['abc'], { type: 'text/plain' }), 'a.txt');
    const text = renderRequest({ ...request, body: form }, shown);
    expect(text).toContain('file: [3 bytes, text/plain]');
    expect(text).toContain(`--form-string 'note=it'\\''s'`);
    expect(text).toContain(`-F 'file=@a.txt;type=text/plain'`);
  });

  const post = { method: 'POST', url: 'https://a.test/', headers: {} };
  const curlOf = (body: string | Uint8Array) =>
    renderRequest({ ...post, body }, shown)
      .split('\n\n')
      .at(-1);

  it('shows bytes that are text, and gives curl the very bytes', () => {
    const body = new TextEncoder().encode('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\né\r\n--b--\r\n');
    expect(renderRequest({ ...post, body }, shown)).toContain('name="a"\n\né\n--b--');
    expect(curlOf(body)).toMatch(/^\n?printf %s '[\w+/=]+' \| base64 -d \| curl .*\n {2}--data-binary @-\n$/);
    const head = '--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n';
    const withFile = Buffer.concat([Buffer.from(head), Buffer.from([0, 255, 13, 10]), Buffer.from('--b--\r\n')]);
    expect(renderRequest({ ...post, body: withFile }, shown)).toContain('name="f"\n\n[2 bytes]\n--b--\n');
    expect(curlOf(new Uint8Array([0, 255]))).toContain("printf %s 'AP8=' | base64 -d | curl");
  });

  it.each(["it's", '@/etc/passwd', '$(id) `id` $HOME', 'a\nb', '\u001b[2J\u0000', '-d x'])(
    'sends %j through a shell unchanged',
    (body) => {
      const line = curlOf(body) ?? '';
      // The shell runs `printf` in place of curl, on the last argument or on what comes through the pipe.
      const script = `curl() { for last; do :; done; if [ "$last" = @- ]; then cat; else printf %s "$last"; fi; }\n${line}`;
      expect(execFileSync('/bin/sh', ['-c', script]).toString()).toBe(body);
      expect(line).not.toMatch(/[^\P{C}\n]/u);
    },
  );

  it('asks for heads as curl does, and keeps empty headers', () => {
    const text = renderRequest({ method: 'HEAD', url: 'https://a.test/', headers: { 'X-A': '' } }, shown);
    expect(text).toContain(`curl --path-as-is --globoff --head 'https://a.test/' \\\n  -H 'X-A;'`);
  });
});
