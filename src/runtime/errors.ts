import type { ToolCallErrorCode, ToolLoopResult } from './contract.js';

/** Marks that survive several copies of the runtime in one process: `instanceof` would not. */
const CALL_MARK = Symbol.for('tools-gen.ToolCallError');
const LOOP_MARK = Symbol.for('tools-gen.ToolLoopError');

/** Why a call failed. `message` is written for the model: what went wrong, where, and what to do. */
export class ToolCallError extends Error {
  readonly code: ToolCallErrorCode;
  /** HTTP status, where an answer came. */
  readonly status?: number;

  constructor(code: ToolCallErrorCode, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ToolCallError';
    this.code = code;
    if (options.status !== undefined) this.status = options.status;
    Object.defineProperty(this, CALL_MARK, { value: true });
  }
}

/** The Messages API failed for good. `cause` is the client's error; `result` holds the work that was done until then. */
export class ToolLoopError extends Error {
  readonly result: ToolLoopResult;

  constructor(message: string, result: ToolLoopResult, cause?: unknown) {
    super(message, { cause });
    this.name = 'ToolLoopError';
    this.result = result;
    Object.defineProperty(this, LOOP_MARK, { value: true });
  }
}

const hasMark = (value: unknown, mark: symbol): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, mark);

/** True for a `ToolCallError` of any copy of the runtime. */
export function isToolCallError(value: unknown): value is ToolCallError {
  return hasMark(value, CALL_MARK);
}

/** True for a `ToolLoopError` of any copy of the runtime. */
export function isToolLoopError(value: unknown): value is ToolLoopError {
  return hasMark(value, LOOP_MARK);
}
