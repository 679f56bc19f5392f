import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isUrl } from '../config/is-url.js';
import { asFailure } from '../output/failure.js';
import type { ReportSection } from '../report/changes/render-markdown.js';
import type { Generation } from '../report/generation.js';
import { displayPath } from './render-result.js';
import type { JobOutcome } from './run-generate.js';
import { printJson } from './terminal.js';

/** Writes the change report: JSON to a file named so, Markdown to any other. */
export async function writeReport(file: string, outcomes: readonly JobOutcome[]): Promise<void> {
  const sections = outcomes.map(sectionOf);
  const { renderMarkdown } = await import('../report/changes/render-markdown.js');
  const text = /\.json$/i.test(file) ? printJson({ packages: sections }) : renderMarkdown(sections);
  try {
    await writeFile(file, text);
  } catch (error) {
    throw asFailure(dirname(file), error);
  }
}

/** What the report of changes says of one job. */
function sectionOf({ job, run }: JobOutcome): ReportSection {
  const spec = typeof job.spec === 'string' ? shownSpec(job.spec) : '<object>';
  const folder = run.folder === undefined ? spec : displayPath(run.folder);
  return {
    folder: folder.replaceAll('\\', '/'),
    ...(run.failed && { errors: errorsOf(run) }),
    ...(run.changes && { changes: run.changes }),
    ...(run.stale && { stale: run.stale.map(({ path }) => path) }),
  };
}

/** Errors of a run that failed, or the warnings that count as such. */
function errorsOf({ diagnostics }: Generation): string[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const shown = errors.length > 0 ? errors : diagnostics.filter(({ severity }) => severity === 'warning');
  return shown.map(({ code, message }) => `${code}: ${message}`);
}

/** A URL without what may be secret in it, even one that cannot be read as a URL. */
export function shownSpec(spec: string): string {
  if (!isUrl(spec)) return spec;
  if (URL.canParse(spec)) return new URL(spec).origin + new URL(spec).pathname;
  return spec.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//…@');
}
