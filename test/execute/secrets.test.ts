import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { generate } from '../../src/index.js';
import { ROOT } from '../support/temporary.js';

const SPEC = join(ROOT, 'fixtures/specs/real/v30/petstore-v3.yaml');
const MARKERS = ['MARKER-key-4711', 'MARKER-token-4712', 'MARKER-id-4713', 'MARKER-secret-4714'];
const PREFIX = 'SWAGGER_PETSTORE_OPENAPI_3_0';

afterEach(() => vi.unstubAllEnvs());

describe('secrets at generation', () => {
  it('puts no credential of the environment into a file or a message', async () => {
    const names = ['API_KEY', 'PETSTORE_AUTH', 'PETSTORE_AUTH_CLIENT_ID', 'PETSTORE_AUTH_CLIENT_SECRET'];
    for (const [index, name] of names.entries()) vi.stubEnv(`${PREFIX}_${name}`, MARKERS[index]);
    const { files, diagnostics } = await generate({ spec: SPEC });
    const all = JSON.stringify([files, diagnostics]);
    expect(all).toContain(`${PREFIX}_API_KEY`);
    for (const marker of MARKERS) expect(all).not.toContain(marker);
  });

  it('refuses a server URL that holds a password, and does not repeat the password', async () => {
    const attempt = generate({ spec: SPEC, server: `https://user:${MARKERS[3]}@api.example.test/v1` });
    const outcome = await attempt.then(
      ({ files }) => JSON.stringify(files),
      (error: Error) => error.message,
    );
    expect(outcome).not.toContain(MARKERS[3]);
  });
});
