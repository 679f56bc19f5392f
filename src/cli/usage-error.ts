/** The command line was used in a way it does not have: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
