import type { SignalLike } from '../contract.js';
import { type AbortControllerLike, platform } from '../platform.js';

/** What {@link AbortScope.guard} answers with when the run was aborted before the work ended. */
export const ABORTED: unique symbol = Symbol('aborted');
export type Aborted = typeof ABORTED;

/** One run under the caller's signal: a single listener on it, and a signal of its own for every piece of work. */
export interface AbortScope {
  aborted(): boolean;
  /** Runs work that is given up, and told so through its signal, as soon as the run is aborted. */
  guard<T>(work: (signal: SignalLike) => PromiseLike<T>): Promise<T | Aborted>;
  /** Takes the listener off the caller's signal. */
  close(): void;
}

/**
 * Clients add listeners to the signals they are given and do not always take them off, so no signal outlives one piece
 * of work: a long run neither leaks nor trips the platform's listener warning.
 */
export function createAbortScope(outer: SignalLike | undefined): AbortScope {
  const active = new Set<(reason: unknown) => void>();
  const onAbort = (): void => {
    for (const stop of [...active]) stop(outer?.reason);
  };
  const aborted = (): boolean => outer?.aborted === true;
  outer?.addEventListener('abort', onAbort, { once: true });

  const guard = <T>(work: (signal: SignalLike) => PromiseLike<T>): Promise<T | Aborted> => {
    if (aborted()) return Promise.resolve(ABORTED);
    return new Promise((resolve, reject) => {
      const controller: AbortControllerLike = new platform.AbortController();
      const stop = (reason: unknown): void => {
        active.delete(stop);
        resolve(ABORTED);
        controller.abort(reason);
      };
      active.add(stop);
      const settle = (action: () => void): void => {
        active.delete(stop);
        action();
      };
      start(work, controller.signal).then(
        (value) => settle(() => resolve(value)),
        (error: unknown) => settle(() => reject(error)),
      );
    });
  };

  return { aborted, guard, close: () => outer?.removeEventListener('abort', onAbort) };
}

/** Calls `work` so that a synchronous throw becomes a rejection. */
async function start<T>(work: (signal: SignalLike) => PromiseLike<T>, signal: SignalLike): Promise<T> {
  return await work(signal);
}
