// Many event stream listeners, each on its own connection, as light as possible so that only the broker is measured.
import { connect, type Socket } from 'node:net';

export type Crowd = {
  /** Resolves when everyone has received this text. Call it before the text is sent. */
  everyoneHears(text: string): Promise<void>;
  leave(): void;
};

/** A unix socket refuses connections while 511 others wait to be accepted. */
const AT_ONCE = 100;
const FIRST_WORDS = ': listening';

export async function gather(socketPath: string, path: string, size: number): Promise<Crowd> {
  const members: Member[] = [];
  while (members.length < size) {
    const more = Array.from({ length: Math.min(AT_ONCE, size - members.length) }, () => join(socketPath, path));
    members.push(...more);
    await Promise.all(more.map((member) => member.hears(FIRST_WORDS)));
  }
  return {
    async everyoneHears(text) {
      await Promise.all(members.map((member) => member.hears(text)));
    },
    leave() {
      for (const { socket } of members) socket.destroy();
    },
  };
}

type Member = { readonly socket: Socket; hears(text: string): Promise<void> };

function join(socketPath: string, path: string): Member {
  const socket = connect(socketPath);
  let wanted: { readonly text: Buffer; readonly heard: () => void; readonly failed: (error: Error) => void } | undefined;
  let end = Buffer.alloc(0);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: answerback\r\n\r\n`);
  socket.on('error', (error) => wanted?.failed(error));
  socket.on('close', () => wanted?.failed(new Error('a listener was disconnected')));
  socket.on('data', (chunk) => {
    if (!wanted) return;
    // Chunks may be split anywhere, so the search includes the end of the previous one.
    const piece = Buffer.concat([end, chunk]);
    end = Buffer.from(piece.subarray(-wanted.text.length));
    if (!piece.includes(wanted.text)) return;
    wanted.heard();
    wanted = undefined;
  });
  return {
    socket,
    hears: (text) =>
      new Promise((heard, failed) => {
        wanted = { text: Buffer.from(text), heard, failed };
      }),
  };
}
