import type { OperationModel } from '../../model/api-model.js';
import type { Report } from '../prepare/report.js';
import { cutAtSentence, hasHidden, oneLine, plainText } from './plain-text.js';
import { reportSpeech } from './speech.js';

/** An operation's text for the model: summary, then description, deprecation; method and path where there is nothing. */
export function describeTool(operation: OperationModel, limit: number, report: Report): string {
  const { summary = '', description = '', descriptionOverride } = operation;
  for (const text of [summary, description, descriptionOverride ?? '']) {
    if (hasHidden(text))
      report('HIDDEN_TEXT', `The text of ${operation.name} holds invisible or control characters`, operation);
    reportSpeech(text, `The text of ${operation.name}`, operation, report);
  }
  const prefix = operation.deprecated ? 'Deprecated. ' : '';
  const fallback = `${operation.method} ${oneLine(operation.path)}`;
  const text =
    descriptionOverride === undefined ? join(oneLine(summary), oneLine(description)) : oneLine(descriptionOverride);
  return `${prefix}${cutAtSentence(text === '' ? fallback : text, Math.max(20, limit - prefix.length))}`;
}

/** A summary that the description repeats is said once. */
function join(summary: string, description: string): string {
  if (description === '' || summary === '') return summary + description;
  const bare = summary.replace(/[.!?\s]+$/, '');
  if (description.toLowerCase().startsWith(bare.toLowerCase())) return description;
  return `${bare}${/[!?]$/.test(summary.trim()) ? summary.trim().slice(-1) : '.'} ${description}`;
}

/** Lines of documentation for the tool's types. */
export function documentTool(operation: OperationModel): string[] {
  const text =
    operation.descriptionOverride ?? [operation.summary, operation.description].filter((part) => part).join('\n\n');
  const lines = plainText(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .slice(0, 40);
  const body = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const head = `${operation.method} ${oneLine(operation.path)}`;
  return [...(body === '' ? [] : [...body.split('\n'), '']), head];
}
