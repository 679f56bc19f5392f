import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/temporary.js';

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const SRC = join(ROOT, 'src');
const STATEMENT = /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/gm;

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(STATEMENT)].map((match) => {
    const target = match[2] ?? match[3] ?? '';
    const to = target.startsWith('.') ? relative(SRC, resolve(dirname(file), target)).replaceAll('\\', '/') : target;
    const braces = /\{([^}]*)\}/.exec(match[0])?.[1];
    const allTypes = braces
      ?.split(',')
      .filter((name) => name.trim() !== '')
      .every((name) => name.trim().startsWith('type '));
    return {
      from: relative(SRC, file).replaceAll('\\', '/'),
      to,
      typeOnly: match[1] !== undefined || allTypes === true,
    };
  });
}

const graph = sources(SRC).flatMap(importsOf);
const stageOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '');
const isLocal = (path: string) => path.endsWith('.js') && !path.startsWith('node:') && !path.startsWith('ajv');

/** What each folder may import from its siblings; the runtime's contract and pure planner are shared by design. */
const ALLOWED: Record<string, readonly string[]> = {
  runtime: [],
  diagnostics: [],
  load: ['diagnostics'],
  normalize: ['diagnostics', 'load'],
  model: ['diagnostics', 'normalize', 'runtime'],
  lower: ['diagnostics', 'normalize', 'model', 'runtime'],
  emit: ['diagnostics', 'normalize', 'model', 'lower', 'runtime'],
  output: ['diagnostics', 'emit'],
};

describe('import graph', () => {
  it('reads a plausible number of imports', () => {
    expect(graph.length).toBeGreaterThan(100);
  });

  it.each(Object.entries(ALLOWED))('%s imports only what stands before it', (stage, allowed) => {
    const wrong = graph.filter(
      ({ from, to }) =>
        stageOf(from) === stage && isLocal(to) && stageOf(to) !== stage && !allowed.includes(stageOf(to)),
    );
    expect(wrong).toEqual([]);
  });

  it('lets a stage take values only from itself, diagnostics, the runtime and the view helpers of the stage before', () => {
    const wrong = graph.filter(
      ({ from, to, typeOnly }) =>
        ['normalize', 'model', 'emit', 'output'].includes(stageOf(from)) &&
        !typeOnly &&
        isLocal(to) &&
        ![stageOf(from), 'diagnostics', 'runtime', 'lower'].includes(stageOf(to)),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps the runtime free of everything but itself and Ajv', () => {
    const wrong = graph.filter(
      ({ from, to }) => stageOf(from) === 'runtime' && !isLocal(to) && !/^ajv(-formats)?(\/|$)/.test(to),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['ts-morph', /^emit\/source\//],
    ['@apidevtools/', /^load\//],
    ['js-yaml', /^load\//],
    ['yargs', /^cli\//],
    ['@anthropic-ai/sdk', /^cli\//],
  ])('imports %s in one place only', (name, place) => {
    const wrong = graph.filter(({ from, to }) => to.startsWith(name) && !place.test(from));
    expect(wrong).toEqual([]);
  });
});
