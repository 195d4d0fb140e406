// Statistics: the figures of `answerback stats` as plots, with a table behind each for those who do not see them.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AnswererFigures, Statistics } from '../../../question/words.generated.ts';
import { oneLine } from '../../views/foreign-text.ts';
import { Select } from '../history/toolbar.tsx';
import { useLoaded } from '../loaded.ts';
import type { ViewProps } from '../routes.ts';
import { Figures } from './figures.tsx';
import { Plot } from './plot.tsx';
import { byAnswerer, daysOf, decisions, perDay, waiting } from './plots.ts';
import { Verified } from './verified.tsx';

const A_DAY = 86_400_000;
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
      const from = Date.now() - Number(days) * A_DAY;
      const [statistics, all] = await Promise.all([
        page.call('GET /v1/statistics', { query: { from, ...(project === '' ? {} : { project }) }, signal }),
        page.call('GET /v1/statistics', { query: { from }, signal }),
      ]);
      return { statistics, projects: Object.keys(all.projects).sort() };
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
        <Plots statistics={value.statistics} />
      )}
    </div>
  );
}

function Plots({ statistics }: { readonly statistics: Statistics }): JSX.Element {
  const others = statistics.answerers.filter(({ kind }) => kind !== 'person');
  return (
    <>
      <Figures statistics={statistics} />
      <div class="plots">
        <Plot title="Asks per day, by category" wide drawing={perDay(statistics)} table={daysOf(statistics)} />
        <Plot title="Hours that agents waited for people" drawing={waiting(statistics)} />
        <Verified answerers={statistics.answerers} />
        {statistics.answerers.length > 0 ? (
          <Plot title="Time to answer" drawing={byAnswerer(statistics.answerers)} table={timesTable(statistics.answerers)} />
        ) : null}
        {others.length > 0 ? (
          <Plot title="Decided by rules and agents, and overruled" drawing={decisions(others)} table={overruledTable(others)} />
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

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

const timesTable = (answerers: readonly AnswererFigures[]) => ({
  head: ['Answerer', 'Decided', 'Median (s)', '90 % within (s)'],
  rows: answerers.map(({ kind, name, decided, medianMs, p90Ms }) => [
    `${kind} ${oneLine(name)}`,
    String(decided),
    seconds(medianMs),
    seconds(p90Ms),
  ]),
});

const overruledTable = (answerers: readonly AnswererFigures[]) => ({
  head: ['Answerer', 'Decided', 'Overruled'],
  rows: answerers.map(({ kind, name, decided, overruled }) => [`${kind} ${oneLine(name)}`, String(decided), String(overruled)]),
});
