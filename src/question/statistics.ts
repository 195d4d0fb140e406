// Figures about many asks: how many, of what kind, who decided them, how long agents waited, and what became of the decisions.
import { category } from './category.ts';
import { isOpen } from './lifecycle.ts';
import type { AnswererFigures, AskKind, AskView, Day, State, Statistics } from './words.generated.ts';

/** An ask, and since when it is the turn of people. Undefined if it never was. */
export type Counted = { readonly view: AskView; readonly peopleSince: number | undefined };

const A_DAY = 86_400_000;

export function statisticsOf(asks: readonly Counted[], now: number): Statistics {
  const views = asks.map(({ view }) => view);
  const waits = sorted(views.flatMap(({ decision, createdAt }) => (decision ? [decision.at - createdAt] : [])));
  return {
    asks: asks.length,
    perDay: days(asks, now),
    projects: counts(views.map(({ project }) => project.split('/').findLast(Boolean) ?? project)),
    categories: counts(views.map(categoryOf)),
    decidedBy: counts(views.flatMap(({ decision }) => (decision ? [`${decision.by.kind} ${decision.by.name}`] : []))),
    states: counts(views.map(({ state }) => state)),
    medianWaitMs: part(waits, 0.5) ?? null,
    answerers: answerers(views),
    waitedForPeopleMs: sum(asks.map((each) => waited(each, now))),
  };
}

/** In the time zone of whoever computes it: 2026-11-16. */
export function dayOf(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}

const categoryOf = ({ kind, questions }: Pick<AskView, 'kind' | 'questions'>): string =>
  kind === 'question' && questions[0] ? category(questions[0]) : kind;

function days(asks: readonly Counted[], now: number): readonly Day[] {
  const found = new Map<string, Counted[]>();
  for (const each of asks) {
    const day = dayOf(each.view.createdAt);
    const known = found.get(day);
    if (known) known.push(each);
    else found.set(day, [each]);
  }
  return everyDay(asks.map(({ view }) => view.createdAt)).map((day) => {
    const those = found.get(day) ?? [];
    const categories = counts(those.map(({ view }) => categoryOf(view)));
    return { day, asks: those.length, categories, waitedForPeopleMs: sum(those.map((each) => waited(each, now))) };
  });
}

function everyDay(times: readonly number[]): readonly string[] {
  if (times.length === 0) return [];
  const [first, last] = times.reduce(([low, high], time) => [Math.min(low, time), Math.max(high, time)], [Infinity, -Infinity]);
  const all = Array.from({ length: Math.ceil((last - first) / A_DAY) + 1 }, (_, i) => dayOf(first + i * A_DAY));
  // A day that the clocks change has 23 or 25 hours.
  return [...new Set([...all, dayOf(last)])].filter((day) => day <= dayOf(last));
}

const IS_WORK: Readonly<Record<AskKind, boolean>> = { question: true, permission: true, plan: true, idle: false };

function waited({ view, peopleSince }: Counted, now: number): number {
  if (peopleSince === undefined || !IS_WORK[view.kind]) return 0;
  const until = view.decision?.at ?? (isOpen(view) ? now : view.updatedAt);
  return Math.max(0, until - peopleSince);
}

function answerers(views: readonly AskView[]): readonly AnswererFigures[] {
  const found = new Map<string, AskView[]>();
  for (const view of views) {
    if (!view.decision) continue;
    const { kind, name } = view.decision.by;
    const key = `${kind} ${name}`;
    const known = found.get(key);
    if (known) known.push(view);
    else found.set(key, [view]);
  }
  const all = [...found.values()].flatMap((those) => {
    const { kind, name } = those[0]?.decision?.by ?? {};
    if (kind === undefined || name === undefined) return [];
    const waits = sorted(those.flatMap(({ decision, createdAt }) => (decision ? [decision.at - createdAt] : [])));
    const ended = (state: State) => those.filter((view) => view.state === state).length;
    return {
      kind,
      name,
      decided: those.length,
      medianMs: part(waits, 0.5) ?? 0,
      p90Ms: part(waits, 0.9) ?? 0,
      verified: ended('verified'),
      mismatched: ended('mismatched'),
      unconfirmed: ended('unconfirmed'),
      undelivered: ended('undelivered'),
      overruled: those.filter(({ overruled }) => overruled !== undefined).length,
    };
  });
  return all.sort((a, b) => b.decided - a.decided || a.name.localeCompare(b.name));
}

function counts(names: readonly string[]): Readonly<Record<string, number>> {
  // A name comes from an agent, and must not be a property of every object.
  const found = new Map<string, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return Object.fromEntries([...found].sort(([, a], [, b]) => b - a));
}

const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0);
const sorted = (all: readonly number[]): readonly number[] => all.toSorted((a, b) => a - b);
const part = (all: readonly number[], share: number): number | undefined => all[Math.min(all.length - 1, Math.floor(all.length * share))];
