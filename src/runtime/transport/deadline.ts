import type { SignalLike } from '../contract.js';
import { ToolCallError } from '../errors.js';
import { platform } from '../platform.js';

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
  const controller = new platform.AbortController();
  const ends = Date.now() + timeoutMs;
  let failure: ToolCallError | undefined;
  let reject: (error: ToolCallError) => void = () => undefined;
  const over = new Promise<never>((_, rejected) => {
    reject = rejected;
  });
  // Nobody may be waiting when time is over.
  over.catch(() => undefined);
  const fail = (error: ToolCallError): void => {
    if (failure !== undefined) return;
    failure = error;
    reject(error);
    controller.abort(error);
  };
  const onAbort = (): void => fail(new ToolCallError('ABORTED', 'The call was aborted'));
  const timer = platform.setTimeout(
    () => fail(new ToolCallError('TIMEOUT', `The call timed out after ${timeoutMs} ms`)),
    Math.min(timeoutMs, 2_147_483_647),
  );
  if (caller?.aborted === true) onAbort();
  else caller?.addEventListener('abort', onAbort, { once: true });
  const race = <T>(promise: Promise<T>): Promise<T> => Promise.race([over, promise]);
  return {
    signal: controller.signal,
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
