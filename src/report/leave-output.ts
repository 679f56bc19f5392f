import type { FinishedOutput } from '../output/finished-output.js';
import { MANIFEST_PATH } from '../output/previous-manifest.js';
import { changeReport } from './changes/change.js';
import { compareText } from './compare-text.js';
import type { Generation } from './generation.js';

/** Ends a run whose output is on disk already. */
export function leaveOutput(run: Generation, same: FinishedOutput, check: boolean): void {
  run.folder = same.folder;
  run.upToDate = same;
  run.renamed = [];
  run.changes = changeReport([]);
  if (check) run.stale = [];
  else {
    const unchanged = [...same.files.keys(), MANIFEST_PATH].sort(compareText);
    run.written = { written: [], unchanged, removed: [], kept: [] };
  }
}
