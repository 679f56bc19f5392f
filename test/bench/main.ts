import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { runNode, WORK } from './measure.js';
import { packageFigures } from './package-figures.js';
import { findPeers, type Peer } from './peers.js';
import { type BenchSpec, laySpecs } from './specs.js';
import { figureTable, growthTable, stageTable, type Tokens, tokenTable, wholeTable } from './tables.js';
import { OURS, outputOf, runAll, runStages } from './whole-runs.js';

// npm run bench -- [--runs 5] [--only github,petstore] [--specs <dir>] [--peers <dir>] [--no-package] [--json]
// Compare ratios of one run; absolute figures differ between machines and with what else they do.
const { values } = parseArgs({
  allowNegative: true,
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    specs: { type: 'string' },
    peers: { type: 'string' },
    package: { type: 'boolean', default: true },
    json: { type: 'boolean', default: false },
  },
});
const tell = (text: string) => process.stderr.write(`${text}\n`);

function tokensOf(spec: BenchSpec, peers: readonly Peer[]): Tokens[] {
  const folder = (program: string) => join(WORK, outputOf(program, spec.name));
  const count = (program: string, text: string): Tokens => {
    return { spec: spec.name, program, tools: JSON.parse(text).length, tokens: Math.ceil(text.length / 4) };
  };
  const index = JSON.stringify(pathToFileURL(join(folder(OURS), 'index.js')).href);
  const ours = runNode(['-e', `import(${index}).then((m) => process.stdout.write(JSON.stringify(m.tools)))`]).stdout;
  return [count(OURS, ours), ...peers.flatMap(({ name, tools }) => (tools ? [count(name, tools(folder(name)))] : []))];
}

const runs = Number(values.runs);
if (!(Number.isInteger(runs) && runs > 0)) throw new Error('--runs must be a whole number above 0.');
const wanted = values.only?.split(',').filter((start) => start !== '');
const specs = laySpecs(values.specs, tell).filter(
  ({ name }) => wanted?.some((start) => name.startsWith(start)) ?? true,
);
const peers = values.peers === undefined ? [] : findPeers(resolve(values.peers));
if (values.peers !== undefined && peers.length === 0) tell(`No peer is installed in ${values.peers}.`);

const whole = specs.flatMap((spec) => {
  tell(`${spec.name} …`);
  return runAll(spec, peers, runs);
});
const stages = specs.map((spec) => runStages(spec, runs));
const tokens = specs.filter(({ synthetic }) => !synthetic).flatMap((spec) => tokensOf(spec, peers));
const figures = values.package ? packageFigures(runs) : [];

if (values.json)
  process.stdout.write(`${JSON.stringify({ node: process.version, runs, whole, stages, tokens, figures })}\n`);
else {
  const parts = [
    `Medians of ${runs} cold runs, programs in turn; Node ${process.version}, ${process.platform}.`,
    wholeTable(whole),
    stageTable(stages),
    growthTable(whole, OURS),
    tokenTable(tokens),
    ...(figures.length > 0 ? [figureTable(figures)] : []),
  ];
  process.stdout.write(`${parts.join('\n\n')}\n`);
}
