/** An input that cannot be decoded or encoded. `path` is a JSON pointer into the value. */
export class CodecError extends Error {
  override readonly name = 'CodecError';
  readonly path: string;
  readonly problem: string;

  constructor(path: string, problem: string) {
    super(`${path === '' ? '/' : path}: ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}
