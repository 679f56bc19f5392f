import type { LoopEvent } from '../contract.js';

export type Emit = (event: LoopEvent) => void;

/**
 * Wraps a listener so that neither a throw nor a rejected promise of it can harm the run. `stop` is the last event:
 * what work that was given up still says is not passed on.
 */
export function isolate(listener: ((event: LoopEvent) => unknown) | undefined): Emit {
  if (listener === undefined) return () => undefined;
  let stopped = false;
  return (event) => {
    if (stopped) return;
    stopped = event.type === 'stop';
    try {
      Promise.resolve(listener(event)).catch(() => undefined);
    } catch {
      // A listener only watches.
    }
  };
}
