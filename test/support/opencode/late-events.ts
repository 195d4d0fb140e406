// A way from our plugin to a broker on which the events of opencode can be held back for a while. Everything else passes at once.
import { mkdtempSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../remove-folder.ts';

export interface LateEvents {
  /** For the plugin, in place of the broker's own. */
  readonly socket: string;
  hold(): void;
  /** Sends what was held back, in order. */
  release(): void;
  stop(): Promise<void>;
}

export async function startLateEvents(broker: string): Promise<LateEvents> {
  const folder = mkdtempSync(join(tmpdir(), 'late-'));
  const socket = join(folder, 'broker.sock');
  let isHeld = false;
  const held: (() => void)[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method, headers, url: path } = incoming;
    const pass = () => {
      const outgoing = request({ socketPath: broker, method, headers, path }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.once('error', () => response.destroy());
        answer.pipe(response);
      });
      outgoing.once('error', () => response.destroy());
      response.once('close', () => outgoing.destroy());
      outgoing.end(body);
    };
    if (isHeld && (JSON.parse(body.toString()) as { kind?: unknown }).kind === 'events') held.push(pass);
    else pass();
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return {
    socket,
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const pass of held.splice(0)) pass();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await removeFolder(folder);
    },
  };
}
