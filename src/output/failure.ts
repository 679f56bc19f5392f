import { createDiagnostic } from '../diagnostics/create.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'there is no space left',
  EDQUOT: 'the quota is used up',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'a file is where a folder should be',
  EISDIR: 'a folder is where a file should be',
  ENAMETOOLONG: 'the path is too long',
  EMFILE: 'too many files are open',
  EBUSY: 'it is in use',
};

/** Runs file system work; what the system refuses becomes `OUTPUT_FAILED`. */
export function guarded<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asFailure(folder, error);
  }
}

/** `OUTPUT_FAILED` for an error of the system; any other value as it is. */
export function asFailure(folder: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ToolsGenError) return error;
  const { code, path } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') return error;
  const reason = Object.hasOwn(REASONS, code) ? REASONS[code] : 'the system refused';
  const message = `Cannot write to ${path ?? folder}: ${reason} (${code}).`;
  return new ToolsGenError([createDiagnostic('OUTPUT_FAILED', message)]);
}

/** True for an error of the system that says that there is nothing. */
export function isMissing(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
