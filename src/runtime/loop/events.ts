import type { LoopEvent } from '../contract.js';

export type Emit = (event: LoopEvent) => void;

/** Wraps a listener so that neither a throw nor a rejected promise of it can harm the run. */
export function isolate(listener: ((event: LoopEvent) => unknown) | undefined): Emit {
  if (listener === undefined) return () => undefined;
  return (event) => {
    try {
      Promise.resolve(listener(event)).catch(() => undefined);
    } catch {
      // A listener only watches.
    }
  };
}
