// The addresses of this computer in its networks, the one that others most likely reach first.
import { createSocket } from 'node:dgram';
import { networkInterfaces } from 'node:os';

/** Addresses for documentation, to which nothing is ever sent: the system only says which way it would take. */
const ELSEWHERE = '192.0.2.1';

export async function ownAddresses(): Promise<readonly string[]> {
  const all = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    // Browsers take no link-local addresses of version 6.
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .sort((a, b) => Number(a.family === 'IPv6') - Number(b.family === 'IPv6'))
    .map(({ address }) => address);
  const main = await addressTowards(ELSEWHERE);
  return [...all.filter((address) => address === main), ...all.filter((address) => address !== main)];
}

function addressTowards(target: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const done = (address: string | undefined) => {
      socket.close();
      resolve(address);
    };
    socket.once('error', () => done(undefined));
    socket.connect(9, target, () => done(socket.address().address));
  });
}
