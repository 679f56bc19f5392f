import type { SignalLike } from '../contract.js';
import { ToolCallError } from '../errors.js';
import { type AbortControllerLike, platform } from '../platform.js';

/** One clock for a whole call: tokens, attempts, pauses and the body of the answer. */
export interface Deadline {
  readonly signal: SignalLike;
  /** Milliseconds that are left. */
  remaining(): number;
  /** Settles with the promise, or rejects when time is over or the caller aborts, whatever the promise does. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Waits. */
  pause(milliseconds: number): Promise<void>;
  /** Why the call was cut off, if it was. */
  failure(): ToolCallError | undefined;
  /** Stops the clock. */
  dispose(): void;
}

export function startDeadline(timeoutMs: number, caller: SignalLike | undefined): Deadline {
  let controller: AbortControllerLike | undefined;
  const ends = Date.now() + timeoutMs;
  let failure: ToolCallError | undefined;
  // Not `Promise.race`: a long stream would pile up its reactions until the call ends.
  const waiting = new Set<(error: ToolCallError) => void>();
  const fail = (error: ToolCallError): void => {
    if (failure !== undefined) return;
    failure = error;
    for (const reject of waiting) reject(error);
    waiting.clear();
    controller?.abort(error);
  };
  const onAbort = (): void => fail(new ToolCallError('ABORTED', 'The call was aborted'));
  const timer = platform.setTimeout(
    () => fail(new ToolCallError('TIMEOUT', `The call timed out after ${timeoutMs} ms`)),
    Math.min(timeoutMs, 2_147_483_647),
  );
  if (caller?.aborted === true) onAbort();
  else caller?.addEventListener('abort', onAbort, { once: true });
  const race = <T>(promise: Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (failure === undefined) waiting.add(reject);
      else reject(failure);
      promise.then(
        (value) => {
          waiting.delete(reject);
          resolve(value);
        },
        (error: unknown) => {
          waiting.delete(reject);
          reject(error);
        },
      );
    });
  return {
    // Made when it is first needed: many calls end before anything is sent.
    get signal() {
      controller ??= new platform.AbortController();
      if (failure !== undefined && !controller.signal.aborted) controller.abort(failure);
      return controller.signal;
    },
    remaining: () => Math.max(0, ends - Date.now()),
    race,
    failure: () => failure,
    pause: async (milliseconds) => {
      let pauseTimer: unknown;
      const pause = new Promise<void>((resolve) => {
        pauseTimer = platform.setTimeout(resolve, milliseconds);
      });
      await race(pause).finally(() => platform.clearTimeout(pauseTimer));
    },
    dispose: () => {
      platform.clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    },
  };
}
