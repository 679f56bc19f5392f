import type { LoopEvent } from '../contract.js';
import { copyJson } from './json.js';

export type Emit = (event: LoopEvent) => void;

/**
 * Wraps a listener so that nothing it does can harm the run: it gets copies, and what it throws or rejects with is
 * ignored. `stop` is the last event: what work that was given up still says is not passed on.
 */
export function isolate(listener: ((event: LoopEvent) => unknown) | undefined): Emit {
  if (listener === undefined) return () => undefined;
  let stopped = false;
  return (event) => {
    if (stopped) return;
    stopped = event.type === 'stop';
    try {
      Promise.resolve(listener(copyJson(event))).catch(() => undefined);
    } catch {
      // A listener only watches.
    }
  };
}
