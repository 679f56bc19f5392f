import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { engineFlags } from '../../../src/cli/engine-flags.js';

describe('flags of the engine', () => {
  it.each(['12.4.254.21-node.33', '13.6.233.10-node.18', '14.6.202.33-node.18', '110.1', ''])(
    'sets none in V8 %j',
    (v8) => expect(engineFlags(v8)).toEqual([]),
  );

  it('waits for hot code and keeps the heap small in V8 11', () => {
    expect(engineFlags('11.3.244.8-node.33')).toEqual(['--interrupt-budget=800000', '--heap-growing-percent=120']);
  });

  it('sets what the V8 of this Node knows, as an unknown flag is told on standard error', () => {
    const flags = JSON.stringify([...engineFlags(process.versions.v8)]);
    const script = `for (const flag of ${flags}) require('node:v8').setFlagsFromString(flag)`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});
