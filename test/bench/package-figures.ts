import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiled, emptyFolder, medians, ROOT, runNode } from './measure.js';
import { syntheticSpec } from './synthetic.js';

/** One figure about a generated package of 1,000 tools, beside what it is compared with. */
export interface Figure {
  what: string;
  unit: string;
  ours: number;
  /** Absent where there is nothing to compare with. */
  base?: number;
}

const CALLS = 4000;

/** Generates a package of 1,000 tools and uses it in cold processes, ours and the base in turn; medians. */
export function packageFigures(runs: number): Figure[] {
  const folder = emptyFolder('package');
  const spec = join(folder, 'spec.json');
  writeFileSync(spec, JSON.stringify(syntheticSpec({ operations: 1000 })));
  runNode([join(ROOT, 'dist', 'cli', 'main.js'), spec, '--out', join(folder, 'pack'), '--quiet']);
  const pack = join(folder, 'pack');
  const list = join(folder, 'tools.json');
  const child = compiled('package-child');
  const script = `import(${JSON.stringify(pathToFileURL(join(pack, 'index.js')).href)}).then((m) => process.stdout.write(JSON.stringify(m.tools)))`;
  writeFileSync(list, runNode(['-e', script]).stdout);

  const ask = (...args: string[]) => JSON.parse(runNode([child, ...args]).stdout);
  const calls = (kind: string, width: number): number => ask('calls', pack, kind, String(width), String(CALLS)).cpu;
  const projects = layProjects(pack, folder);
  const all = Array.from({ length: runs }, () => ({
    import: runNode([child, 'import', pack]).usage.cpu,
    parse: runNode([child, 'parse', list]).usage.cpu,
    first: ask('first', pack).first,
    beside: ask('first', pack, 'preload').first,
    next: ask('first', pack, 'preload').next,
    fetch1: calls('fetch', 1),
    dispatch1: calls('dispatch', 1),
    again1: calls('fetch', 1),
    fetch50: calls('fetch', 50),
    dispatch50: calls('dispatch', 50),
    again50: calls('fetch', 50),
    fetchPost: calls('fetch-post', 1),
    dispatchPost: calls('dispatch-post', 1),
    ...compile(projects),
  }));
  const m = medians<string>(all);
  const at = (key: string) => m[key] ?? Number.NaN;
  return [
    {
      what: 'cold import, beside Node and JSON.parse of the tools',
      unit: 'CPU ms',
      ours: at('import'),
      base: at('parse'),
    },
    { what: 'first call, import of Ajv included', unit: 'CPU ms', ours: at('first') },
    { what: 'first call, Ajv imported before', unit: 'CPU ms', ours: at('beside') },
    { what: 'first call of a second tool', unit: 'CPU ms', ours: at('next') },
    { what: 'a call at concurrency 1, beside fetch', unit: 'CPU µs', ours: at('dispatch1'), base: at('fetch1') },
    { what: 'a call at concurrency 50, beside fetch', unit: 'CPU µs', ours: at('dispatch50'), base: at('fetch50') },
    { what: 'a call that posts JSON, beside fetch', unit: 'CPU µs', ours: at('dispatchPost'), base: at('fetchPost') },
    { what: 'fetch beside itself at concurrency 1', unit: 'CPU µs', ours: at('again1'), base: at('fetch1') },
    { what: 'fetch beside itself at concurrency 50', unit: 'CPU µs', ours: at('again50'), base: at('fetch50') },
    { what: 'tsc 5.9, beside an empty project', unit: 'wall ms', ours: at('pack5'), base: at('empty5') },
    { what: 'tsc 7.0, beside an empty project', unit: 'wall ms', ours: at('pack7'), base: at('empty7') },
  ];
}

const COMPILERS = { 5: 'typescript-5', 7: 'typescript' } as const;

function layProjects(pack: string, folder: string): Record<'pack' | 'empty', string> {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    target: 'es2022',
    lib: ['es2022'],
    types: [],
    module: 'nodenext',
  };
  const lay = (name: string, code: string): string => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'main.ts'), code);
    const config = join(folder, name, 'tsconfig.json');
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ['main.ts'] }));
    return config;
  };
  const index = JSON.stringify(join('..', 'pack', 'index.js').replaceAll('\\', '/'));
  const use = `import { createDispatcher, type ToolName } from ${index};
export const names: ToolName[] = ['getThing7'];
const outcome = await createDispatcher().call('getThing7', { id: '1' });
if (outcome.ok) outcome.data.field_0;
`;
  if (pack === '') throw new Error('no package');
  return { pack: lay('consumer', use), empty: lay('empty', 'export const one = 1;\n') };
}

function compile(projects: Record<'pack' | 'empty', string>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(COMPILERS).flatMap(([version, name]) =>
      Object.entries(projects).map(([project, config]) => {
        const tsc = join(ROOT, 'node_modules', name, 'bin', 'tsc');
        return [`${project}${version}`, runNode([tsc, '-p', config]).usage.wall] as const;
      }),
    ),
  );
}
