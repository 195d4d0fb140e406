// Where a subscription may make the broker post to. A browser names the address, so it could be one inside this network: those are refused, by their
// address or name when it subscribes, and by what the name resolves to, then and whenever it is used.
import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Two lists: one would compare IPv4 addresses with the IPv6 networks as well. */
const INTERNAL = { ipv4: new BlockList(), ipv6: new BlockList() } as const;
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  // The host of a virtual machine in Azure, with a public address.
  ['168.63.129.16', 32],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  INTERNAL.ipv4.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  // Public addresses begin with 2 or 3; IPv4 written as IPv6 does not. Among them are tunnelled IPv4 and other special ones.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2002::', 16],
] as const)
  INTERNAL.ipv6.addSubnet(network, bits, 'ipv6');

/** Names that routers and companies give inside their networks; none of them is on the internet. */
const INTERNAL_NAMES = /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;
const RESOLVED_WITHIN_MS = 10_000;

export function isInternal(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return INTERNAL[family].check(address, family);
}

/** Why the broker does not send there; undefined if it does. `services` are origins that the person has allowed in the configuration. */
export function endpointProblem(endpoint: string, services: readonly string[]): string | undefined {
  if (!URL.canParse(endpoint)) return 'it is not an address';
  const { protocol, hostname, origin, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return 'it contains a password';
  if (isOwn(origin, services)) return undefined;
  if (protocol !== 'https:') return 'push services use https';
  // Small letters, and addresses in their usual form, because it is a URL. The dot at the end changes nothing but the spelling.
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (isIP(bare) !== 0 ? isInternal(bare) : !bare.includes('.') || INTERNAL_NAMES.test(bare)) return `${hostname} is inside your network`;
  return undefined;
}

/** The same, and where its name leads now. */
export async function subscriptionProblem(
  endpoint: string,
  services: readonly string[],
  look: LookupFunction = publicLookup,
): Promise<string | undefined> {
  const problem = endpointProblem(endpoint, services);
  if (problem !== undefined) return problem;
  const { hostname, origin } = new URL(endpoint);
  if (isOwn(origin, services) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(`${hostname} could not be resolved in time: is this computer online?`), RESOLVED_WITHIN_MS);
    look(hostname, { all: true }, (error) => {
      clearTimeout(late);
      if (!error) resolve(undefined);
      else
        resolve(error.code === undefined ? error.message : `${hostname} could not be resolved (${error.code}): is this computer online?`);
    });
  });
}

/** Resolves a name as usual, but not to an address inside the network. The connection is made to the address that was looked at. */
export const publicLookup = publicOnly(lookup);

export function publicOnly(resolve: typeof lookup): LookupFunction {
  return (hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, found: readonly LookupAddress[]) => {
      if (error) return done(error, '', 0);
      const [first] = found;
      if (!first || found.some(({ address }) => isInternal(address)))
        return done(new Error(`${hostname} leads to an address inside your network`), '', 0);
      return options.all ? done(null, [...found]) : done(null, first.address, first.family);
    });
}

export function isOwn(origin: string, services: readonly string[]): boolean {
  return services.some((each) => URL.canParse(each) && new URL(each).origin === origin);
}
