// The thread of apart.ts: runs one statement on a connection of its own, and sends its rows or what went wrong.
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

const { engine, path, sql, values } = workerData;
// node:sqlite warns on first use that it is experimental.
process.emitWarning = () => {};
const Database = engine === 'libsql' ? createRequire(import.meta.url)('libsql') : process.getBuiltinModule('node:sqlite').DatabaseSync;
try {
  const database = new Database(path);
  database.exec('PRAGMA busy_timeout = 2000');
  parentPort.postMessage({
    rows: database
      .prepare(sql)
      .all(...values)
      .map((row) => ({ ...row })),
  });
  database.close();
} catch (error) {
  // Its fields get lost on the way if it is an Error.
  const { message, code, errcode } = error;
  parentPort.postMessage({ error: { message, code, errcode } });
}
