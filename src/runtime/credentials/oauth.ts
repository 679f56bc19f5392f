import type { AccessToken, BodyReaderLike, ResponseLike, TokenRequest } from '../contract.js';
import { ToolCallError } from '../errors.js';
import { platform, toBase64, utf8 } from '../platform.js';
import { encodeForm } from '../serialize/percent.js';

/** A token answer is small; anything larger is no token. */
const MAX_ANSWER = 65_536;

/**
 * Fetches an access token (RFC 6749, 4.4 and 6). The client authenticates with Basic first, as every server must
 * understand; one that refuses gets the same fields in the body (2.3.1).
 */
export async function fetchToken(request: TokenRequest): Promise<AccessToken> {
  let answer = await post(request, true);
  if ((answer.status === 400 || answer.status === 401) && request.clientSecret !== undefined) {
    answer = await post(request, false);
  }
  if (answer.status < 200 || answer.status > 299) {
    throw new ToolCallError(
      'MISSING_CREDENTIALS',
      `The token endpoint answered ${answer.status}${reasonOf(answer.text)}`,
    );
  }
  return tokenOf(answer.text);
}

async function post(request: TokenRequest, basic: boolean): Promise<{ status: number; text: string }> {
  const fields: [string, string | undefined][] = [
    ['grant_type', request.grant],
    ['refresh_token', request.refreshToken],
    ['scope', request.scopes === undefined || request.scopes.length === 0 ? undefined : request.scopes.join(' ')],
  ];
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  if (basic && request.clientId !== undefined && request.clientSecret !== undefined) {
    const pair = `${encodeForm(request.clientId)}:${encodeForm(request.clientSecret)}`;
    headers['Authorization'] = `Basic ${toBase64(utf8(pair))}`;
  } else {
    fields.push(['client_id', request.clientId], ['client_secret', request.clientSecret]);
  }
  const body = fields
    .filter((field): field is [string, string] => field[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeForm(value)}`)
    .join('&');
  const signal = request.signal === undefined ? {} : { signal: request.signal };
  const response = await request.fetch(request.tokenUrl, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    ...signal,
  });
  return { status: response.status, text: await boundedText(response) };
}

async function boundedText(response: ResponseLike): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return new platform.TextDecoder().decode(new Uint8Array(await response.arrayBuffer()));
  return new platform.TextDecoder().decode(await readSmall(reader));
}

async function readSmall(reader: BodyReaderLike): Promise<Uint8Array> {
  const joined = new Uint8Array(MAX_ANSWER);
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done || value === undefined) return joined.subarray(0, size);
    if (size + value.length > MAX_ANSWER) {
      await reader.cancel();
      throw new ToolCallError('MISSING_CREDENTIALS', 'The token endpoint sent more than a token');
    }
    joined.set(value, size);
    size += value.length;
  }
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function reasonOf(text: string): string {
  const { error, error_description: description } = fieldsOf(text) as { error?: unknown; error_description?: unknown };
  const words = [error, description].filter((word) => typeof word === 'string').join(': ');
  return words === '' ? '' : ` (${words.slice(0, 200)})`;
}

function tokenOf(text: string): AccessToken {
  const fields = fieldsOf(text) as { access_token?: unknown; expires_in?: unknown; refresh_token?: unknown };
  if (typeof fields.access_token !== 'string' || fields.access_token === '') {
    throw new ToolCallError('MISSING_CREDENTIALS', 'The token endpoint sent no access_token');
  }
  const seconds = Number(fields.expires_in);
  return {
    token: fields.access_token,
    ...(Number.isFinite(seconds) && seconds > 0 ? { expiresAt: Date.now() + seconds * 1000 } : {}),
    ...(typeof fields.refresh_token === 'string' ? { refreshToken: fields.refresh_token } : {}),
  };
}
