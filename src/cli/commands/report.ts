// answerback report: who decided what, by day, project and answerer.
import { dayOf } from '../../ask/statistics.ts';
import { projectName, span } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { command } from '../app/command.ts';
import { filtersOnly, rangeFlags } from '../app/filters.ts';
import { examples, json, optionalText } from '../app/parameters.ts';
import { type FilterFlags, filters } from '../ask-query.ts';
import { asksWithin } from '../asks-within.ts';
import type { Context } from '../context.ts';
import { type Reported, type ReportRow, report as reportOf } from '../report.ts';
import { type Cell, printTable } from '../table.ts';
import { type RangeFlags, rangeOf } from '../time-range.ts';

export const reportCommand = command(report, {
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

type ReportFlags = FilterFlags & RangeFlags & { readonly json: boolean; readonly by?: string };

export async function report(this: Context, flags: ReportFlags): Promise<void> {
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
