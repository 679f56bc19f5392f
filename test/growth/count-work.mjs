// Generates a package in memory and counts instead of timing: `node count-work.mjs <spec.json>` prints, as JSON, how often
// functions of the build were called, the bytes that were allocated (sampled, garbage included), and those of the files.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

const dist = new URL('../../dist/', import.meta.url);
const { generate } = await import(new URL('index.js', dist).href);
const spec = JSON.parse(readFileSync(process.argv[2], 'utf8'));
// Once beforehand: modules are loaded, and what is made once is made.
await generate({ spec: pathSpec(spec) });

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await session.post('HeapProfiler.startSampling', {
  samplingInterval: 16_384,
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: true,
});
const { files } = await generate({ spec });
const { profile } = await session.post('HeapProfiler.stopSampling');
const { result } = await session.post('Profiler.takePreciseCoverage');

const calls = {};
for (const { url, functions } of result) {
  if (!url.startsWith(dist.href)) continue;
  for (const { functionName, ranges } of functions) {
    const { count, startOffset } = ranges[0];
    const key = `${functionName || 'anonymous'} (${fileURLToPath(url).slice(fileURLToPath(dist).length)}:${startOffset})`;
    if (count > 0) calls[key] = (calls[key] ?? 0) + count;
  }
}
const sizeOf = ({ selfSize, children }) => children.reduce((sum, child) => sum + sizeOf(child), selfSize);
const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
process.stdout.write(JSON.stringify({ calls, allocated: sizeOf(profile.head), bytes }));

/** The same document with its first path alone. */
function pathSpec(document) {
  return { ...document, paths: Object.fromEntries(Object.entries(document.paths).slice(0, 1)) };
}
