import type { FetchLike, SignalLike } from './contract.js';

/** The globals of the platform that the runtime uses, structurally: Node, Bun, Deno, workers and browsers have them. */
interface PlatformGlobals {
  readonly fetch?: FetchLike;
  readonly URL: new (url: string, base?: string) => UrlLike;
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly TextDecoder: new (
    label?: string,
    options?: { ignoreBOM?: boolean },
  ) => { decode(bytes: Uint8Array): string };
  readonly AbortController: new () => AbortControllerLike;
  readonly setTimeout: (callback: () => void, milliseconds: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
  readonly crypto: { randomUUID(): string };
  readonly btoa: (binary: string) => string;
  readonly atob: (base64: string) => string;
  readonly process?: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    /** Node, Deno and Bun: modules of the platform without an import that others could not load. */
    readonly getBuiltinModule?: (name: string) => unknown;
  };
}

/** The parts of a parsed URL that are read. URLs are parsed for comparison only, never to build one. */
export interface UrlLike {
  readonly href: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly host: string;
  readonly origin: string;
  readonly pathname: string;
  readonly username: string;
  readonly password: string;
}

export interface AbortControllerLike {
  readonly signal: SignalLike;
  abort(reason?: unknown): void;
}

export const platform: PlatformGlobals = globalThis as unknown as PlatformGlobals;

/** `process.env` where there is one. */
export function platformEnv(): Readonly<Record<string, string | undefined>> {
  try {
    return platform.process?.env ?? {};
  } catch {
    return {};
  }
}

/** A variable that is set and not empty. Deno asks, and may refuse, at each look. */
export function readEnv(env: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  try {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    return value === '' ? undefined : value;
  } catch {
    return undefined;
  }
}

interface DnsLike {
  readonly promises: {
    lookup(hostname: string, options: { all: true }): Promise<readonly { readonly address: string }[]>;
  };
}

/** Addresses of a host name where the platform can resolve it; none elsewhere. */
export async function resolveHost(hostname: string): Promise<readonly string[]> {
  try {
    const dns = platform.process?.getBuiltinModule?.('node:dns') as DnsLike | undefined;
    const found = await dns?.promises.lookup(hostname, { all: true });
    return (found ?? []).map(({ address }) => address);
  } catch {
    return [];
  }
}

/** A parsed URL, or undefined where the text is none. */
export function parseUrl(text: string, base?: string): UrlLike | undefined {
  try {
    return base === undefined ? new platform.URL(text) : new platform.URL(text, base);
  } catch {
    return undefined;
  }
}

/** Bytes of a text in UTF-8. */
export function utf8(text: string): Uint8Array {
  return new platform.TextEncoder().encode(text);
}

/** Base64 of bytes, in pieces that fit the argument limit of `fromCharCode`. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += 0x2000) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x2000));
  }
  return platform.btoa(binary);
}

/** Bytes of base64 or base64url text; undefined where it is neither. */
export function fromBase64(text: string): Uint8Array | undefined {
  const normal = text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  try {
    const binary = platform.atob(normal);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
  } catch {
    return undefined;
  }
}
