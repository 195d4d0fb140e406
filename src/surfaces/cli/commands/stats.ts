// answerback stats: how many asks, from where, who decided them, and how long they waited.
import type { AskView } from '../../../question/lifecycle.ts';
import { printable } from '../../../text/printable.ts';
import { type FilterFlags, filters } from '../ask-query.ts';
import { asksWithin } from '../asks-within.ts';
import type { Context } from '../context.ts';
import { printTable } from '../table.ts';
import { type RangeFlags, rangeOf } from '../time-range.ts';
import { projectName, span } from '../words.ts';

export type StatsFlags = FilterFlags & RangeFlags & { readonly json: boolean };

const A_DAY = 86_400_000;
const BARS = [...'▁▂▃▄▅▆▇█'];
const MOST_DAYS = 60;
const MOST_NAMES = 8;
const WIDEST_BAR = 30;

type Stats = {
  readonly asks: number;
  readonly perDay: readonly { readonly day: string; readonly asks: number }[];
  readonly projects: Readonly<Record<string, number>>;
  readonly decidedBy: Readonly<Record<string, number>>;
  readonly states: Readonly<Record<string, number>>;
  readonly medianWaitMs: number | null;
};

export async function stats(this: Context, flags: StatsFlags): Promise<void> {
  const { since = '30d' } = flags;
  const found: AskView[] = [];
  for await (const view of asksWithin(this.client(), filters(flags), rangeOf({ ...flags, since }, this.now()))) found.push(view);
  const made = statsOf(found);
  if (flags.json) return this.out.json(made);
  if (made.asks === 0) return this.out.line(`No asks since ${since} ago. --since 365d looks further back.`);
  print(this, made);
}

export function statsOf(asks: readonly AskView[]): Stats {
  const waits = asks.flatMap(({ decision, createdAt }) => (decision ? [decision.at - createdAt] : [])).sort((a, b) => a - b);
  const days = counted(asks.map(({ createdAt }) => dayOf(createdAt)));
  return {
    asks: asks.length,
    perDay: everyDay(asks.map(({ createdAt }) => createdAt)).map((day) => ({ day, asks: days[day] ?? 0 })),
    projects: counted(asks.map(({ project }) => projectName(project))),
    decidedBy: counted(asks.flatMap(({ decision }) => (decision ? [`${decision.by.kind} ${decision.by.name}`] : []))),
    states: counted(asks.map(({ state }) => state)),
    medianWaitMs: waits[Math.floor(waits.length / 2)] ?? null,
  };
}

function print({ out }: Context, { asks, perDay, projects, decidedBy, states, medianWaitMs }: Stats): void {
  const shown = perDay.slice(-MOST_DAYS);
  const most = Math.max(...shown.map((each) => each.asks));
  const plot = shown.map((each) => (each.asks === 0 ? ' ' : (BARS[Math.ceil((each.asks / most) * BARS.length) - 1] ?? ''))).join('');
  out.line(
    `${out.ink(String(asks), 'bold')} asks, ${most} on the busiest day${medianWaitMs === null ? '' : `, half of them decided within ${span(Math.max(1000, medianWaitMs))}`}`,
  );
  out.line(`${out.ink(shown[0]?.day ?? '', 'dim')} ${out.ink(plot, 'cyan')} ${out.ink(shown.at(-1)?.day ?? '', 'dim')}`);
  for (const [title, counts] of [
    ['by project', projects],
    ['decided by', decidedBy],
    ['state', states],
  ] as const) {
    const rows = Object.entries(counts).sort(([, a], [, b]) => b - a);
    if (rows.length === 0) continue;
    out.line();
    out.line(out.ink(title, 'dim'));
    const top = rows[0]?.[1] ?? 1;
    const cells = rows
      .slice(0, MOST_NAMES)
      .map(([name, count]) => [
        { text: printable(name) },
        { text: String(count).padStart(String(top).length) },
        { text: '█'.repeat(Math.max(1, Math.round((count / top) * WIDEST_BAR))), ink: ['cyan'] as const },
      ]);
    printTable(out, cells, { flexible: 2, indent: 2, most: [30] });
    if (rows.length > MOST_NAMES) out.line(out.ink(`  … and ${rows.length - MOST_NAMES} more`, 'dim'));
  }
}

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** From the first to the last, also days without asks. Given the newest first. */
function everyDay(times: readonly number[]): string[] {
  const [first, last] = [times.at(-1), times[0]];
  if (first === undefined || last === undefined) return [];
  const days = Array.from({ length: Math.ceil((last - first) / A_DAY) + 1 }, (_, i) => dayOf(first + i * A_DAY));
  return [...new Set([...days, dayOf(last)])].filter((day) => day <= dayOf(last));
}

function dayOf(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}
