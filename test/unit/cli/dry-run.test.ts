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
        `curl --path-as-is -X GET 'https://a.test/x?key='"$X_KEY"'&q=$1' \\`,
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
    expect(text).toContain(`-F 'note=it'\\''s'`);
    expect(text).toContain(`-F 'file=@a.txt;type=text/plain'`);
  });
});
