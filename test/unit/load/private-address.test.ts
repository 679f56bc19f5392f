import { expect, it } from 'vitest';
import { isPrivateAddress } from '../../../src/load/private-address.js';

const PRIVATE = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '2002:7f00:1::',
  '2001:db8::1',
  'not an address',
];

const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '193.0.0.1', '2606:4700::1111', '2a00:1450::1'];

it.each(PRIVATE)('%s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

it.each(PUBLIC)('%s is public', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});
