import type { Terminal } from './terminal.js';

/** Milliseconds of silence before a terminal shows what goes on. */
const PATIENCE_MS = 500;

/** A status line on a terminal for runs that take longer than half a second; silent elsewhere. */
export function createProgress(terminal: Terminal): { stage: (name: string) => void; done: () => void } {
  const start = performance.now();
  let shown = false;
  return {
    stage: (name) => {
      if (!terminal.live || performance.now() - start < PATIENCE_MS) return;
      terminal.write(`\r\u001b[2K${name}…`);
      shown = true;
    },
    done: () => {
      if (shown) terminal.write('\r\u001b[2K');
    },
  };
}
