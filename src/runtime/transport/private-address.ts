import { resolveHost } from '../platform.js';

/** True for a host that is private by its text or, where the platform can resolve names, by one of its addresses. */
export async function isPrivatePlace(hostname: string): Promise<boolean> {
  if (isPrivateHost(hostname)) return true;
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return !isAddress && (await resolveHost(hostname)).some((address) => isPrivateHost(address));
}

/**
 * True for host names that lie in a private, loopback, link-local or reserved range by their text (as a parsed URL spells
 * it, so that decimal and octal spellings are normal already).
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/%.*$/, '')
    .replace(/\.$/, '')
    .replace(/^\[|\]$/g, '');
  if (host === 'localhost' || /\.(localhost|local|internal|home\.arpa)$/.test(host)) return true;
  if (host.includes(':')) return isPrivateIpv6(host);
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/.exec(host);
  return parts !== null && isPrivateIpv4(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

function isPrivateIpv6(host: string): boolean {
  const dotted = /:(\d[\d.]*\.\d+)$/.exec(host);
  if (dotted !== null) return isPrivateHost(dotted[1] ?? '');
  // IPv4 inside of IPv6: mapped, translated (RFC 6052), compatible; and 6to4 (RFC 3056).
  const inner =
    /^(?:::ffff:|64:ff9b::|::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host) ??
    /^2002:([0-9a-f]{1,4}):([0-9a-f]{1,4}):/.exec(host);
  if (inner !== null) {
    const [high, low] = [Number.parseInt(inner[1] ?? '0', 16), Number.parseInt(inner[2] ?? '0', 16)];
    return isPrivateIpv4(high >> 8, high & 255, low >> 8);
  }
  return host === '::1' || host === '::' || /^(f[cd]|fe[89a-f]|ff)[0-9a-f]{0,2}:/.test(host);
}

function isPrivateIpv4(first: number, second: number, third: number): boolean {
  return (
    first === 0 ||
    first === 10 ||
    first === 127 ||
    first >= 224 ||
    (first === 100 && second >= 64 && second < 128) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && (second === 168 || (second === 0 && third === 0))) ||
    (first === 198 && (second === 18 || second === 19))
  );
}
