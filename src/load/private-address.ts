import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Ranges that are not the public internet (IANA special-purpose address registries). */
const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** All but global unicast (2000::/3), and the parts of it that hold other networks' addresses. */
const PRIVATE_V6 = ['::/3', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '4000::/2', '8000::/1'];

/** One list for each family: a list of both takes an IPv4 address for its mapped IPv6 form as well. */
function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', bits = '0'] = range.split('/');
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}

const V4 = listOf(PRIVATE_V4, 'ipv4');
const V6 = listOf(PRIVATE_V6, 'ipv6');

/** True for loopback, link-local, private, reserved and unreadable addresses. */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return V4.check(address, 'ipv4');
  const plain = address.split('%', 1)[0] ?? '';
  return !isIPv6(plain) || V6.check(plain, 'ipv6');
}
