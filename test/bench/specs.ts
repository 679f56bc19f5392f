import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ROOT, WORK } from './measure.js';
import { dagSpec, type SyntheticShape, syntheticSpec } from './synthetic.js';

export interface BenchSpec {
  name: string;
  /** Absolute path of the document on disk. */
  path: string;
  /** Made up: peers are left out. */
  synthetic: boolean;
}

const REAL = {
  petstore: 'fixtures/specs/real/v30/petstore-v3.yaml',
  discord: 'fixtures/specs/real/v31/discord.json',
  stripe: 'fixtures/large/stripe.yaml.gz',
  kubernetes: 'fixtures/large/kubernetes-v2.json.gz',
  github: 'fixtures/large/github.json.gz',
} as const;

const FAMILY: Readonly<Record<string, SyntheticShape>> = {
  '10 operations': { operations: 10 },
  '100 operations': { operations: 100 },
  '1,000 operations': { operations: 1000 },
  '2,000 operations': { operations: 2000 },
  '5,000 operations': { operations: 5000 },
  '10,000 operations': { operations: 10_000 },
  '2,000, neighbours': { operations: 2000, graph: 'near' },
  '2,000, one chain': { operations: 2000, graph: 'chain' },
};

/** Lays the documents down in the work folder. Those that the clone lacks come from `folder`; what is nowhere is told. */
export function laySpecs(folder: string | undefined, tell: (sentence: string) => void): BenchSpec[] {
  mkdirSync(join(WORK, 'specs'), { recursive: true });
  const real = Object.entries(REAL).flatMap(([name, file]) => {
    const plain = basename(file).replace(/\.gz$/, '');
    const places = [
      join(ROOT, file),
      ...(folder === undefined ? [] : [join(folder, `${plain}.gz`), join(folder, plain)]),
    ];
    const found = places.find((place) => existsSync(place));
    if (found === undefined) {
      tell(`${name} is left out: ${plain} is neither in the clone nor in the folder of --specs.`);
      return [];
    }
    const bytes = readFileSync(found);
    return [{ name, path: lay(plain, found.endsWith('.gz') ? gunzipSync(bytes) : bytes), synthetic: false }];
  });
  const family = Object.entries(FAMILY).map(([name, shape]) => ({
    name,
    path: lay(`synthetic-${name.replace(/\W+/g, '-')}.json`, JSON.stringify(syntheticSpec(shape))),
    synthetic: true,
  }));
  const dag = lay('synthetic-dag.json', JSON.stringify(dagSpec(40)));
  return [...real, ...family, { name: '1, of 2^40 paths', path: dag, synthetic: true }];
}

function lay(name: string, content: string | Buffer): string {
  const path = join(WORK, 'specs', name);
  writeFileSync(path, content);
  return path;
}
