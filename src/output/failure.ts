import { createDiagnostic } from '../diagnostics/create.js';
import { ToolsGenError } from '../diagnostics/tools-gen-error.js';

const OTHER_FOLDER = 'Choose another folder with --out, or move what is there.';

/** What the system says, in words; where the usual advice does not fit, another one. */
const REASONS: Readonly<Record<string, string | readonly [reason: string, help: string]>> = {
  EACCES: 'permission is denied',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'there is no space left',
  EDQUOT: 'the quota is used up',
  EFBIG: 'a file would be larger than the system allows',
  EIO: 'the disk failed',
  ENOENT: ['the path leads nowhere', 'Check the path; a symbolic link on it may point to nothing.'],
  ENOTDIR: ['a part of the path is not a folder', OTHER_FOLDER],
  EEXIST: ['a file is where a folder should be', OTHER_FOLDER],
  EISDIR: ['a folder is where a file should be', OTHER_FOLDER],
  ENAMETOOLONG: ['the path is too long', 'Choose a shorter path with --out.'],
  ELOOP: ['symbolic links lead in a circle', OTHER_FOLDER],
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
  const known = (Object.hasOwn(REASONS, code) ? REASONS[code] : undefined) ?? 'the system refused';
  const [reason, help] = typeof known === 'string' ? [known] : known;
  const message = `Cannot write to ${path ?? folder}: ${reason} (${code}).`;
  return new ToolsGenError([createDiagnostic('OUTPUT_FAILED', message, { ...(help !== undefined && { help }) })]);
}

/** True for an error of the system that says that there is nothing. */
export function isMissing(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
