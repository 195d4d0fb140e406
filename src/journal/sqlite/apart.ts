// SQL that takes as long as the whole file takes to read, such as a copy or a check of it: in a thread of its own, with a connection of its own.
import { Worker } from 'node:worker_threads';
import { type EngineName, failure, type Row } from './engine.ts';

type Answer = { readonly rows: readonly Row[] } | { readonly error: { readonly message: string } };

/** It reads the file as it is now; whoever writes meanwhile does not wait. */
export class Apart {
  readonly #engine: EngineName;
  readonly #path: string;
  readonly #running = new Set<Worker>();

  constructor(engine: EngineName, path: string) {
    this.#engine = engine;
    this.#path = path;
  }

  all(sql: string, ...values: string[]): Promise<readonly Row[]> {
    const workerData = { engine: this.#engine, path: this.#path, sql, values };
    // Plain JavaScript: tests load it from here, and the build copies it beside the broker's bundle.
    const worker = new Worker(new URL('./apart-worker.mjs', import.meta.url), { workerData });
    this.#running.add(worker);
    return new Promise<readonly Row[]>((resolve, reject) => {
      worker.once('message', (answer: Answer) => {
        if ('rows' in answer) return resolve(answer.rows);
        return reject(failure(this.#path, Object.assign(new Error(answer.error.message), answer.error)));
      });
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the journal was closed')));
    }).finally(() => this.#running.delete(worker));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running].map((worker) => worker.terminate()));
  }
}
