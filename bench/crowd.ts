// Many who listen to the events, each on a connection of its own, as light as can be so that the broker is what is measured.
import { connect, type Socket } from 'node:net';

export type Crowd = {
  /** Resolves when everyone has received this text. To be called before it is sent. */
  everyoneHears(text: string): Promise<void>;
  leave(): void;
};

export async function gather(socketPath: string, path: string, size: number): Promise<Crowd> {
  let wanted = Buffer.from(': listening');
  let missing = size;
  let all = () => {};
  const hear = () => {
    missing -= 1;
    if (missing === 0) all();
  };
  const everyone = () =>
    new Promise<void>((resolve) => {
      missing = size;
      all = resolve;
    });
  const arrived = everyone();
  const sockets = Array.from({ length: size }, () => join(socketPath, path, () => wanted, hear));
  await arrived;
  return {
    everyoneHears(text) {
      wanted = Buffer.from(text);
      return everyone();
    },
    leave: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Looks for the text in the last piece and the end of the one before, since it may be cut anywhere. */
function join(socketPath: string, path: string, wanted: () => Buffer, hear: () => void): Socket {
  let end = Buffer.alloc(0);
  let heard: Buffer | undefined;
  const socket = connect(socketPath);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: answerback\r\n\r\n`);
  socket.on('data', (chunk) => {
    const text = wanted();
    if (heard === text) return;
    const piece = Buffer.concat([end, chunk]);
    end = Buffer.from(piece.subarray(-text.length));
    if (!piece.includes(text)) return;
    heard = text;
    hear();
  });
  return socket;
}
