// answerback report: who decided what, by day, project and answerer: how often, how it went, and what it took.

import { tokensIn } from '../../ask/effort.ts';
import type { AskKind } from '../../ask/schema/ask.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { Consideration } from '../../ask/schema/route.ts';
import { dayOf } from '../../ask/statistics.ts';
import { projectName, span } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { command } from '../app/command.ts';
import { filtersOnly, rangeFlags } from '../app/filters.ts';
import { examples, json, optionalText } from '../app/parameters.ts';
import { asksWithin, type FilterFlags, filters } from '../ask-query.ts';
import type { Context } from '../context.ts';
import { type Cell, printTable } from '../table.ts';
import { type RangeFlags, rangeOf } from '../time-range.ts';

const reportCommand = command(report, {
  parameters: {
    flags: { json, by: optionalText('Only this person, rule or agent', 'name'), ...rangeFlags, ...filtersOnly },
  },
  docs: {
    fullDescription: examples(
      'Decided, passed, failed, left to people, overruled, mismatched, the time until a decision, the time saved compared with people, and tokens. For the last 7 days, unless --since says otherwise.',
      ['answerback report', 'answerback report --since 30d --project .', 'answerback report --json | jq ".[] | select(.overruled > 0)"'],
    ),
  },
});
export const commands = { report: reportCommand };

type ReportFlags = FilterFlags & RangeFlags & { readonly json: boolean; readonly by?: string };

async function report(this: Context, flags: ReportFlags): Promise<void> {
  const { since = '7d' } = flags;
  const client = this.client();
  const asks: Reported[] = [];
  for await (const view of asksWithin(client, filters(flags), rangeOf({ ...flags, since }, this.now()))) {
    const events = view.route ? (await client.call('GET /v1/asks/:id/events', { params: { id: view.id } })).events : [];
    asks.push({ view, considered: events.flatMap(({ happening }) => (happening.kind === 'considered' ? [happening] : [])) });
  }
  // Of all asks: an answerer also passes what others decide, and the time saved is compared with that of people.
  const rows = reportOf(asks, dayOf).filter(({ answerer }) => flags.by === undefined || isNamed(answerer, flags.by));
  if (flags.json) return this.out.json(rows);
  if (rows.length === 0) return this.out.line(`Nothing was decided since ${since} ago. --since 30d looks further back.`);
  const titles = [
    'day',
    'project',
    'answerer',
    'decided',
    'passed',
    'failed',
    'held',
    'overruled',
    'mismatched',
    'waited',
    'saved',
    'tokens',
  ];
  printTable(this.out, [titles.map((text): Cell => ({ text, style: ['dim'] })), ...rows.map(cells)], { flexible: 2, most: [10, 20] });
}

const lasting = (ms: number): string => (ms < 1_000 ? '0s' : span(ms));

/** "agent claw" is named claw. */
const isNamed = (answerer: string, name: string): boolean => answerer.slice(answerer.indexOf(' ') + 1) === name;

/** The time waited is that of one decision, on average. */
function cells(row: ReportRow): Cell[] {
  const { day, project, answerer, decided, passed, failed, held, overruled, mismatched, waitedMs, savedMs, tokens } = row;
  const bad = (count: number): Cell => ({ text: String(count), ...(count > 0 ? { style: ['red'] } : {}) });
  return [
    { text: day },
    { text: projectName(project) },
    { text: printable(answerer), style: ['bold'] },
    ...[decided, passed, failed, held].map((count) => ({ text: String(count) })),
    bad(overruled),
    bad(mismatched),
    { text: decided === 0 ? '' : lasting(waitedMs / decided) },
    { text: savedMs === undefined ? '' : lasting(savedMs) },
    { text: tokens === 0 ? '' : String(tokens) },
  ];
}

/** An ask, and what its route considered. */
export type Reported = { readonly view: AskView; readonly considered: readonly Consideration[] };

type ReportRow = {
  readonly day: string;
  readonly project: string;
  /** "agent claw", "person ada". */
  readonly answerer: string;
  readonly decided: number;
  readonly passed: number;
  /** It failed, or took too long. */
  readonly failed: number;
  /** Its answer was left to people. */
  readonly held: number;
  readonly overruled: number;
  readonly mismatched: number;
  /** From the question to the decision, all together. */
  readonly waitedMs: number;
  /** What people took longer for asks of the same kind, by their median. Absent if people decided none. */
  readonly savedMs?: number | undefined;
  readonly tokens: number;
};

/** Newest day first, then by project and answerer. */
export function reportOf(asks: readonly Reported[], dayOf: (time: number) => string): readonly ReportRow[] {
  const rows = new Map<string, ReportRow>();
  const usual = usualWaits(asks);
  const add = (at: number, { project }: AskView, answerer: string, more: Partial<Counts>) => {
    const day = dayOf(at);
    const key = JSON.stringify([day, project, answerer]);
    const row: ReportRow = rows.get(key) ?? { day, project, answerer, ...NOTHING };
    rows.set(key, {
      ...row,
      ...Object.fromEntries(Object.entries(more).map(([name, count]) => [name, (row[name as keyof Counts] ?? 0) + count])),
    });
  };
  for (const { view, considered } of asks) {
    const { decision, createdAt, kind } = view;
    for (const { answerer, outcome, effort, review } of considered) {
      if (review?.effort) add(createdAt, view, `agent ${review.by}`, { tokens: tokensIn(review.effort) });
      if (answerer.kind === 'people') continue;
      const counted = COUNTED[outcome];
      const tokens = tokensIn(effort);
      if (counted || tokens > 0)
        add(createdAt, view, `${answerer.kind} ${answerer.name}`, { ...(counted ? { [counted]: 1 } : {}), tokens });
    }
    if (!decision) continue;
    const waitedMs = decision.at - createdAt;
    const usually = decision.by.kind === 'person' ? undefined : usual.get(kind);
    add(createdAt, view, `${decision.by.kind} ${decision.by.name}`, {
      decided: 1,
      waitedMs,
      overruled: view.overruled ? 1 : 0,
      mismatched: view.state === 'mismatched' ? 1 : 0,
      ...(usually === undefined ? {} : { savedMs: Math.max(0, usually - waitedMs) }),
    });
  }
  return [...rows.values()].sort(
    (a, b) => b.day.localeCompare(a.day) || a.project.localeCompare(b.project) || a.answerer.localeCompare(b.answerer),
  );
}

type Counts = Omit<ReportRow, 'day' | 'project' | 'answerer' | 'savedMs'> & { savedMs: number };
const NOTHING = { decided: 0, passed: 0, failed: 0, held: 0, overruled: 0, mismatched: 0, waitedMs: 0, tokens: 0 };
const COUNTED: Readonly<Partial<Record<Consideration['outcome'], 'passed' | 'failed' | 'held'>>> = {
  passed: 'passed',
  failed: 'failed',
  'timed-out': 'failed',
  held: 'held',
};

/** The median time that people took, by kind. */
function usualWaits(asks: readonly Reported[]): ReadonlyMap<AskKind, number> {
  const waits = new Map<AskKind, number[]>();
  for (const { view } of asks)
    if (view.decision?.by.kind === 'person') waits.set(view.kind, [...(waits.get(view.kind) ?? []), view.decision.at - view.createdAt]);
  return new Map([...waits].map(([kind, times]) => [kind, times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0]));
}
