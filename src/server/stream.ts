// The event stream: each event is encoded once, with the ask or session that it led to, and the same buffer is written to every connection.
import type { ServerResponse } from 'node:http';
import type { JournalEvent, StreamedEvent } from '../ask/schema/history.ts';
import type { Journal } from '../journal/journal.ts';
import { nextSlice, SLICE_BYTES } from '../system/slices.ts';

/** At most, read in one turn. */
const PAGE = 100;
const HEARTBEAT_MS = 15_000;
/** A listener that is this far behind is disconnected; it can reconnect with Last-Event-ID and catch up from disk. */
const MOST_UNREAD_BYTES = 8 * 1024 * 1024;

/** Invariant: each listener gets every event after its `cursor` once, in order: from the journal until it is `live`, then from commits. */
type Listener = { readonly response: ServerResponse; readonly ask: string | undefined; cursor: number; live: boolean };

export class EventStream {
  readonly #journal: Journal;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Set<Listener>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #unsubscribe: () => void;
  /** The last event that was committed. */
  #last = 0;
  #isWriting = false;
  /** How much was written in this turn of the event loop. */
  #bytes = 0;

  constructor(journal: Journal, onError: (error: unknown) => void) {
    this.#journal = journal;
    this.#onError = onError;
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

  // ── whoever is behind ────────────────────────────────────────────────────────────────────────────────────────────

  async #catchUp(listener: Listener): Promise<void> {
    if (listener.ask !== undefined) return this.#catchUpWithAsk(listener, listener.ask);
    for (; this.#listeners.has(listener); await nextSlice()) {
      const events = await this.#journal.since(listener.cursor, PAGE);
      await this.#writeOld(listener, events);
      if (events.length === 0 && this.#last <= listener.cursor) {
        listener.live = true;
        return;
      }
    }
  }

  /** The events of one ask are found without reading past all others. */
  async #catchUpWithAsk(listener: Listener, ask: string): Promise<void> {
    for (let last = -1; last !== this.#last; ) {
      last = this.#last;
      await this.#writeOld(listener, await this.#journal.history(ask));
    }
    listener.live = true;
  }

  async #writeOld(listener: Listener, events: readonly JournalEvent[]): Promise<void> {
    let [bytes, flowing] = [0, true];
    for (const event of events) {
      if (event.seq <= listener.cursor || !this.#listeners.has(listener)) continue;
      if (bytes > SLICE_BYTES) {
        if (!flowing) await drained(listener.response);
        await nextSlice();
        bytes = 0;
      }
      const streamed = await this.#withView(event);
      listener.cursor = event.seq;
      if (!streamed) continue;
      const encoded = encode(streamed);
      flowing = listener.response.write(encoded);
      bytes += encoded.length;
    }
    if (!flowing) await drained(listener.response);
  }

  /** With the ask or session as it is now. Events of one that is damaged are left out. */
  async #withView(event: JournalEvent): Promise<StreamedEvent | undefined> {
    try {
      if ('ask' in event) {
        const view = await this.#journal.get(event.ask);
        return view && { ...event, view };
      }
      if (!('session' in event) || event.happening.kind === 'prompt') return event;
      return { ...event, view: await this.#journal.session(event.session) };
    } catch (error) {
      this.#onError(error);
      return undefined;
    }
  }

  // ── whoever is live ──────────────────────────────────────────────────────────────────────────────────────────────

  #publish(event: StreamedEvent): void {
    this.#last = event.seq;
    if (this.#isWriting || this.#listeners.size === 0) return;
    this.#isWriting = true;
    this.#writeToAll(event).catch((error) => this.#letAllGo(error));
  }

  /** A small event at once, a thousand copies of a large ask in slices. What is committed meanwhile is read from the journal. */
  async #writeToAll(first: StreamedEvent): Promise<void> {
    let events: readonly JournalEvent[] = [first];
    for (let [last, head] = [0, first.seq]; ; events = await this.#journal.since(last, PAGE)) {
      for (const event of events) {
        const streamed = event === first ? first : await this.#withView(event);
        if (!streamed) continue;
        let encoded: Buffer | undefined;
        for (const listener of this.#listeners) {
          if (!listener.live || event.seq <= listener.cursor || !concerns(event, listener)) continue;
          listener.cursor = event.seq;
          encoded ??= encode(streamed);
          listener.response.write(encoded);
          if (listener.response.writableLength > MOST_UNREAD_BYTES) listener.response.destroy();
          if (this.#bytes === 0)
            setImmediate(() => {
              this.#bytes = 0;
            });
          this.#bytes += encoded.length;
          if (this.#bytes > SLICE_BYTES) await nextSlice();
        }
      }
      // If nothing could be read up to the head, it is damaged.
      last = events.at(-1)?.seq ?? head;
      head = this.#last;
      if (last >= head) break;
    }
    this.#isWriting = false;
  }

  /** They come back, and catch up. */
  #letAllGo(error: unknown): void {
    this.#isWriting = false;
    this.#onError(error);
    for (const { response } of this.#listeners) response.destroy();
  }

  #beat(): void {
    for (const { response, live } of this.#listeners) if (live) response.write(': still here\n\n');
  }
}

const concerns = (event: JournalEvent, { ask }: Listener): boolean => ask === undefined || ('ask' in event && event.ask === ask);

/** JSON has no raw line breaks, so one data line is always enough. */
function encode(event: StreamedEvent): Buffer {
  return Buffer.from(`id: ${event.seq}\nevent: ${event.happening.kind}\ndata: ${JSON.stringify(withoutRaw(event))}\n\n`);
}

/** The raw payload and the brief stay in the journal: they may be large, and no listener needs them. */
function withoutRaw(event: StreamedEvent): StreamedEvent {
  if (event.happening.kind !== 'asked' && event.happening.kind !== 'considered') return event;
  const { raw: _, brief: __, ...happening } = event.happening as { raw?: unknown; brief?: unknown };
  return { ...event, happening } as StreamedEvent;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
    if (response.destroyed) go();
  });
}
