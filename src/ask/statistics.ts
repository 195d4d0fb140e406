// Figures about many asks: how many, of what kind, who decided them, how long agents waited, and what became of the decisions.
import { isOpen } from './lifecycle.ts';
import type { AskKind } from './schema/ask.ts';
import type { Answerer } from './schema/decision.ts';
import type { AskView, State } from './schema/history.ts';
import type { Category } from './schema/route.ts';
import type { AnswererFigures, Statistics } from './schema/statistics.ts';

type Named = Pick<Answerer, 'kind' | 'name'>;

/** What counts of an ask, in as little memory as possible: there may be hundreds of thousands. */
export type Counted = {
  readonly createdAt: number;
  readonly day: string;
  readonly project: string;
  readonly kind: AskKind;
  readonly state: State;
  readonly by: Named | undefined;
  readonly decidedAt: number | undefined;
  readonly isOverruled: boolean;
  /** What the answering agent said the question is about. */
  readonly category: Category | undefined;
  /** While it was the turn of people, if it was; without an end if it still is. */
  readonly waitedFrom: number | undefined;
  readonly waitedUntil: number | undefined;
};

const A_DAY = 86_400_000;
const IS_WORK: Readonly<Record<AskKind, boolean>> = { question: true, permission: true, plan: true, idle: false };

/** What was made before, because most asks have the same. Texts come from strangers, so nothing else is kept among them. */
export type Shared = { readonly texts: Map<string, string>; readonly answerers: Map<string, Named> };
export const nothingShared = (): Shared => ({ texts: new Map(), answerers: new Map() });

/** `peopleSince`: since when it is the turn of people; undefined if it never was. */
export function counted(view: AskView, peopleSince: number | undefined, { texts, answerers }: Shared = nothingShared()): Counted {
  const { createdAt, decision, kind, project, state } = view;
  const shared = (text: string): string => found(texts, text, () => text);
  const by = decision && { kind: decision.by.kind, name: decision.by.name };
  return {
    createdAt,
    day: shared(dayOf(createdAt)),
    project: shared(project.split('/').findLast(Boolean) ?? project),
    kind,
    state: shared(state) as State,
    by: by && found(answerers, `${by.kind} ${by.name}`, () => by),
    decidedAt: decision?.at,
    isOverruled: decision !== undefined && view.overruled !== undefined,
    category: by?.kind === 'agent' ? view.route?.category : undefined,
    waitedFrom: IS_WORK[kind] ? peopleSince : undefined,
    waitedUntil: decision?.at ?? (isOpen(view) ? undefined : view.updatedAt),
  };
}

/** The figures so far. They can be read at any time, and for open asks they depend on when. */
export class Tally {
  #asks = 0;
  readonly #days = new Map<string, { asks: number; waitedMs: number; readonly kinds: Map<string, number>; readonly waiting: number[] }>();
  readonly #projects = new Map<string, number>();
  readonly #states = new Map<string, number>();
  readonly #answerers = new Map<
    string,
    Named & { waits: number[]; states: Map<string, number>; categories: Map<string, number>; overruled: number }
  >();
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  add({ createdAt, day, project, kind, state, by, decidedAt, isOverruled, category, waitedFrom, waitedUntil }: Counted): void {
    this.#asks += 1;
    this.#first = Math.min(this.#first, createdAt);
    this.#last = Math.max(this.#last, createdAt);
    const that = found(this.#days, day, () => ({ asks: 0, waitedMs: 0, kinds: new Map(), waiting: [] }));
    that.asks += 1;
    if (waitedFrom !== undefined && waitedUntil === undefined) that.waiting.push(waitedFrom);
    else if (waitedFrom !== undefined && waitedUntil !== undefined) that.waitedMs += Math.max(0, waitedUntil - waitedFrom);
    count(that.kinds, kind);
    count(this.#projects, project);
    count(this.#states, state);
    if (!by || decidedAt === undefined) return;
    const answerer = found(this.#answerers, `${by.kind} ${by.name}`, () => ({
      ...by,
      waits: [],
      states: new Map(),
      categories: new Map(),
      overruled: 0,
    }));
    answerer.waits.push(decidedAt - createdAt);
    count(answerer.states, state);
    if (isOverruled) answerer.overruled += 1;
    if (category !== undefined) count(answerer.categories, category);
  }

  figures(now: number): Statistics {
    const answerers = [...this.#answerers];
    const waits = sorted(answerers.map(([, { waits }]) => waits));
    const perDay = everyDay(this.#first, this.#last).map((day) => {
      const { asks = 0, waitedMs = 0, kinds = new Map(), waiting = [] } = this.#days.get(day) ?? {};
      const stillMs = waiting.reduce((sum, since) => sum + Math.max(0, now - since), 0);
      return { day, asks, kinds: ordered(kinds), waitedForPeopleMs: waitedMs + stillMs };
    });
    const kinds = new Map<string, number>();
    for (const each of this.#days.values()) for (const [name, n] of each.kinds) count(kinds, name, n);
    return {
      asks: this.#asks,
      perDay,
      projects: ordered(this.#projects),
      kinds: ordered(kinds),
      decidedBy: ordered(new Map(answerers.map(([name, { waits }]) => [name, waits.length]))),
      states: ordered(this.#states),
      medianWaitMs: part(waits, 0.5) ?? null,
      answerers: answerers.map(([, each]) => figuresOf(each)).sort((a, b) => b.decided - a.decided || a.name.localeCompare(b.name)),
      waitedForPeopleMs: perDay.reduce((sum, { waitedForPeopleMs }) => sum + waitedForPeopleMs, 0),
    };
  }
}

/** In the time zone of whoever computes it: 2026-11-16. */
export function dayOf(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}

/** All days from the one to the other, in the time zone of whoever computes it. */
export function everyDay(first: number, last: number): readonly string[] {
  if (first > last) return [];
  const all = Array.from({ length: Math.ceil((last - first) / A_DAY) + 1 }, (_, i) => dayOf(first + i * A_DAY));
  // A day that the clocks change has 23 or 25 hours.
  return [...new Set([...all, dayOf(last)])].filter((day) => day <= dayOf(last));
}

type Answered = Named & {
  readonly waits: readonly number[];
  readonly states: ReadonlyMap<string, number>;
  readonly categories: ReadonlyMap<string, number>;
  readonly overruled: number;
};

function figuresOf({ kind, name, waits, states, categories, overruled }: Answered): AnswererFigures {
  const all = sorted([waits]);
  const ended = (state: State) => states.get(state) ?? 0;
  return {
    kind,
    name,
    decided: waits.length,
    medianMs: part(all, 0.5) ?? 0,
    p90Ms: part(all, 0.9) ?? 0,
    verified: ended('verified'),
    mismatched: ended('mismatched'),
    unconfirmed: ended('unconfirmed'),
    undelivered: ended('undelivered'),
    overruled,
    categories: ordered(categories),
  };
}

// A name comes from an agent, and must not be a property of every object: so maps.
const ordered = (counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> =>
  Object.fromEntries([...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)));

function count(counts: Map<string, number>, name: string, n = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + n);
}

function found<T>(all: Map<string, T>, name: string, make: () => T): T {
  const known = all.get(name) ?? make();
  all.set(name, known);
  return known;
}

/** Typed arrays are sorted natively: a hundred thousand in a few milliseconds. */
const sorted = (all: readonly (readonly number[])[]): Float64Array => Float64Array.from(all.flat()).sort();
const part = (all: Float64Array, share: number): number | undefined => all[Math.min(all.length - 1, Math.floor(all.length * share))];
