// answerback stats: how many asks, from where, who decided them, and how long they waited.
import type { Statistics } from '../../ask/schema/statistics.ts';
import { span } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { command } from '../app/command.ts';
import { filtersOnly, rangeFlags } from '../app/filters.ts';
import { examples, json } from '../app/parameters.ts';
import { type FilterFlags, filters } from '../ask-query.ts';
import type { Context } from '../context.ts';
import { printTable } from '../table.ts';
import { type RangeFlags, rangeOf } from '../time-range.ts';

const statsCommand = command(stats, {
  parameters: { flags: { json, ...rangeFlags, ...filtersOnly } },
  docs: {
    fullDescription: examples('For the last 30 days, unless --since says otherwise.', [
      'answerback stats',
      'answerback stats --since 7d --project .',
    ]),
  },
});
export const commands = { stats: statsCommand };

type StatsFlags = FilterFlags & RangeFlags & { readonly json: boolean };

const BARS = [...'▁▂▃▄▅▆▇█'];
const MOST_DAYS = 60;
const MOST_NAMES = 8;
const WIDEST_BAR = 30;

async function stats(this: Context, flags: StatsFlags): Promise<void> {
  const { since = '30d' } = flags;
  const { from, to } = rangeOf({ ...flags, since }, this.now());
  const made = await this.client().call('GET /v1/statistics', {
    query: {
      ...filters(flags),
      from: Math.floor(from),
      ...(to === Infinity ? {} : { to: Math.floor(to) }),
    },
  });
  if (flags.json) return this.out.json(made);
  if (made.asks === 0) return this.out.line(`No asks since ${since} ago. --since 365d looks further back.`);
  print(this, made);
}

function print({ out }: Context, { asks, perDay, projects, decidedBy, states, medianWaitMs }: Statistics): void {
  const shown = perDay.slice(-MOST_DAYS);
  const most = Math.max(...shown.map((each) => each.asks));
  const plot = shown.map((each) => (each.asks === 0 ? ' ' : (BARS[Math.ceil((each.asks / most) * BARS.length) - 1] ?? ''))).join('');
  out.line(
    `${out.style(String(asks), 'bold')} asks, ${most} on the busiest day${medianWaitMs === null ? '' : `, half of them decided within ${span(Math.max(1000, medianWaitMs))}`}`,
  );
  out.line(`${out.style(shown[0]?.day ?? '', 'dim')} ${out.style(plot, 'cyan')} ${out.style(shown.at(-1)?.day ?? '', 'dim')}`);
  for (const [title, counts] of [
    ['by project', projects],
    ['decided by', decidedBy],
    ['state', states],
  ] as const) {
    const rows = Object.entries(counts).sort(([, a], [, b]) => b - a);
    if (rows.length === 0) continue;
    out.line();
    out.line(out.style(title, 'dim'));
    const top = rows[0]?.[1] ?? 1;
    const cells = rows
      .slice(0, MOST_NAMES)
      .map(([name, count]) => [
        { text: printable(name) },
        { text: String(count).padStart(String(top).length) },
        { text: '█'.repeat(Math.max(1, Math.round((count / top) * WIDEST_BAR))), style: ['cyan'] as const },
      ]);
    printTable(out, cells, { flexible: 2, indent: 2, most: [30] });
    if (rows.length > MOST_NAMES) out.line(out.style(`  … and ${rows.length - MOST_NAMES} more`, 'dim'));
  }
}
