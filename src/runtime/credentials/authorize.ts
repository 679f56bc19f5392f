import type { Credential, SecurityRequirement, SecurityScheme } from '../contract.js';
import { ToolCallError } from '../errors.js';
import { toBase64, utf8 } from '../platform.js';
import { isCredentialHeader, isHeaderName, isHeaderValue } from '../serialize/header.js';
import { encodeUnreserved } from '../serialize/percent.js';
import { variablesOf } from './lookup.js';
import type { Secrets } from './secrets.js';

/** What credentials add to a request. Texts of queries and cookies are already encoded. */
export interface Authorization {
  headers: [string, string][];
  query: [string, string][];
  cookies: string[];
  /** Fetches new tokens after a 401; absent where no fetched token was used. */
  renew?: () => void;
}

export interface AuthorizeContext {
  schemes: Readonly<Record<string, SecurityScheme>>;
  prefix: string;
  secrets: Secrets;
  find: (name: string, scheme: SecurityScheme) => Promise<Credential | undefined>;
  /** Turns OAuth credentials into an access token, from the cache or the token endpoint. */
  token: (
    name: string,
    scheme: SecurityScheme,
    credential: Exclude<Credential, string>,
    scopes: readonly string[],
  ) => Promise<{
    token: string;
    forget: () => void;
  }>;
}

/**
 * Picks the first alternative whose schemes all have credentials. `{}` is "none needed", and comes last: credentials that
 * are there are used.
 */
export async function authorize(
  security: readonly SecurityRequirement[] | undefined,
  context: AuthorizeContext,
): Promise<Authorization> {
  const none: Authorization = { headers: [], query: [], cookies: [] };
  if (security === undefined || security.length === 0) return none;
  for (const requirement of security) {
    const names = Object.keys(requirement);
    const found = names.length === 0 ? undefined : await credentialsOf(names, context);
    if (found !== undefined) return apply(requirement, found, context);
  }
  if (security.some((requirement) => Object.keys(requirement).length === 0)) return none;
  throw missing(security, context);
}

/** True where a call may go out without any credentials. */
export function isOptional(security: readonly SecurityRequirement[] | undefined): boolean {
  return security === undefined || security.length === 0 || security.some((each) => Object.keys(each).length === 0);
}

function missing(security: readonly SecurityRequirement[], context: AuthorizeContext): ToolCallError {
  const alternatives = security.map((requirement) =>
    Object.keys(requirement)
      .map((name) => `"${name}" (environment variable ${variablesOf(name, schemeOf(name, context), context.prefix)})`)
      .join(' together with '),
  );
  return new ToolCallError(
    'MISSING_CREDENTIALS',
    `This call needs credentials for the security scheme ${alternatives.join(', or ')}. They are configured by the user, never given in the input; tell the user.`,
  );
}

function schemeOf(name: string, { schemes }: AuthorizeContext): SecurityScheme | undefined {
  return Object.hasOwn(schemes, name) ? schemes[name] : undefined;
}

type Found = readonly (readonly [string, SecurityScheme, Credential | undefined])[];

async function credentialsOf(names: readonly string[], context: AuthorizeContext): Promise<Found | undefined> {
  const found: (readonly [string, SecurityScheme, Credential | undefined])[] = [];
  for (const name of names) {
    const scheme = schemeOf(name, context);
    if (scheme === undefined) return undefined;
    const credential = scheme.type === 'mutualTLS' ? undefined : await context.find(name, scheme);
    // The transport brings the certificate of mutual TLS, so that scheme asks for nothing here.
    if (credential === undefined && scheme.type !== 'mutualTLS') return undefined;
    found.push([name, scheme, credential]);
  }
  return found;
}

async function apply(
  requirement: SecurityRequirement,
  found: Found,
  context: AuthorizeContext,
): Promise<Authorization> {
  const result: Authorization = { headers: [], query: [], cookies: [] };
  const forget: (() => void)[] = [];
  for (const [name, scheme, credential] of found) {
    if (credential === undefined) continue;
    const scopes = requirement[name] ?? [];
    const value = await credentialText(name, scheme, credential, scopes, context, forget);
    context.secrets.add(value.secret);
    place(name, scheme, value.text, result);
  }
  if (forget.length > 0) {
    result.renew = () => {
      for (const each of forget) each();
    };
  }
  return result;
}

interface CredentialText {
  text: string;
  secret: string;
}

async function credentialText(
  name: string,
  scheme: SecurityScheme,
  credential: Credential,
  scopes: readonly string[],
  context: AuthorizeContext,
  forget: (() => void)[],
): Promise<CredentialText> {
  if (typeof credential === 'string') return stringValue(scheme, credential);
  if ('password' in credential) {
    const pair = `${credential.username}:${credential.password}`;
    // Without a password worth the name, the user name is the key.
    context.secrets.add(credential.password.length < 4 ? credential.username : credential.password);
    context.secrets.add(pair);
    return { text: `Basic ${toBase64(utf8(pair))}`, secret: pair };
  }
  const { token, forget: drop } = await context.token(name, scheme, credential, scopes);
  forget.push(drop);
  return { text: `Bearer ${token}`, secret: token };
}

function stringValue(scheme: SecurityScheme, credential: string): CredentialText {
  if (scheme.type === 'apiKey') return { text: credential, secret: credential };
  if (scheme.type !== 'http') return { text: `Bearer ${credential}`, secret: credential };
  const kind = scheme.scheme.toLowerCase();
  if (kind === 'basic') {
    // `user:password`, or what is already the base64 of it.
    const base64 = credential.includes(':') ? toBase64(utf8(credential)) : credential;
    return { text: `Basic ${base64}`, secret: `Basic ${base64}` };
  }
  const word = kind === 'bearer' ? 'Bearer' : scheme.scheme;
  // People paste the whole header.
  const hasWord = credential.toLowerCase().startsWith(`${kind} `);
  return { text: hasWord ? credential : `${word} ${credential}`, secret: credential };
}

function place(name: string, scheme: SecurityScheme, text: string, result: Authorization): void {
  if (scheme.type === 'apiKey' && scheme.in === 'query') {
    result.query.push([encodeUnreserved(scheme.name), encodeUnreserved(text)]);
    return;
  }
  if (!isHeaderValue(text)) {
    throw new ToolCallError('UNSAFE_HEADER', `The credential for "${name}" holds characters that no header may hold`);
  }
  const key = scheme.type === 'apiKey' ? safeName(name, scheme.in, scheme.name) : 'Authorization';
  if (scheme.type === 'apiKey' && scheme.in === 'cookie') result.cookies.push(`${key}=${cookieText(text)}`);
  else result.headers.push([key, text]);
}

function cookieText(text: string): string {
  return /^[!#-+\--:<-[\]-~]*$/.test(text) ? text : encodeUnreserved(text);
}

/** Names of headers and cookies come from the document: none may steer the connection, or hold more than a name. */
function safeName(scheme: string, place: string, name: string): string {
  if (place === 'header' ? isCredentialHeader(name) : isHeaderName(name)) return name;
  const text = `The security scheme "${scheme}" names a header or cookie that cannot be sent`;
  throw new ToolCallError('UNSAFE_HEADER', text);
}
