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
  return new CallDeadline(timeoutMs, caller);
}

/** A class rather than closures, of which each call would make a dozen. */
class CallDeadline implements Deadline {
  readonly #ends: number;
  readonly #timer: unknown;
  readonly #caller: SignalLike | undefined;
  readonly #onAbort: (() => void) | undefined;
  #controller: AbortControllerLike | undefined;
  #failure: ToolCallError | undefined;
  /** Not `Promise.race`: a long stream would pile up its reactions until the call ends. */
  #waiting: Set<(error: ToolCallError) => void> | undefined;

  constructor(timeoutMs: number, caller: SignalLike | undefined) {
    this.#ends = Date.now() + timeoutMs;
    this.#timer = platform.setTimeout(
      () => this.#fail(new ToolCallError('TIMEOUT', `The call timed out after ${timeoutMs} ms`)),
      Math.min(timeoutMs, 2_147_483_647),
    );
    this.#caller = caller;
    if (caller === undefined) return;
    this.#onAbort = () => this.#fail(new ToolCallError('ABORTED', 'The call was aborted'));
    if (caller.aborted === true) this.#onAbort();
    else caller.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Made when it is first needed: many calls end before anything is sent. */
  get signal(): SignalLike {
    this.#controller ??= new platform.AbortController();
    if (this.#failure !== undefined && !this.#controller.signal.aborted) this.#controller.abort(this.#failure);
    return this.#controller.signal;
  }

  remaining(): number {
    return Math.max(0, this.#ends - Date.now());
  }

  race<T>(promise: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#failure === undefined) {
        this.#waiting ??= new Set();
        this.#waiting.add(reject);
      } else reject(this.#failure);
      promise.then(
        (value) => {
          this.#waiting?.delete(reject);
          resolve(value);
        },
        (error: unknown) => {
          this.#waiting?.delete(reject);
          reject(error);
        },
      );
    });
  }

  async pause(milliseconds: number): Promise<void> {
    let timer: unknown;
    const pause = new Promise<void>((resolve) => {
      timer = platform.setTimeout(resolve, milliseconds);
    });
    await this.race(pause).finally(() => platform.clearTimeout(timer));
  }

  failure(): ToolCallError | undefined {
    return this.#failure;
  }

  dispose(): void {
    platform.clearTimeout(this.#timer);
    if (this.#onAbort !== undefined) this.#caller?.removeEventListener('abort', this.#onAbort);
  }

  #fail(error: ToolCallError): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    for (const reject of this.#waiting ?? []) reject(error);
    this.#waiting?.clear();
    this.#controller?.abort(error);
  }
}
