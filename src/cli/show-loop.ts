import { printable } from '../diagnostics/create.js';
import { plural, withCommas } from '../report/summary.js';
import type { LoopEvent, ToolLoopResult, ToolResultBlock } from '../runtime/contract.js';
import { paint, showable, type Terminal } from './terminal.js';

/** Characters of an input or a result that a line shows. */
const SHOWN = 160;

/** Shows a conversation: the model's text on standard output, calls and results in a line each beside it. */
export function showLoopEvents(
  output: Terminal,
  notes: Terminal,
): { onEvent: (event: LoopEvent) => void; end: (result: ToolLoopResult) => void } {
  let midLine = false;
  const note = (text: string) => {
    if (midLine) output.write('\n');
    midLine = false;
    notes.write(`${paint(notes, 'dim', text)}\n`);
  };
  return {
    onEvent: (event) => {
      if (event.type === 'text') {
        output.write(showable(event.text));
        midLine = !event.text.endsWith('\n');
      } else if (event.type === 'call') {
        note(`-> ${printable(event.name, 80)} ${printable(JSON.stringify(event.input) ?? '', SHOWN)}`);
      } else if (event.type === 'result') {
        const mark = event.result.is_error ? 'error' : 'ok';
        note(
          `<- ${printable(event.name, 80)} ${mark} (${Math.round(event.durationMs)} ms) ${resultText(event.result)}`,
        );
      } else if (event.type === 'retry') {
        note(`.. again with ${event.strictTools} strict tools: ${printable(event.reason)}`);
      }
    },
    end: (result) => {
      const { outcome, turns, calls, usage } = result;
      const tokens = `${withCommas(usage.input_tokens)} tokens in, ${withCommas(usage.output_tokens)} out`;
      note(`${outcome}${reasonOf(result)}: ${plural(turns, 'turn')}, ${plural(calls, 'call')}, ${tokens}`);
    },
  };
}

/** Why a conversation ended where the outcome alone does not tell, in brackets. */
function reasonOf({ outcome, stopReason, message }: ToolLoopResult): string {
  const { category, explanation } = (message?.['stop_details'] ?? {}) as { category?: unknown; explanation?: unknown };
  const told = outcome === 'refused' ? [category, explanation] : [stopReason];
  const words = told.filter((word) => typeof word === 'string' && word !== '').map((word) => printable(String(word)));
  return ['refused', 'truncated', 'stopped'].includes(outcome) && words.length > 0 ? ` (${words.join(', ')})` : '';
}

function resultText({ content }: ToolResultBlock): string {
  const text =
    typeof content === 'string'
      ? content
      : content.map((block) => ('text' in block ? block.text : `[${block.type}]`)).join(' ');
  return printable(text, SHOWN);
}
