import type { AccessToken, Credential, FetchLike, RuntimePlugins, SecurityScheme, TokenRequest } from '../contract.js';
import { isToolCallError, ToolCallError } from '../errors.js';
import { parseUrl, toBase64, utf8 } from '../platform.js';
import { encodeForm } from '../serialize/percent.js';
import { isHttpUrl } from '../server.js';
import { startDeadline } from '../transport/deadline.js';
import { reasonOf } from '../transport/send.js';
import type { Secrets } from './secrets.js';

/** A token is renewed this long before it ends. */
const SKEW_MS = 30_000;
/** Entries that are kept; with credentials for each call, the oldest are of calls long gone. */
const MOST = 500;

type OAuthCredential = Exclude<Credential, string | { username: string; password: string }>;

interface Entry {
  token?: AccessToken;
  /** The one fetch under way; others wait for it. */
  pending?: Promise<AccessToken>;
  /** A refresh token that the server sent in place of the configured one. */
  refreshToken?: string;
  /** Set after a 401: the configured access token is not tried again. */
  stale?: true;
}

export interface TokenNeeds {
  plugin: RuntimePlugins['oauth'];
  fetch: FetchLike;
  secrets: Secrets;
  /** Server URL of the call: relative token URLs are resolved against it. */
  base: string;
  trusted: ReadonlySet<string>;
  /** For one token request. Calls come and go while it runs, so it has a clock of its own. */
  timeoutMs: number;
}

/** Access tokens of one dispatcher, by scheme and credential. */
export class TokenCache {
  readonly #entries = new Map<string, Entry>();

  async get(
    name: string,
    scheme: SecurityScheme,
    credential: OAuthCredential,
    scopes: readonly string[],
    needs: TokenNeeds,
  ): Promise<{ token: string; forget: () => void }> {
    const wanted = credential.scopes ?? scopes;
    const key = JSON.stringify([name, credential, wanted]);
    const entry: Entry = this.#entries.get(key) ?? {};
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MOST && oldest !== undefined) this.#entries.delete(oldest);
    rememberClient(credential, needs.secrets);
    if ('refreshToken' in credential) needs.secrets.add(credential.refreshToken);
    const token = await current(entry, name, scheme, credential, wanted, needs);
    needs.secrets.add(token.refreshToken);
    return { token: token.token, forget: () => forget(entry, token) };
  }
}

/** The secret of the client, alone and as Basic spells it. */
function rememberClient({ clientId, clientSecret }: OAuthCredential, secrets: Secrets): void {
  if (clientSecret === undefined) return;
  secrets.add(clientSecret);
  if (clientId !== undefined) secrets.add(toBase64(utf8(`${encodeForm(clientId)}:${encodeForm(clientSecret)}`)));
}

function forget(entry: Entry, used: AccessToken): void {
  // Another call may have fetched a newer token meanwhile.
  if (entry.token !== undefined && entry.token.token !== used.token) return;
  delete entry.token;
  entry.stale = true;
}

function isFresh(token: AccessToken): boolean {
  return token.expiresAt === undefined || token.expiresAt - SKEW_MS > Date.now();
}

async function current(
  entry: Entry,
  name: string,
  scheme: SecurityScheme,
  credential: OAuthCredential,
  scopes: readonly string[],
  needs: TokenNeeds,
): Promise<AccessToken> {
  const configured = configuredToken(credential);
  if (entry.token === undefined && entry.stale === undefined && configured !== undefined) entry.token = configured;
  if (entry.token !== undefined && isFresh(entry.token)) return entry.token;
  const start = (): Promise<AccessToken> => {
    entry.pending ??= fetchNew(entry, name, scheme, credential, scopes, needs).finally(() => {
      delete entry.pending;
    });
    return entry.pending;
  };
  if (entry.pending === undefined) return start();
  return entry.pending.catch((error: unknown) => {
    // Its clock began before this call's, which may have time left.
    if (isToolCallError(error) && error.code === 'TIMEOUT') return start();
    throw error;
  });
}

function configuredToken(credential: OAuthCredential): AccessToken | undefined {
  if (!('accessToken' in credential) || credential.accessToken === undefined) return undefined;
  const { accessToken, expiresAt } = credential;
  return expiresAt === undefined ? { token: accessToken } : { token: accessToken, expiresAt };
}

async function fetchNew(
  entry: Entry,
  name: string,
  scheme: SecurityScheme,
  credential: OAuthCredential,
  scopes: readonly string[],
  needs: TokenNeeds,
): Promise<AccessToken> {
  if (needs.plugin === undefined)
    throw new ToolCallError('INTERNAL', 'This package was generated without its OAuth module');
  const refresh = 'refreshToken' in credential;
  const refreshToken = refresh ? (entry.refreshToken ?? credential.refreshToken) : undefined;
  const deadline = startDeadline(needs.timeoutMs, undefined);
  const request: TokenRequest = {
    tokenUrl: tokenUrlOf(name, scheme, credential, needs),
    grant: refresh ? 'refresh_token' : 'client_credentials',
    ...(credential.clientId === undefined ? {} : { clientId: credential.clientId }),
    ...(credential.clientSecret === undefined ? {} : { clientSecret: credential.clientSecret }),
    ...(refreshToken === undefined ? {} : { refreshToken }),
    scopes,
    fetch: needs.fetch,
    signal: deadline.signal,
  };
  try {
    const token = await deadline.race(needs.plugin(request));
    entry.token = token;
    if (token.refreshToken !== undefined) entry.refreshToken = token.refreshToken;
    return token;
  } catch (error) {
    if (isToolCallError(error)) throw error;
    const reason = reasonOf(error, (text) => needs.secrets.redact(text));
    const text = `The token endpoint for "${name}" could not be reached (${reason}); nothing was sent to the API. Trying again later may help`;
    throw new ToolCallError('NETWORK', text, { cause: error });
  } finally {
    deadline.dispose();
  }
}

/**
 * Where tokens come from. The user's own `tokenUrl` is taken as it is; one that the document names must lie on an origin
 * that credentials may go to, since the client secret is sent there.
 */
function tokenUrlOf(name: string, scheme: SecurityScheme, credential: OAuthCredential, needs: TokenNeeds): string {
  const own = credential.tokenUrl;
  const described = scheme.type === 'oauth2' ? tokenUrlOfScheme(scheme, credential) : undefined;
  const url = own ?? (described === undefined ? undefined : parseUrl(described, `${needs.base}/`)?.href);
  if (url === undefined || !isHttpUrl(url)) {
    throw new ToolCallError(
      'MISSING_CREDENTIALS',
      `The security scheme "${name}" names no token URL; set tokenUrl in its credential`,
    );
  }
  const origin = parseUrl(url)?.origin ?? '';
  if (own === undefined && !needs.trusted.has(origin)) {
    throw new ToolCallError(
      'ORIGIN_NOT_ALLOWED',
      `The document asks for tokens for "${name}" at ${origin}. If that is right, the user sets tokenUrl in the credential or adds the origin to allowedOrigins`,
    );
  }
  return url;
}

function tokenUrlOfScheme(
  scheme: { tokenUrl?: string; refreshUrl?: string },
  credential: OAuthCredential,
): string | undefined {
  return 'refreshToken' in credential ? (scheme.refreshUrl ?? scheme.tokenUrl) : scheme.tokenUrl;
}
