import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.js';
import { ToolsGenError } from '../../../src/diagnostics/tools-gen-error.js';
import { jsonFault } from '../../../src/load/json-fault.js';
import { loadSpec } from '../../../src/load/load-spec.js';
import { temporaryFolder } from '../../support/temporary.js';

const work = temporaryFolder('foreign');
afterAll(work.dispose);

async function refusal(source: Parameters<typeof loadSpec>[0]): Promise<Diagnostic> {
  try {
    await loadSpec(source);
  } catch (error) {
    if (error instanceof ToolsGenError && error.diagnostics[0]) return error.diagnostics[0];
    throw error;
  }
  throw new Error('It was read.');
}

describe('what is given in place of a document is told for what it is, with what to do', () => {
  const page = '<!DOCTYPE html><html><head><title>Sign in</title></head></html>';
  const CASES: [title: string, text: string, is: RegExp, help: RegExp][] = [
    ['a login page', page, /is a web page \(HTML\), probably a login page/, /download the JSON or YAML document/],
    [
      'a page behind blank lines and comments',
      `\n\n<!-- SSO --> <!-- > -->\n${page}`,
      /web page/,
      /sign in if need be/,
    ],
    ['a page without a head', '<html lang="en"><body>', /web page/, /download/],
    ['XHTML', `<?xml version="1.0"?>\n${page}`, /web page/, /download/],
    ['WSDL', '<?xml version="1.0"?><definitions/>', /is XML or HTML/, /WSDL/],
    ['nothing', ' \n\n', /is empty/, /command in front of the pipe/],
    ['gzip', '\u001f\ufffd\b\u0000', /is compressed/, /gunzip/],
    ['a pointer of Git LFS', 'version https://git-lfs.github.com/spec/v1\noid sha256:1\n', /Git LFS/, /git lfs pull/],
    ['several documents', 'openapi: 3.0.0\n---\nopenapi: 3.0.0', /a single document/, /give one document/],
    ['text', 'hello', /is plain text, not an object/, /The root must be/],
    ['AsyncAPI', 'asyncapi: 3.0.0', /AsyncAPI/, /OpenAPI document of the same service/],
    ['Postman', '{"info": {"_postman_id": "1"}, "item": []}', /Postman collection/, /Convert it/],
    ['Swagger 1', '{"swaggerVersion": "1.2", "apis": []}', /Swagger 1/, /Convert it/],
    ['a configuration', '{"specs": [{"spec": "a.yaml"}]}', /configuration of tools-gen/, /--config/],
    ['a part', 'paths: {}', /a part of a document/, /Give the root document/],
    ['another object', 'a: 1', /neither `openapi` nor `swagger`/, /The root must be/],
  ];
  it.each(CASES)('%s', async (_title, text, is, help) => {
    const { message, help: advice, location } = await refusal({ name: 'given', text });
    expect(message).toMatch(is);
    expect(advice).toMatch(help);
    // "The place shown" is said only where one is shown.
    if (advice.includes('the place shown')) expect(location?.line).toBeDefined();
  });

  it('takes no time for a page that is made of comments', async () => {
    const { message } = await refusal({ name: 'given', text: '<!-- --> '.repeat(5_000) });
    expect(message).toContain('XML or HTML');
  });

  it('is not confused by a merge key', async () => {
    const { spec } = await loadSpec({ name: 'a.yaml', text: '<<: {openapi: 3.0.0}\npaths: {}\n' });
    expect(spec.version).toBe('3.0');
  });

  it('finds the document in a folder, and one named without its extension', async () => {
    mkdirSync(join(work.path, 'pets'));
    writeFileSync(join(work.path, 'pets/openapi.yaml'), '');
    writeFileSync(join(work.path, 'orders.json'), '');
    const folder = await refusal(join(work.path, 'pets'));
    expect(folder.message).toMatch(/is a folder\. Did you mean ".*pets\/openapi\.yaml"\?$/);
    expect((await refusal(join(work.path, 'orders'))).message).toMatch(/Did you mean "orders\.json"\?$/);
  });
});

describe('where JSON breaks', () => {
  it.each([
    ['{"a": tru', 9],
    ['{"a": trux}', 9],
    ['{"a": 1,}', 8],
    ['{"a": 01}', 7],
    ['["a\tb"]', 3],
    ['["\\q"]', 3],
    ['["\\u00zz"]', 6],
    ['[-x]', 2],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['{"a": "b', 8],
    ['{"a":1} x', 8],
    [`{"a": [${'{"b": "c"},'.repeat(1000)} nope, 1]}`, 11_009],
  ])('%s', (text, offset) => {
    expect(jsonFault(text)).toBe(offset);
  });
});
