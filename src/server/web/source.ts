// Where a connection comes from, as far as strangers are counted: an IPv4 address, or the /64 network of an IPv6 address unless it is ours.
import { isIPv4, isIPv6 } from 'node:net';

/** One machine has as many addresses of its IPv6 network as it likes. */
const HALVES_OF_A_NETWORK = 4;

type Addresses = { readonly remoteAddress?: string | undefined; readonly localAddress?: string | undefined };

/** In our own /64 network are all the machines around us, so there each address counts for itself. */
export function otherSideOf({ remoteAddress, localAddress }: Addresses): string {
  const network = networkOf(remoteAddress);
  return remoteAddress !== undefined && network !== UNKNOWN && network === networkOf(localAddress) ? unmapped(remoteAddress) : network;
}

/** "unknown" for everything that is not an address. */
export function networkOf(address = ''): string {
  const [bare = ''] = address.split('%');
  if (isIPv4(unmapped(bare))) return unmapped(bare);
  if (!isIPv6(bare)) return UNKNOWN;
  const [before = '', after] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const [start, end] = [before, after ?? ''].map((part) => part.split(':').filter((half) => half !== ''));
  const zeros = after === undefined ? 0 : 8 - (start?.length ?? 0) - (end?.length ?? 0);
  const halves = [...(start ?? []), ...Array.from({ length: zeros }, () => '0'), ...(end ?? [])];
  return `${halves.slice(0, HALVES_OF_A_NETWORK).join(':')}::/64`;
}

const UNKNOWN = 'unknown';
const unmapped = (address: string): string => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
