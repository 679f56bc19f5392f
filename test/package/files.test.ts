import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type GenerateOptions, generate } from '../../src/index.js';
import { ROOT } from '../support/temporary.js';

type Validators = NonNullable<GenerateOptions['validators']>;

const real = (path: string) => join(ROOT, 'fixtures/specs/real', path);

/** One tool with a body of a kind. */
const document = (type: string, security: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'One', version: '1' },
  servers: [{ url: 'https://api.example' }],
  paths: {
    '/one': {
      post: {
        operationId: 'sendOne',
        requestBody: { content: { [type]: { schema: { type: 'object', properties: { a: { type: 'string' } } } } } },
        responses: {},
      },
    },
  },
  components: { securitySchemes: security },
});

/** What every package carries of the runtime. */
const ALWAYS = [
  'calls.js',
  'contract.d.ts',
  'errors.d.ts',
  'index.d.ts',
  'index.js',
  'run-tool-loop.js',
  'shared.js',
  'tool-set.d.ts',
] as const;

const OF_VALIDATORS: Readonly<Record<Validators, readonly string[]>> = {
  lazy: ['ajv.js', 'load-ajv.js'],
  precompiled: ['validators.js'],
};

const OAUTH = {
  o: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://api.example/t', scopes: {} } } },
};

const PACKAGES: readonly (readonly [name: string, spec: string | object, own: readonly string[]])[] = [
  ['JSON bodies', document('application/json'), []],
  ['XML bodies', document('application/xml'), ['xml.js']],
  ['multipart bodies', document('multipart/form-data'), ['multipart.js']],
  ['OAuth', document('application/json', OAUTH), ['oauth.js']],
  ['the pet store', real('v30/petstore-v3.yaml'), ['oauth.js']],
  ['Discord', real('v31/discord.json'), ['multipart.js', 'oauth.js']],
];

const IMPORT = /(?:^(?:import|export)\b[^'"]*?\bfrom\s+|^import\s+|\bimport\()(['"])([^'"\n]+)\1/gm;

/** Paths of the package that lead on from its doors, at once or later, each with what the file imports from elsewhere. */
function follow(files: ReadonlyMap<string, string>, doors: readonly string[], asFile: (path: string) => string) {
  const reached = new Set(doors.map((door) => posix.normalize(door)));
  const foreign = new Set<string>();
  for (const path of reached) {
    const text = files.get(path);
    if (text === undefined) throw new Error(`The package has no ${path}`);
    for (const [, , target = ''] of text.matchAll(IMPORT)) {
      if (target.startsWith('.')) reached.add(asFile(posix.join(posix.dirname(path), target)));
      else foreign.add(target);
    }
  }
  return { reached: [...reached].sort(), foreign: [...foreign].sort() };
}

describe.each(['lazy', 'precompiled'] as const)('a package with %s validators', (validators) => {
  it.each(PACKAGES)('for %s carries what it needs and nothing else', async (_name, spec, own) => {
    const result = await generate({ spec, validators });
    const files = new Map(result.files.map(({ path, text }) => [path, text]));
    const runtime = [...files.keys()].filter((path) => path.startsWith('runtime/')).map((path) => path.slice(8));
    // Bundled libraries are named by their place in the clone, wherever they are installed.
    for (const name of runtime) expect(files.get(`runtime/${name}`)).not.toMatch(/\.\.\/\S*node_modules/);
    expect(runtime.sort()).toEqual([...ALWAYS, ...OF_VALIDATORS[validators], ...own].sort());

    const { exports } = JSON.parse(files.get('package.json') ?? '') as {
      exports: Record<string, string | { types: string; default?: string }>;
    };
    const doors = Object.values(exports).filter((door) => typeof door === 'object');
    const code = follow(
      files,
      doors.flatMap((door) => door.default ?? []),
      (path) => path,
    );
    const modules = [...files.keys()].filter((path) => path.endsWith('.js'));
    expect(code.reached).toEqual(modules.sort());
    expect(code.foreign).toEqual(validators === 'lazy' ? ['ajv-formats', 'ajv/dist/2020.js'] : []);

    const types = follow(
      files,
      doors.map((door) => door.types),
      (path) => path.replace(/\.js$/, '.d.ts'),
    );
    const declarations = [...files.keys()].filter((path) => path.endsWith('.d.ts'));
    expect(types.reached.filter((path) => !declarations.includes(path))).toEqual([]);
    // Beside a module that is no door lies a declaration for those who import it as a file.
    const beside = modules.map((path) => path.replace(/\.js$/, '.d.ts'));
    expect(declarations.filter((path) => !types.reached.includes(path) && !beside.includes(path))).toEqual([]);
    expect(types.foreign).toEqual([]);
  });
});
