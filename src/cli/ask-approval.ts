import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline/promises';
import { printable } from '../diagnostics/create.js';
import type { PendingCall } from '../runtime/contract.js';

/** Characters of an input that a question shows. */
const SHOWN_INPUT = 500;

export interface Approval {
  approve(call: PendingCall): Promise<boolean | string>;
  close(): void;
}

/** A terminal in line mode keeps Ctrl+C to itself: hand it on, so that it ends the conversation as everywhere else. */
function openReader(): Interface {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  return reader;
}

/** Asks at the terminal before a call that writes; without a terminal such calls are refused unless `yes` is given. */
export function createApproval(yes: boolean, signal: AbortSignal): Approval {
  let reader: Interface | undefined;
  /** Settles when the terminal's input ends: no answer is a no. */
  let ended: Promise<string> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const ask = async (call: PendingCall) => {
    reader ??= openReader();
    ended ??= once(reader, 'close').then(() => '');
    const input = printable(JSON.stringify(call.input), SHOWN_INPUT);
    const about = `${call.effect}: ${call.name} ${input}\n  ${call.request.method} ${printable(call.request.url)}`;
    const answer = await Promise.race([reader.question(`\n${about}\nRun it? [y/N] `, { signal }), ended]);
    return /^y(?:es)?$/i.test(answer.trim());
  };
  return {
    approve: (call) => {
      if (yes) return Promise.resolve(true);
      if (!process.stdin.isTTY) {
        return Promise.resolve('Nobody is there to approve a call that writes; start chat with --yes to allow it');
      }
      const asked = turn.then(() => ask(call));
      turn = asked.catch(() => undefined);
      return asked;
    },
    close: () => reader?.close(),
  };
}
