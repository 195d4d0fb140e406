import { expect, it } from 'vitest';
import { networkOf, otherSideOf } from './source.ts';

it.each([
  ['192.168.1.2', '192.168.1.2'],
  ['::ffff:192.168.1.2', '192.168.1.2'],
  ['::FFFF:192.168.1.2', '192.168.1.2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', 'unknown'],
  ['1.2.3', 'unknown'],
  ['evil', 'unknown'],
  [undefined, 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ['192.168.1.2', '192.168.1.9', '192.168.1.2'],
  ['::ffff:192.168.1.2', '::ffff:192.168.1.9', '192.168.1.2'],
  // Everybody in a local network has the same first half of the address.
  ['fe80::66%eth0', 'fe80::1%eth0', 'fe80::66%eth0'],
  ['2001:db8:1:2::66', '2001:db8:1:2::1', '2001:db8:1:2::66'],
  ['2001:db8:9:9::66', '2001:db8:1:2::1', '2001:db8:9:9::/64'],
  ['2001:db8:9:9::66', undefined, '2001:db8:9:9::/64'],
  [undefined, undefined, 'unknown'],
])('%s, seen from %s, counts as %s', (remoteAddress, localAddress, source) => {
  expect(otherSideOf({ remoteAddress, localAddress })).toBe(source);
});
