import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { asFailure } from '../output/failure.js';
import type { ReportSection } from '../report/changes/render-markdown.js';
import { printJson } from './terminal.js';

/** Writes the change report: JSON to a file named so, Markdown to any other. */
export async function writeReport(file: string, sections: readonly ReportSection[]): Promise<void> {
  const { renderMarkdown } = await import('../report/changes/render-markdown.js');
  const text = /\.json$/i.test(file) ? printJson({ packages: sections }) : renderMarkdown(sections);
  try {
    await writeFile(file, text);
  } catch (error) {
    throw asFailure(dirname(file), error);
  }
}
