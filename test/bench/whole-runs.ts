import { join } from 'node:path';
import { compiled, emptyFolder, median, medians, ROOT, runNode, sizeOf, type Usage } from './measure.js';
import type { Peer } from './peers.js';
import type { BenchSpec } from './specs.js';
import type { StageCost } from './stages.js';

/** Medians of whole cold runs of one program on one document. */
export interface WholeRun extends Usage {
  spec: string;
  program: string;
  files: number;
  bytes: number;
  /** Why there are no figures. */
  failed?: string;
}

export interface StageRun {
  spec: string;
  costs: StageCost[];
}

export const FLOOR = 'floor';
export const OURS = 'tools-gen';

interface Program {
  name: string;
  args: (spec: string, out: string) => string[];
}

const CLI = join(ROOT, 'dist', 'cli', 'main.js');
/** What the command line sets for itself. */
const V8_FLAG = '--interrupt-budget=800000';

function programsFor(spec: BenchSpec, peers: readonly Peer[]): Program[] {
  return [
    { name: FLOOR, args: (from, to) => [compiled('floor'), from, to] },
    { name: OURS, args: (from, to) => [CLI, from, '--out', to, '--quiet', '--force'] },
    ...(spec.synthetic ? [] : peers),
  ];
}

export const outputOf = (program: string, spec: string): string => `out/${`${program}-${spec}`.replace(/\W+/g, '-')}`;

/** Runs every program in turn, `runs` times, so that what the machine does meanwhile falls on all alike. */
export function runAll(spec: BenchSpec, peers: readonly Peer[], runs: number): WholeRun[] {
  const programs = programsFor(spec, peers).map((program) => ({ ...program, usages: [] as Usage[], failed: '' }));
  for (let round = 0; round < runs; round += 1) {
    for (const program of programs.filter(({ failed }) => failed === '')) {
      const out = emptyFolder(outputOf(program.name, spec.name));
      try {
        program.usages.push(runNode(program.args(spec.path, out)).usage);
      } catch (error) {
        program.failed = error instanceof Error ? error.message : String(error);
      }
    }
  }
  return programs.map(({ name, usages, failed }) => ({
    spec: spec.name,
    program: name,
    ...medians(usages.length > 0 ? usages : [{ wall: Number.NaN, cpu: Number.NaN, peak: Number.NaN }]),
    ...sizeOf(join(ROOT, 'test', '.tmp', 'bench-work', outputOf(name, spec.name))),
    ...(failed !== '' && { failed }),
  }));
}

/** Medians by stage, in a process of its own: the stages are called one by one there. */
export function runStages(spec: BenchSpec, runs: number): StageRun {
  const all = Array.from({ length: runs }, () => {
    const { stdout } = runNode([V8_FLAG, compiled('stages'), spec.path, emptyFolder('out/stages')]);
    return JSON.parse(stdout) as StageCost[];
  });
  const costs = (all[0] ?? []).map(({ stage }, at) => {
    const of = (key: 'cpu' | 'wall' | 'peak') => median(all.map((run) => run[at]?.[key] ?? Number.NaN));
    return { stage, cpu: of('cpu'), wall: of('wall'), peak: of('peak') };
  });
  return { spec: spec.name, costs };
}
