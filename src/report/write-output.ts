import type { ResolvedOptions } from '../config/generate-options.js';
import type { Generation, RenamedTool } from './generation.js';
import { packageFolder } from './package-folder.js';
import type { GeneratedTool } from './tool-report.js';

/** Writes the files of a run to a folder, or compares them with it. */
export async function writeOutput(run: Generation, folder: string, options: ResolvedOptions): Promise<void> {
  const { checkProject, readManifest } = await import('../output/check-project.js');
  run.folder = folder;
  const previous = readManifest(folder);
  run.renamed = renamedTools(run.tools, previous.tools);
  if (previous.files.size > 0) {
    const { changesAgainst } = await import('./changes/against-folder.js');
    run.changes = changesAgainst(run.files, folder);
  }
  if (options.check) {
    run.stale = checkProject(run.files, folder);
    return;
  }
  const { keptWarnings, writeProject } = await import('../output/write-project.js');
  run.written = await writeProject(run.files, folder, { force: options.force, refuseKept: options.warningsAsErrors });
  run.diagnostics.push(...keptWarnings(folder, run.written.kept));
}

function renamedTools(tools: readonly GeneratedTool[], before: ReadonlyMap<string, string>): RenamedTool[] {
  return tools.flatMap(({ method, path, name: to }) => {
    const from = before.get(`${method} ${path}`);
    return from === undefined || from === to ? [] : [{ method, path, from, to }];
  });
}

/** The folder of a package without `out`. */
export const folderOf = ({ model }: Generation) => model && packageFolder(model.package.name);
