const CREDENTIAL =
  /^(?:(?:access|auth|api|bearer|session|refresh|bot)[-_]?token|token|(?:api|app|access|secret|auth|private)[-_]?key|apikey|(?:client|app|consumer|api)[-_]?secret|secret)$/i;
const MORE_SECRETS =
  /^(?:pass(?:word|wd|phrase|code)?|pwd|pin|authorization|credentials?|x[-_](?:api[-_]?key|auth[-_]?token))$/i;

/** True for a field by which callers prove who they are: a security scheme should describe it. */
export function looksLikeCredential(name: string): boolean {
  return CREDENTIAL.test(name);
}

/** True for a field whose examples and defaults may be somebody's real secret. */
export function looksSecret(name: string): boolean {
  return CREDENTIAL.test(name) || MORE_SECRETS.test(name);
}
