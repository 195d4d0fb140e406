// The event stream: each event is encoded once, and the same buffer is written to every connection.
import type { ServerResponse } from 'node:http';
import type { Journal } from '../decide/journal.ts';
import type { JournalEvent } from '../question/words.generated.ts';

const CATCH_UP_PAGE = 500;
const HEARTBEAT_MS = 15_000;
/** A listener that is this far behind is disconnected; it can reconnect with Last-Event-ID and catch up from disk. */
const MOST_UNREAD_BYTES = 8 * 1024 * 1024;

/** Invariant: each listener gets every event after its `cursor` once, in order: from the journal until it is `live`, then from commits. */
type Listener = { readonly response: ServerResponse; readonly ask: string | undefined; cursor: number; live: boolean };

export class EventStream {
  readonly #journal: Journal;
  readonly #listeners = new Set<Listener>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #unsubscribe: () => void;
  #last = 0;

  constructor(journal: Journal) {
    this.#journal = journal;
    this.#unsubscribe = journal.onCommit((event) => this.#publish(event));
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** Takes over the response. `after`: the last event the listener has; undefined for "from now on". */
  async add(response: ServerResponse, after: number | undefined, ask: string | undefined): Promise<void> {
    const head = await this.#journal.head();
    // A number beyond the end comes from another journal, so the listener gets everything.
    const cursor = after === undefined ? head : after > head ? 0 : after;
    const listener: Listener = { response, ask, cursor, live: false };
    this.#listeners.add(listener);
    const forget = () => this.#listeners.delete(listener);
    response.on('close', forget).on('error', forget);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    response.write(': listening\n\n');
    await this.#catchUp(listener);
  }

  close(): void {
    clearInterval(this.#heartbeat);
    this.#unsubscribe();
    for (const { response } of this.#listeners) response.end();
    this.#listeners.clear();
  }

  async #catchUp(listener: Listener): Promise<void> {
    while (this.#listeners.has(listener)) {
      const events = await this.#journal.since(listener.cursor, CATCH_UP_PAGE);
      let flowing = true;
      for (const event of events) flowing = write(listener, event, encode(event));
      if (!flowing) await drained(listener.response);
      if (events.length < CATCH_UP_PAGE && this.#last <= listener.cursor) {
        listener.live = true;
        return;
      }
    }
  }

  #publish(event: JournalEvent): void {
    this.#last = event.seq;
    let encoded: Buffer | undefined;
    for (const listener of this.#listeners) {
      if (!listener.live) continue;
      encoded ??= encode(event);
      write(listener, event, encoded);
      if (listener.response.writableLength > MOST_UNREAD_BYTES) listener.response.destroy();
    }
  }

  #beat(): void {
    for (const { response, live } of this.#listeners) if (live) response.write(': still here\n\n');
  }
}

function write(listener: Listener, event: JournalEvent, encoded: Buffer): boolean {
  if (event.seq <= listener.cursor) return true;
  listener.cursor = event.seq;
  if (listener.ask !== undefined && !('ask' in event && event.ask === listener.ask)) return true;
  return listener.response.write(encoded);
}

/** JSON has no raw line breaks, so one data line is always enough. */
function encode(event: JournalEvent): Buffer {
  return Buffer.from(`id: ${event.seq}\nevent: ${event.happening.kind}\ndata: ${JSON.stringify(withoutRaw(event))}\n\n`);
}

/** The raw payload and the brief stay in the journal: they may be large, and no listener needs them. */
function withoutRaw(event: JournalEvent): JournalEvent {
  if (event.happening.kind !== 'asked' && event.happening.kind !== 'considered') return event;
  const { raw: _, brief: __, ...happening } = event.happening as { raw?: unknown; brief?: unknown };
  return { ...event, happening } as JournalEvent;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve).once('close', resolve);
  });
}
