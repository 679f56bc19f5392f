import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RecordingServer, startServer } from '../support/http-server.js';
import { npmRun, QUIET } from '../support/npm.js';
import { run } from '../support/run.js';
import { ROOT } from '../support/temporary.js';

/** Spaces and letters beyond ASCII, as in the home folders of many. */
const home = mkdtempSync(join(tmpdir(), 'tools-gen päckt 工具 '));
let server: RecordingServer;

/** The packed tarball, installed in an empty folder outside the clone, as a stranger's project would have it. */
beforeAll(async () => {
  // The build is there already; the `prepare` script would take it away under the other tests' feet.
  const [packed] = JSON.parse(await npmRun(['pack', '--json', '--ignore-scripts', `--pack-destination=${home}`], ROOT));
  writeFileSync(join(home, 'package.json'), '{"name":"stranger","private":true}');
  copyFileSync(join(ROOT, 'fixtures/specs/real/v30/petstore-v3.yaml'), join(home, 'openapi.yaml'));
  await npmRun(['install', ...QUIET, `./${packed.filename}`], home);
  server = await startServer(() => ({ body: '{"id":7,"name":"Rex","photoUrls":[]}' }));
});
afterAll(async () => {
  await server?.close();
  rmSync(home, { recursive: true, force: true });
});

describe('the packed tarball', () => {
  it('holds the build, the templates and nothing of the tests', () => {
    const installed = join(home, 'node_modules', 'tools-gen');
    expect(existsSync(join(installed, 'dist/cli/main.js'))).toBe(true);
    expect(existsSync(join(installed, 'templates'))).toBe(true);
    expect(existsSync(join(installed, 'test'))).toBe(false);
    expect(existsSync(join(installed, 'src'))).toBe(false);
  });

  it('generates a package that installs and makes a real HTTP call', async () => {
    await npmRun(['exec', '--offline', '--', 'tools-gen', 'openapi.yaml', '-o', 'pets', '--quiet'], home);
    const pets = join(home, 'pets');
    await npmRun(['install', ...QUIET], pets);
    const script = `import { createDispatcher } from './index.js';
      const d = createDispatcher({ baseUrl: '${server.origin}', credentials: { api_key: 'k' } });
      console.log(JSON.stringify(await d.dispatch({ id: 'toolu_1', name: 'getPetById', input: { petId: 7 } })));`;
    const called = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: pets });
    expect(called.stderr).toBe('');
    expect(JSON.parse(called.stdout)).toEqual({
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      content: '{"id":7,"name":"Rex","photoUrls":[]}',
    });
    expect(server.seen[0]?.url).toBe('/pet/7');
  });

  it('depends on Ajv alone in what it generates, and runs no script at install', () => {
    const manifest = JSON.parse(readFileSync(join(home, 'pets', 'package.json'), 'utf8'));
    expect(Object.keys(manifest.dependencies)).toEqual(['ajv', 'ajv-formats']);
    expect(manifest.scripts).toBeUndefined();
  });

  it('serves as a library', async () => {
    const script = `import { generate } from 'tools-gen';
      const { tools, skipped } = await generate({ spec: 'openapi.yaml' });
      console.log(tools.length, skipped.length);`;
    const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: home });
    expect(stderr).toBe('');
    expect(stdout).toBe('19 0\n');
  });
});
