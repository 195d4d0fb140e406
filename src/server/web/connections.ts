// The open connections of a port that strangers reach. However many one of them opens, there is room for everybody else.
import type { Socket } from 'node:net';
import { otherSideOf } from './source.ts';

type Limits = { readonly most: number; readonly mostOfOne: number };
type Connection = { readonly socket: Socket; readonly source: string; isTrusted: boolean };

export type Connections = ReturnType<typeof createConnections>;

/**
 * A new connection is always taken. If its source then has too many, the oldest of that source makes room; if all together are too many, the oldest of the source
 * that has the most. Invariant: one that has carried a request of an authorised browser never has to make room.
 */
export function createConnections({ most, mostOfOne }: Limits) {
  /** By address and port of the other side, the oldest first. */
  const open = new Map<string, Connection>();

  return {
    add(socket: Socket): void {
      const source = otherSideOf(socket);
      const name = nameOf(socket);
      open.set(name, { socket, source, isTrusted: false });
      socket.once('close', () => {
        if (open.get(name)?.socket === socket) open.delete(name);
      });
      const ofSource = [...open.values()].filter((each) => each.source === source).length;
      if (ofSource > mostOfOne) drop(source);
      else if (open.size > most) drop([...strangers()].reduce((heaviest, each) => (each[1] > heaviest[1] ? each : heaviest))[0]);
    },

    /** An authorised browser has used it. Over TLS the request has another socket, with the same address and port. */
    trust(socket: Pick<Socket, 'remoteAddress' | 'remotePort'>): void {
      const connection = open.get(nameOf(socket));
      if (connection) connection.isTrusted = true;
    },
  };

  /** How many each source has. There is always one: the new one. */
  function strangers(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { source, isTrusted } of open.values()) if (!isTrusted) counts.set(source, (counts.get(source) ?? 0) + 1);
    return counts;
  }

  function drop(from: string): void {
    for (const [name, { socket, source, isTrusted }] of open) {
      if (source !== from || isTrusted) continue;
      open.delete(name);
      socket.destroy();
      return;
    }
  }
}

const nameOf = ({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string => `${remoteAddress} ${remotePort}`;
