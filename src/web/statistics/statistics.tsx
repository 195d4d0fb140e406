// Statistics: the figures of `answerback stats` as bars, with words for those who do not see them.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AnswererFigures, Statistics } from '../../ask/schema/statistics.ts';
import { everyDay } from '../../ask/statistics.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import { lengthWords } from '../history/times.ts';
import { Select } from '../history/toolbar.tsx';
import { useLoaded } from '../loaded.ts';
import type { ViewProps } from '../routes.ts';
import { AnswererTable } from './answerers.tsx';
import { DayBars, type Series } from './day-bars.tsx';

const AN_HOUR = 3_600_000;
const A_DAY = 24 * AN_HOUR;
const RANGES = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
] as const;

export function StatisticsView({ page }: ViewProps): JSX.Element {
  const [days, setDays] = useState('30');
  const [project, setProject] = useState('');
  const { value, problem } = useLoaded(
    page,
    async (signal) => {
      const to = Date.now();
      const from = to - Number(days) * A_DAY;
      const [statistics, all] = await Promise.all([
        page.call('GET /v1/statistics', { query: { from, ...(project === '' ? {} : { project }) }, signal }),
        page.call('GET /v1/statistics', { query: { from }, signal }),
      ]);
      return { statistics, projects: Object.keys(all.projects).sort(), period: everyDay(from, to) };
    },
    [days, project],
    (event) => 'ask' in event && ['asked', 'settled', 'receipt', 'overruled'].includes(event.happening.kind),
  );
  return (
    <div class="view">
      <header class="view-head">
        <h1>Statistics</h1>
        <div class="segments" role="group" aria-label="Range">
          {RANGES.map(([name, words]) => (
            <button key={name} type="button" aria-pressed={days === name} onClick={() => setDays(name)}>
              {words}
            </button>
          ))}
        </div>
        <Select label="Project" all="All projects" value={project} onChange={setProject}>
          {(value?.projects ?? []).map((name) => [name, oneLine(name)] as const)}
        </Select>
      </header>
      {problem === undefined ? null : <p class="problem">{problem}</p>}
      {value === undefined ? (
        problem === undefined ? (
          <p class="empty small">Loading…</p>
        ) : null
      ) : value.statistics.asks === 0 ? (
        <p class="empty small">Nothing was asked in this time.</p>
      ) : (
        <Plots statistics={value.statistics} period={value.period} />
      )}
    </div>
  );
}

function Plots({ statistics, period }: { readonly statistics: Statistics; readonly period: readonly string[] }): JSX.Element {
  const { answerers } = statistics;
  const others = answerers.filter(({ kind }) => kind !== 'person');
  const perDay = new Map(statistics.perDay.map((each) => [each.day, each]));
  const hours = period.map((day) => (perDay.get(day)?.waitedForPeopleMs ?? 0) / AN_HOUR);
  const longest = Math.max(...answerers.map(({ p90Ms }) => p90Ms));
  const most = Math.max(...others.map(({ decided }) => decided));
  return (
    <>
      <Figures statistics={statistics} />
      <div class="plots">
        <DayBars title="Asks per day, by kind" wide days={period} series={kindsPerDay(statistics, period)} />
        <DayBars
          title="Hours that agents waited for people"
          days={period}
          series={[{ label: 'Hours', colour: '--plot-1', values: hours }]}
          unit="h"
        />
        <Verified answerers={answerers} />
        {answerers.length > 0 ? (
          <AnswererTable
            title="Time to answer"
            answerers={answerers}
            columns={[
              { name: 'Decided', value: ({ decided }) => decided },
              { name: 'Half within', value: ({ medianMs }) => medianMs, words: lengthWords, most: longest },
              { name: '90 % within', value: ({ p90Ms }) => p90Ms, words: lengthWords, most: longest, colour: '--plot-2' },
            ]}
          />
        ) : null}
        {others.length > 0 ? (
          <AnswererTable
            title="Decided by rules and agents, and overruled"
            answerers={others}
            columns={[
              { name: 'Decided', value: ({ decided }) => decided, most },
              { name: 'Overruled', value: ({ overruled }) => overruled, most, colour: '--bad' },
            ]}
          />
        ) : (
          <section class="box plot" aria-labelledby="decided-by-others">
            <h2 id="decided-by-others">Decided by rules and agents</h2>
            <p class="dim">Nothing yet: people decided everything. docs/ANSWERING.md says how rules and agents answer for you.</p>
          </section>
        )}
      </div>
    </>
  );
}

/** Told apart in light and dark, and by most kinds of colour blindness. */
const COLOURS = ['--plot-1', '--plot-2', '--plot-3', '--plot-4', '--plot-5', '--plot-6'];

function kindsPerDay({ perDay, kinds }: Statistics, period: readonly string[]): readonly Series[] {
  const counts = new Map(perDay.map((each) => [each.day, each.kinds]));
  return Object.keys(kinds).map((name, i) => ({
    label: name,
    colour: COLOURS[i % COLOURS.length] ?? '',
    values: period.map((day) => counts.get(day)?.[name] ?? 0),
  }));
}

function Figures({ statistics }: { readonly statistics: Statistics }): JSX.Element {
  const { asks, medianWaitMs, waitedForPeopleMs, answerers } = statistics;
  const total = (all: typeof answerers, what: 'decided' | 'overruled') => all.reduce((sum, each) => sum + each[what], 0);
  const others = answerers.filter(({ kind }) => kind !== 'person');
  const decided = total(answerers, 'decided');
  const byOthers = total(others, 'decided');
  const figures: readonly (readonly [string, string, string])[] = [
    ['Asks', asks.toLocaleString(), `${decided.toLocaleString()} decided`],
    ['Time to answer', medianWaitMs === null ? '–' : lengthWords(medianWaitMs), 'half of them were quicker'],
    ['Agents waited for people', lengthWords(waitedForPeopleMs), 'all together'],
    [
      'Decided by rules and agents',
      decided === 0 ? '–' : `${Math.round((100 * byOthers) / decided)} %`,
      `${total(others, 'overruled')} overruled`,
    ],
  ];
  return (
    <dl class="figures">
      {figures.map(([title, value, more]) => (
        <div key={title} class="figure">
          <dt>{title}</dt>
          <dd>
            <span class="figure-value">{value}</span>
            <span class="dim">{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const PARTS = [
  ['verified', 'Verified', 'good'],
  ['unconfirmed', 'Unconfirmed', 'warn'],
  ['mismatched', 'Recorded differently', 'bad'],
  ['undelivered', 'Not delivered', 'bad-strong'],
] as const;

function Verified({ answerers }: { readonly answerers: readonly AnswererFigures[] }): JSX.Element {
  const counts = PARTS.map(([name, words, tone]) => ({ words, tone, count: answerers.reduce((sum, each) => sum + each[name], 0) }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const share = (count: number) => (total === 0 ? '–' : `${((100 * count) / total).toFixed(count === total || count === 0 ? 0 : 1)} %`);
  return (
    <section class="box plot" aria-labelledby="verified">
      <h2 id="verified">Delivered as decided</h2>
      <p class="figure-value">{share(counts[0]?.count ?? 0)}</p>
      <div class="share" aria-hidden="true">
        {counts.map(({ words, tone, count }) =>
          count > 0 ? (
            <span key={words} class={`share-${tone}`} ref={(part) => part?.style.setProperty('flex-grow', String(count))} />
          ) : null,
        )}
      </div>
      <ul class="legend">
        {counts.map(({ words, tone, count }) => (
          <li key={words}>
            <span class={`swatch share-${tone}`} aria-hidden="true" /> {words} <span class="dim">{count.toLocaleString()}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
