import type { Terminal } from './terminal.js';

/** Milliseconds of silence before a terminal shows what goes on. */
const PATIENCE_MS = 500;
const CLEAR = '\r\u001b[2K';

/** A status line on a terminal for runs that take longer than half a second; silent elsewhere. */
export function createProgress(terminal: Terminal): { stage: (name: string) => void; done: () => void } {
  if (!terminal.live) return { stage: () => {}, done: () => {} };
  const start = performance.now();
  let current = '';
  let shown = false;
  const show = () => {
    terminal.write(`${CLEAR}${current}…`);
    shown = true;
  };
  // For a stage that waits, as a download does; one that computes shows the next stage when it begins.
  const timer = setTimeout(show, PATIENCE_MS);
  return {
    stage: (name) => {
      current = name;
      if (performance.now() - start >= PATIENCE_MS) show();
    },
    done: () => {
      clearTimeout(timer);
      if (shown) terminal.write(CLEAR);
    },
  };
}
