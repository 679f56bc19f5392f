/**
 * True for host names that lie in a private, loopback or link-local range by their text (as a parsed URL spells it, so
 * that decimal and octal spellings are normal already).
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[|\]$/g, '');
  if (host === 'localhost' || /\.(localhost|local|internal|home\.arpa)$/.test(host)) return true;
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
  if (mapped !== null) {
    const high = Number.parseInt(mapped[1] ?? '0', 16);
    return isPrivateIpv4(high >> 8, high & 255);
  }
  if (host.includes(':')) return host === '::1' || host === '::' || /^(f[cd]|fe[89ab])/.test(host);
  const parts = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(host);
  return parts !== null && isPrivateIpv4(Number(parts[1]), Number(parts[2]));
}

function isPrivateIpv4(first: number, second: number): boolean {
  return (
    first === 0 ||
    first === 10 ||
    first === 127 ||
    (first === 100 && second >= 64 && second < 128) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168)
  );
}
