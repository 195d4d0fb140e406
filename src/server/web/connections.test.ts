import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createConnections } from './connections.ts';

let port = 1_000;

/** What matters of a socket here. */
function connected(remoteAddress: string) {
  port += 1;
  const events = new EventEmitter();
  const socket = Object.assign(events, { remoteAddress, remotePort: port, isOpen: true, destroy });
  function destroy(): void {
    socket.isOpen = false;
    events.emit('close');
  }
  return socket;
}

function opened(limits: { most: number; mostOfOne: number }) {
  const connections = createConnections(limits);
  return {
    connections,
    from(address: string, count = 1) {
      return Array.from({ length: count }, () => {
        const socket = connected(address);
        connections.add(socket as unknown as Socket);
        return socket;
      });
    },
  };
}
const openIn = (sockets: readonly { readonly isOpen: boolean }[]): number => sockets.filter(({ isOpen }) => isOpen).length;

it('one source has only so many, and its newest are kept', () => {
  const { from } = opened({ most: 10, mostOfOne: 3 });
  const [phone] = from('192.168.1.2');
  const stranger = from('::ffff:192.168.1.66', 20);
  expect(stranger.map(({ isOpen }) => isOpen)).toEqual([...Array(17).fill(false), true, true, true]);
  expect(phone?.isOpen).toBe(true);
  const network = [1, 2, 3, 4, 5].flatMap((i) => from(`2001:db8::${i}`));
  expect(openIn(network)).toBe(3);
});

it('when all together are too many, the source with the most makes room', () => {
  const { from } = opened({ most: 10, mostOfOne: 8 });
  const heavy = from('192.168.1.66', 8);
  const light = ['192.168.1.2', '192.168.1.3', '192.168.1.4', '192.168.1.5'].flatMap((address) => from(address));
  expect([openIn(heavy), openIn(light)]).toEqual([6, 4]);
});

it('an authorised browser never makes room, and can always come back', () => {
  const { connections, from } = opened({ most: 10, mostOfOne: 3 });
  const phone = from('192.168.1.2', 3);
  for (const socket of phone) connections.trust(socket);
  for (let i = 0; i < 200; i += 1) from(`10.0.0.${i}`);
  expect(openIn(phone)).toBe(3);
  phone[0]?.destroy();
  expect(openIn(from('192.168.1.2'))).toBe(1);
});
