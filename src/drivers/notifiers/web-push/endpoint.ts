// Where a subscription may make the broker post to. A browser names the address, so it could be one inside this network: those are refused,
// by their address when it is written there, and by what the name resolves to when it is used.
import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const INTERNAL = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  INTERNAL.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  // Unspecified and loopback; translated and tunnelled IPv4; local, link-local and multicast. IPv4 written as IPv6 is compared with the list above.
  ['::', 96],
  ['64:ff9b::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  INTERNAL.addSubnet(network, bits, 'ipv6');

export function isInternal(address: string): boolean {
  return INTERNAL.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Why the broker does not send there; undefined if it does. `services` are origins that the person has allowed in the configuration. */
export function endpointProblem(endpoint: string, services: readonly string[]): string | undefined {
  if (!URL.canParse(endpoint)) return 'it is not an address';
  const { protocol, hostname, origin, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return 'it contains a password';
  if (isOwn(origin, services)) return undefined;
  if (protocol !== 'https:') return 'push services use https';
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0 ? isInternal(bare) : !bare.includes('.') || /\.(localhost|local|internal|home\.arpa)\.?$/.test(bare))
    return `${hostname} is inside your network`;
  return undefined;
}

/** Resolves a name as usual, but not to an address inside the network. The connection is made to the address that was looked at. */
export const publicLookup: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, found: readonly LookupAddress[]) => {
    if (error) return done(error, '', 0);
    const [first] = found;
    if (!first || found.some(({ address }) => isInternal(address)))
      return done(new Error(`${hostname} leads to an address inside your network`), '', 0);
    return options.all ? done(null, [...found]) : done(null, first.address, first.family);
  });

export function isOwn(origin: string, services: readonly string[]): boolean {
  return services.some((each) => URL.canParse(each) && new URL(each).origin === origin);
}
