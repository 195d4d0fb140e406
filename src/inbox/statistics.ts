// Figures about the asks of a range of time. They are read in slices and remembered, and after that only what changes is read again.

import { isSelfTest } from '../ask/precedent.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { Statistics } from '../ask/schema/statistics.ts';
import { type Counted, counted, nothingShared, Tally } from '../ask/statistics.ts';
import type { AskFilter, Journal } from '../journal/journal.ts';
import { nextSlice } from '../system/slices.ts';

type TimeRange = { readonly from: number; readonly to: number };

/** Asks that are read in one turn. */
const READ = 50;
/** Asks that are added up in one turn. */
const ADDED = 2_000;
/** For how many filters asks are remembered, and how many of each: 250 bytes per ask. */
const MOST_FILTERS = 4;
const MOST_REMEMBERED = 50_000;

export type StatisticsMaker = ReturnType<typeof createStatistics>;

export function createStatistics(journal: Journal) {
  /** By filter; the one used last is last. */
  const known = new Map<string, Counting>();
  /** Those, and what requests in progress use. */
  const alive = new Set<Counting>();
  const unsubscribe = journal.onCommit((event) => {
    if ('ask' in event) for (const counting of alive) counting.changed.add(event.ask);
    // Which asks are those of a session's name may be different now.
    else for (const [key, { filter }] of known) if (filter.sessionNamed !== undefined) drop(key);
  });

  function drop(key: string): void {
    const counting = known.get(key);
    known.delete(key);
    if (counting?.users === 0) alive.delete(counting);
  }

  return {
    /** As of the last event at the time when it resolves. */
    async of(filter: AskFilter, { from, to }: TimeRange, now: () => number, signal?: AbortSignal): Promise<Statistics> {
      const key = JSON.stringify(filter);
      const counting = known.get(key) ?? new Counting(journal, filter);
      known.delete(key);
      known.set(key, counting);
      alive.add(counting);
      counting.users += 1;
      if (known.size > MOST_FILTERS) drop(known.keys().next().value as string);
      try {
        // Everybody who waits for the same figures reads for all of them, in turns. If one of them leaves, the others continue.
        while (!counting.isRead(from)) {
          await nextSlice(signal);
          if (!counting.isRead(from)) await counting.read(from);
        }
        const sum = counting.sum(from, to);
        for (; !sum.isComplete; await nextSlice(signal)) sum.addSome();
        return sum.tally.figures(now());
      } finally {
        counting.users -= 1;
        if (counting.size > MOST_REMEMBERED && known.get(key) === counting) drop(key);
        if (counting.users === 0 && known.get(key) !== counting) alive.delete(counting);
      }
    },
    /** Asks were removed, which no event tells. */
    startOver(): void {
      for (const key of [...known.keys()]) drop(key);
    },
    stop: unsubscribe,
  };
}

/** The asks that fit a filter, as far back as somebody wanted to know. */
class Counting {
  readonly filter: AskFilter;
  /** Asks with an event that was not read. */
  readonly changed = new Set<string>();
  users = 0;
  readonly #journal: Journal;
  readonly #asks = new Map<string, Counted>();
  readonly #shared = nothingShared();
  #cursor: number | undefined;
  /** Every ask from then on was read. */
  #since = Number.POSITIVE_INFINITY;
  #reading: Promise<void> | undefined;
  readonly #sums = new Map<string, Sum>();

  constructor(journal: Journal, filter: AskFilter) {
    this.#journal = journal;
    this.filter = filter;
  }

  get size(): number {
    return this.#asks.size;
  }

  isRead(from: number): boolean {
    return this.#reading === undefined && this.changed.size === 0 && this.#since < from;
  }

  /** One slice, which everybody shares who wants one meanwhile. */
  read(from: number): Promise<void> {
    this.#reading ??= (this.#since >= from ? this.#readOlder() : this.#readChanged()).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Call in the turn in which all is read: from then on it does not change. */
  sum(from: number, to: number): Sum {
    const key = `${from}-${to}`;
    const sum = this.#sums.get(key) ?? new Sum([...this.#asks.values()].filter(({ createdAt }) => createdAt >= from && createdAt < to));
    this.#sums.set(key, sum);
    if (this.#sums.size > MOST_FILTERS) this.#sums.delete(this.#sums.keys().next().value as string);
    return sum;
  }

  async #readOlder(): Promise<void> {
    const { items, next } = await this.#journal.list(this.filter, { limit: READ, cursor: this.#cursor });
    await this.#putAll(items);
    this.#cursor = next;
    this.#since = next === undefined ? Number.NEGATIVE_INFINITY : (items.at(-1)?.createdAt ?? this.#since);
  }

  async #readChanged(): Promise<void> {
    const ids = [...this.changed].slice(0, READ);
    for (const id of ids) this.changed.delete(id);
    try {
      const { items } = await this.#journal.list({ ...this.filter, ids }, { limit: READ });
      this.#sums.clear();
      for (const id of ids) this.#asks.delete(id);
      await this.#putAll(items);
    } catch (error) {
      for (const id of ids) this.changed.add(id);
      throw error;
    }
  }

  async #putAll(items: readonly AskView[]): Promise<void> {
    for (const view of items) {
      // With a route, its whole history is read, and that may be long.
      if (view.route) await nextSlice();
      await this.#put(view);
    }
  }

  async #put(view: AskView): Promise<void> {
    if (isSelfTest(view)) return;
    const since = await peopleSince(this.#journal, view);
    this.#asks.set(view.id, counted(view, since, this.#shared));
    this.#sums.clear();
  }
}

class Sum {
  readonly tally = new Tally();
  readonly #asks: readonly Counted[];
  #done = 0;

  constructor(asks: readonly Counted[]) {
    this.#asks = asks;
  }

  get isComplete(): boolean {
    return this.#done >= this.#asks.length;
  }

  addSome(): void {
    for (const ask of this.#asks.slice(this.#done, this.#done + ADDED)) this.tally.add(ask);
    this.#done += ADDED;
  }
}

/** Without a route, an ask is for people from the start. With one, from when it reached them. */
async function peopleSince(journal: Journal, view: AskView): Promise<number | undefined> {
  if (!view.route) return view.decision && view.decision.by.kind !== 'person' ? undefined : view.createdAt;
  const turn = (await journal.history(view.id)).find(
    ({ happening }) => happening.kind === 'considered' && happening.answerer.kind === 'people' && happening.outcome === 'asked',
  );
  return turn?.at;
}
