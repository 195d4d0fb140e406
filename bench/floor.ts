// The floor: what this computer can do at best, with a bare HTTP server in another process and a bare table on the same disk.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Wire } from '../src/client/http.ts';
import { openEngine } from '../src/journal/sqlite/engine.ts';
import { undone } from './broker.ts';

export type Floor = {
  readonly socket: string;
  readonly pid: number;
  readonly wire: Wire;
  /** One round trip with a reply of this many bytes of JSON. */
  trip(bytes?: number): Promise<unknown>;
  /** One durable row as large as an ask. */
  insert(): void;
};

const ROW = JSON.stringify({ filler: 'x'.repeat(600) });

export async function withFloor<T>(work: (floor: Floor) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'ab-floor-'));
  const socket = join(folder, 'bare.sock');
  const server = fork(new URL('./bare-server.mjs', import.meta.url), [socket], { env: { ...process.env, NODE_OPTIONS: '' } });
  const table = openEngine(join(folder, 'bare.db'));
  const wire = new Wire(socket);
  return undone(
    () => {
      wire.close();
      table.close();
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
    async () => {
      await once(server, 'message');
      // The same settings as in src/journal/sqlite/journal.ts.
      table.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -8000');
      table.exec('CREATE TABLE bare (id INTEGER PRIMARY KEY, body TEXT NOT NULL)');
      const insert = table.prepare('INSERT INTO bare (body) VALUES (?)');
      return work({
        socket,
        pid: server.pid ?? 0,
        wire,
        trip: (bytes = 200) => wire.call({ method: 'GET', path: `/?bytes=${bytes}` }),
        insert: () => void insert.run(ROW),
      });
    },
  );
}

export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The SQLite engine that the broker uses, with its version. */
export function engineName(): string {
  const engine = openEngine(':memory:');
  const version = engine.prepare('SELECT sqlite_version() AS version').all()[0]?.version;
  engine.close();
  return `${engine.name} (SQLite ${version})`;
}
