import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RecordingServer, startServer } from '../support/http-server.js';
import { temporaryFolder } from '../support/temporary.js';
import { cli, spec } from './support.js';

const base = temporaryFolder('cli-call');
const cwd = base.path;
let server: RecordingServer;
beforeAll(async () => {
  server = await startServer(({ url }) =>
    url.includes('missing')
      ? { status: 404, body: '{"message":"no such pet"}' }
      : { body: '{"name":"Rex \\u001b[2J"}' },
  );
});
afterAll(async () => {
  base.dispose();
  await server.close();
});
const pets = spec('pets.yaml');

describe('call --dry-run', () => {
  it('prints the request and a curl line, with variables for secrets, and sends nothing', async () => {
    const env = { PETS_BEARER_AUTH: 'very-secret' };
    const input = '{"body":{"name":"it\'s"}}';
    const { code, stdout, stderr } = await cli(['call', pets, 'addPet', input, '--dry-run'], { cwd, env });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^POST https:\/\/api\.example\.com\/v1\/pets\n/);
    expect(stdout).toMatch(/authorization: Bearer \$PETS_BEARER_AUTH\n/i);
    expect(stdout).toContain('\n\n{"name":"it\'s"}\n');
    expect(stdout).toContain("curl --path-as-is --globoff -X POST 'https://api.example.com/v1/pets'");
    expect(stdout).toMatch(/-H 'authorization: Bearer '"\$PETS_BEARER_AUTH"/i);
    expect(stdout).toContain(`--data-raw '{"name":"it'\\''s"}'`);
    expect(stdout).not.toContain('very-secret');
  });

  it('shows keys in the query and basic credentials as variables too', async () => {
    const list = await cli(['call', pets, 'listPets', '{"limit":2}', '--dry-run'], {
      cwd,
      env: { PETS_QUERY_KEY: 'very-secret' },
    });
    expect(list.stdout).toContain('GET https://api.example.com/v1/pets?limit=2&key=$PETS_QUERY_KEY\n');
    const remove = await cli(['call', pets, 'deletePet', '{"petId":"a/b"}', '--dry-run'], { cwd });
    expect(remove.stdout).toContain('DELETE https://api.example.com/v1/pets/a%2Fb\n');
    expect(remove.stdout).toMatch(
      /authorization: Basic \$\(printf %s "\$PETS_LOGIN_USERNAME:\$PETS_LOGIN_PASSWORD" \| base64\)/i,
    );
  });

  it('refuses an input that does not fit, with exit code 1', async () => {
    const { code, stderr, stdout } = await cli(['call', pets, 'addPet', '{"body":{}}', '--dry-run'], { cwd });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('name');
  });
});

describe('call', () => {
  const send = (...args: string[]) =>
    cli(['call', pets, ...args, '--server', server.origin], {
      cwd,
      env: { PETS_BEARER_AUTH: 'very-secret', PETS_QUERY_KEY: 'k-123' },
    });

  it('prints the answer, without its control characters', async () => {
    const { code, stdout } = await send('getPet', '{"petId":"1"}');
    expect(code).toBe(0);
    expect(stdout).toContain('"name":"Rex');
    expect(stdout).not.toContain('\u001b');
    expect(server.seen.at(-1)).toMatchObject({ method: 'GET', url: '/pets/1' });
    expect(server.seen.at(-1)?.headers.authorization).toBe('Bearer very-secret');
  });

  it('tells a person what to do without credentials, and with an input that is not JSON', async () => {
    const sent = server.seen.length;
    const missing = await cli(['call', pets, 'addPet', '{"body":{"name":"Rex"}}', '--server', server.origin], { cwd });
    expect(missing.code).toBe(1);
    expect(missing.stderr).toMatch(/PETS_BEARER_AUTH[\s\S]*\nSet the variable and call again, or see the request with/);
    const wrong = await cli(['call', pets, 'getPet', 'petId=1'], { cwd });
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining(`Quote it for the shell: '{"name": "value"}'`),
    ]);
    expect(server.seen.length).toBe(sent);
  });

  it.each([[[]], [['--dry-run']]])(
    'says where to name the server of a document without one, with %j',
    async (flags) => {
      const text = readFileSync(pets, 'utf8').replace(/^servers:.*$/m, 'servers: [{ url: /v1 }]');
      writeFileSync(join(cwd, 'relative.yaml'), text);
      const env = { PETS_BEARER_AUTH: 'x' };
      const { code, stderr } = await cli(['call', 'relative.yaml', 'getPet', '{"petId":"1"}', ...flags], { cwd, env });
      expect([code, stderr]).toEqual([1, expect.stringMatching(/PETS_BASE_URL\nHere --server <url> says it too\.\n$/)]);
      await cli(['relative.yaml', '-o', 'relative', '-q'], { cwd });
      const readme = readFileSync(join(cwd, 'relative/README.md'), 'utf8');
      expect(readme).toContain('The document does not say where its server is: `PETS_BASE_URL` or');
    },
  );

  it('shows the place in a document that is broken', async () => {
    writeFileSync(join(cwd, 'broken.json'), '{\n"openapi": ,\n}');
    const { code, stderr } = await cli(['call', 'broken.json', 'getPet'], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^broken\.json:2:12 - error SPEC_UNPARSABLE: /)]);
  });

  it('takes the input from a file or from standard input', async () => {
    writeFileSync(join(cwd, 'in.json'), '{"petId":"from-file"}');
    await send('getPet', '@in.json');
    expect(server.seen.at(-1)?.url).toBe('/pets/from-file');
    const env = { PETS_BEARER_AUTH: 'x' };
    await cli(['call', pets, 'getPet', '-', '--server', server.origin], { cwd, env, input: '{"petId":"piped"}' });
    expect(server.seen.at(-1)?.url).toBe('/pets/piped');
  });

  it('ends with 1 and the reason on standard error where the call fails', async () => {
    const { code, stdout, stderr } = await send('getPet', '{"petId":"missing"}');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('404');
    const unauthorized = await cli(['call', pets, 'getPet', '{"petId":"1"}', '--server', server.origin], { cwd });
    expect(unauthorized.code).toBe(1);
    expect(unauthorized.stderr).toContain('PETS_BEARER_AUTH');
  });

  it.each([
    [['call', pets, 'getPt', '{}'], 'There is no tool "getPt". Did you mean "getPet"?'],
    [['call', pets, 'getPet', '{'], 'The input is not JSON'],
    [['call', pets, 'getPet', '@nowhere.json'], 'The input file nowhere.json cannot be read.'],
    [['call', '-', 'getPet', '-'], 'cannot both come from standard input'],
  ])('answers %j with exit code 2', async (args, message) => {
    const { code, stderr } = await cli(args, { cwd });
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
