// Keeps an inbox up to date: reads everything at the start and after every lost connection, then follows the events. It never gives up.
// The same for the terminal and the web page, so nothing in it needs Node.

import { isPending, PENDING } from '../../ask/lifecycle.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import type { Answerer, Verdict } from '../../ask/schema/decision.ts';
import type { AskView, StreamedEvent } from '../../ask/schema/history.ts';
import { verdictInputOf } from '../../ask/verdict.ts';
import type { ListQuery } from '../../client/client.ts';
import { Refused, Unavailable } from '../../client/errors.ts';
import { newKey } from '../../client/key.ts';
import type { AskPage } from '../../contract/types.ts';
import type { Key } from '../key.ts';
import { eventWords } from '../words/words.ts';
import { asPressed, type Effect, type Painted, type Pressed, press } from './press.ts';
import { openedAsk } from './press-list.ts';
import { arrived, receive, type Update } from './receive.ts';
import type { Source } from './source.ts';
import { EMPTY, type Inbox, type Notice } from './state.ts';

/** The part of a client that an inbox needs. */

type FeedOptions = {
  readonly source: Source;
  readonly by: Answerer;
  /** Encrypts the secrets in a verdict for the asker. */
  readonly sealed: (ask: Pick<Ask, 'questions'>, verdict: Verdict) => Promise<Verdict>;
  readonly now: () => number;
  /** Resolves after a while, or when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called with asks that were not there before. */
  readonly onArrival?: ((asks: readonly AskView[]) => void) | undefined;
};

const FIRST_PAGE = 40;
const PAGE = 500;
const HISTORY_PAGE = 100;
const TRY_AGAIN_MS = 1_000;

type Cursors = { readonly log?: number | undefined; readonly ended?: number | undefined };

/** Invariant: events that arrive while everything is being read are applied afterwards, so that no older page overwrites them. */
export class Feed {
  readonly #options: FeedOptions;
  readonly #listeners = new Set<() => void>();
  readonly #over = new AbortController();
  #inbox: Inbox = EMPTY;
  #after: number | undefined;
  /** How many events of sessions and pauses were heard. */
  #changes = 0;
  #load: AbortController | undefined;
  #meanwhile: Update[] = [];
  #cursors: Cursors = {};
  #fetchingOlder = false;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  readonly inbox = (): Inbox => this.#inbox;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is wrong with the configuration; nothing, if it is valid. */
  warn(problems: readonly string[]): void {
    this.#receive({ kind: 'problems', problems });
  }

  close(): void {
    this.#over.abort();
    this.#load?.abort();
  }

  /** Follows the broker as long as the feed is open. */
  async follow(): Promise<void> {
    const { source, now, pause } = this.#options;
    const { signal } = this.#over;
    // Nothing else is asked before there is something to see: it would delay the first screen.
    await this.#quietly(() => this.#readFirst());
    while (!signal.aborted) {
      let reason: string | undefined;
      try {
        for await (const item of source.events({ after: this.#after, signal })) {
          if (signal.aborted) return;
          if (item.kind === 'connected') void this.#readAll();
          else if (item.kind === 'event') this.#hear(item.event);
          else this.#receive({ kind: 'lost', at: now(), reason: item.reason });
        }
      } catch (error) {
        if (signal.aborted) return;
        reason = reasonOf(error);
      }
      if (signal.aborted) return;
      this.#receive({ kind: 'lost', at: now(), reason });
      await pause(TRY_AGAIN_MS, signal);
    }
  }

  /** Carries out the effects of a key, except for quitting, redrawing and going to a pane, which are returned to the caller. */
  press(key: Key, painted?: Painted): readonly Effect[] {
    return this.act((inbox) => press(inbox, key, painted));
  }

  /** The same for a click or a tap: whatever changes the state without a key. */
  act(action: (inbox: Inbox) => Pressed): readonly Effect[] {
    const before = this.#inbox;
    const { inbox, effects } = action(before);
    this.#become(inbox);
    if (inbox.tab === 'sessions' && before.tab !== 'sessions') void this.#quietly(() => this.#readSessions());
    for (const effect of effects) this.#do(effect);
    return effects.filter(({ kind }) => kind === 'quit' || kind === 'redraw' || kind === 'go');
  }

  /** Opens an ask by its id, listed or not. */
  async open(id: string): Promise<void> {
    const { asks, history } = this.#inbox;
    const view = [...asks, ...history].find((each) => each.id === id) ?? (await this.#options.source.show(id));
    this.act((inbox) => asPressed(openedAsk(inbox, view)));
  }

  /** Shows it below the list until the next key. */
  notice(notice: Notice): void {
    this.#receive({ kind: 'notice', notice });
  }

  // ── reading everything ───────────────────────────────────────────────────────────────────────────────────────────

  async #readAll(): Promise<void> {
    const { now, pause } = this.#options;
    this.#load?.abort();
    const load = new AbortController();
    this.#load = load;
    while (!load.signal.aborted) {
      try {
        await this.#readAsks(load.signal);
        if (load.signal.aborted) return;
        this.#load = undefined;
        this.#receive({ kind: 'live' });
        for (const update of this.#meanwhile.splice(0)) this.#receive(update);
        await Promise.all([this.#readHistory(), this.#readSessions(), this.#readPauses()]);
        const { opened } = this.#inbox;
        if (opened) void this.#quietly(async () => this.#receive({ kind: 'ask', view: await this.#options.source.show(opened.view.id) }));
        if (opened && !opened.context) this.#do({ kind: 'look', view: opened.view });
        return;
      } catch (error) {
        if (load.signal.aborted) return;
        this.#receive({ kind: 'lost', at: now(), reason: reasonOf(error) });
        await pause(TRY_AGAIN_MS, load.signal);
      }
    }
  }

  /** A small page, so that there is something to see. Everything is read again once the events are followed. */
  async #readFirst(): Promise<void> {
    const { asks } = await this.#options.source.list({ state: [...PENDING], limit: FIRST_PAGE });
    if (!this.#inbox.read.asks && !this.#over.signal.aborted) this.#apply({ kind: 'asks', asks });
  }

  /** Applied all at once, so that the list does not shrink for a moment. */
  async #readAsks(signal: AbortSignal): Promise<void> {
    const asks: AskView[] = [];
    let cursor: number | undefined;
    do {
      const page = await this.#options.source.list({ state: [...PENDING], limit: PAGE, cursor });
      if (signal.aborted) return;
      asks.push(...page.asks);
      cursor = page.next;
    } while (cursor !== undefined);
    this.#apply({ kind: 'asks', asks });
  }

  /** The latest, or with `cursors` those before them. */
  async #readHistory(cursors?: Cursors): Promise<void> {
    const { source } = this.#options;
    const none = { asks: [] as readonly AskView[], next: undefined };
    const page = (read: (query: ListQuery) => Promise<AskPage>, cursor: number | undefined, query: ListQuery = {}) =>
      cursors && cursor === undefined ? none : read({ ...query, limit: HISTORY_PAGE, cursor });
    const [log, ended] = await Promise.all([
      page((query) => source.log(query), cursors?.log),
      page((query) => source.list(query), cursors?.ended, { state: ['withdrawn', 'expired'] }),
    ]);
    this.#cursors = { log: log.next, ended: ended.next };
    const older = log.next !== undefined || ended.next !== undefined;
    this.#receive({ kind: 'history', asks: [...log.asks, ...ended.asks], older });
  }

  /** All running sessions must be included, however many have ended since. */
  async #readSessions(): Promise<void> {
    const { source } = this.#options;
    await this.#untilCurrent(async () => {
      const [running, all] = await Promise.all([source.sessions(), source.sessions(true)]);
      const known = new Set(running.map(({ id }) => id));
      this.#receive({ kind: 'sessions', sessions: [...running, ...all.filter(({ id }) => !known.has(id))] });
    });
  }

  async #readPauses(): Promise<void> {
    await this.#untilCurrent(async () => this.#receive({ kind: 'pauses', pauses: await this.#options.source.pauses() }));
  }

  /** Reads again if a session or a pause changed in the meantime: the reply may be older than the event. */
  async #untilCurrent(read: () => Promise<void>): Promise<void> {
    let before: number;
    do {
      before = this.#changes;
      await read();
    } while (this.#changes !== before && !this.#over.signal.aborted);
  }

  // ── events ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  #hear(event: StreamedEvent): void {
    this.#after = event.seq;
    if ('ask' in event) return this.#receive({ kind: 'ask', view: event.view });
    this.#changes += 1;
    if (!('session' in event)) this.#receive({ kind: 'pauses', pauses: event.happening.pauses.filter(({ mutes }) => !mutes) });
    else if (event.view) this.#receive({ kind: 'session', session: event.view });
  }

  #do(effect: Effect): void {
    const { source } = this.#options;
    switch (effect.kind) {
      case 'look':
        return void this.#quietly(() => this.#look(effect.view));
      case 'older':
        return void this.#quietly(async () => {
          if (this.#fetchingOlder) return;
          this.#fetchingOlder = true;
          await this.#readHistory(this.#cursors).finally(() => {
            this.#fetchingOlder = false;
          });
        });
      case 'decide': {
        // Because of the key, a retry across a broker restart is the same decision.
        const signed = { by: this.#options.by, key: newKey() };
        // It may have just left the list, and a secret must be sealed all the same.
        const known = this.#inbox.asks.find(({ id }) => id === effect.ask);
        const asked = known ? Promise.resolve(known) : source.show(effect.ask);
        const sealed = asked.then((ask) => this.#options.sealed(ask, effect.verdict));
        return void sealed
          .then((verdict) => source.decide(effect.ask, verdictInputOf(verdict), signed))
          .then(
            (view) => this.#receive({ kind: 'decided', view }),
            (error) => this.#refused(effect.ask, error),
          );
      }
      case 'go':
      case 'quit':
      case 'redraw':
        return;
    }
  }

  async #look(view: AskView): Promise<void> {
    const { source } = this.#options;
    if (!isPending(view)) {
      const events = await source.history(view.id);
      return this.#receive({
        kind: 'story',
        ask: view.id,
        story: events.map(({ at, actor, happening }) => ({ at, actor, what: eventWords(happening) })),
      });
    }
    const [precedents, idle] = await Promise.all([
      source.precedents(view.id),
      source.list({ session: view.session, kind: ['idle'], limit: 1 }),
    ]);
    const detail = idle.asks[0]?.detail;
    this.#receive({
      kind: 'context',
      ask: view.id,
      context: { precedents, lastWords: detail?.kind === 'idle' ? detail.lastMessage : undefined },
    });
  }

  /** Somebody else was first: the ask itself says who, and what they decided. */
  #refused(ask: string, error: unknown): void {
    const view = error instanceof Refused && error.code === 'taken' ? error.details.ask : undefined;
    if (view) this.#receive({ kind: 'ask', view });
    else this.#receive({ kind: 'refused', ask, message: reasonOf(error) });
  }

  #receive(update: Update): void {
    if (this.#load && update.kind !== 'lost') this.#meanwhile.push(update);
    else this.#apply(update);
  }

  #apply(update: Update): void {
    const before = this.#inbox;
    const after = receive(before, update);
    this.#become(after);
    const asks = arrived(before, after);
    if (asks.length > 0) this.#options.onArrival?.(asks);
    const { opened } = after;
    if (opened && before.opened?.dialog && !opened.dialog) this.#do({ kind: 'look', view: opened.view });
  }

  #become(inbox: Inbox): void {
    if (inbox === this.#inbox) return;
    this.#inbox = inbox;
    for (const listener of [...this.#listeners]) listener();
  }

  /** These reads may fail: everything is read again after a lost connection. Unexpected errors are still thrown. */
  async #quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#over.signal.aborted && !isExpected(error)) throw error;
    }
  }
}

const isExpected = (error: unknown): boolean =>
  error instanceof Refused ||
  error instanceof Unavailable ||
  (error as Error)?.name === 'ConnectionLost' ||
  (error as Error)?.name === 'AbortError';

const reasonOf = (error: unknown): string => {
  if (!isExpected(error)) throw error;
  return (error as Error).message;
};
