// A bar for each day of the chosen period, and a table that says the same in words.
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { dateWords } from '../history/times.ts';
import { FiguresTable } from './table.tsx';

/** `colour`: a variable of the style sheet. `values`: one for each day. */
export type Series = { readonly label: string; readonly colour: string; readonly values: readonly number[] };

type Props = {
  readonly title: string;
  /** As 2026-11-16. */
  readonly days: readonly string[];
  /** The parts of a bar, from the bottom up. */
  readonly series: readonly Series[];
  /** "h"; without it, the values are counts. */
  readonly unit?: string;
  readonly wide?: boolean;
};

export function DayBars({ title, days, series, unit, wide = false }: Props): JSX.Element {
  const id = useId();
  const highest = Math.max(...days.map((_, day) => series.reduce((sum, { values }) => sum + (values[day] ?? 0), 0)));
  const middle = roundedUp(Math.max(highest / 2, unit === undefined ? 1 : 0.1));
  const words = (value: number) => (unit === undefined ? value.toLocaleString() : `${Number(value.toFixed(1)).toLocaleString()} ${unit}`);
  const labelled = [0, Math.floor((days.length - 1) / 2), days.length - 1].map((at) => days[at] ?? '');
  return (
    <section class={`box plot ${wide ? 'wide-plot' : ''}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {series.length > 1 ? (
        <ul class="legend" aria-hidden="true">
          {series.map(({ label, colour }) => (
            <li key={label}>
              <span class="swatch" style={{ background: `var(${colour})` }} /> {label}
            </li>
          ))}
        </ul>
      ) : null}
      <div class="day-plot" aria-hidden="true">
        <div class="day-scale">
          {[2 * middle, middle, 0].map((value) => (
            <span key={value}>{words(value)}</span>
          ))}
        </div>
        <div class={`day-bars ${days.length > MOST_APART ? 'close' : ''}`}>
          {days.map((day, at) => (
            <div key={day}>
              {series.map(({ label, colour, values }) =>
                values[at] ? (
                  <span key={label} style={{ height: `${(50 * (values[at] ?? 0)) / middle}%`, background: `var(${colour})` }} />
                ) : null,
              )}
            </div>
          ))}
        </div>
        <div class="day-names">
          {labelled.map((day) => (
            <span key={day}>{dateWords(new Date(`${day}T12:00`).getTime())}</span>
          ))}
        </div>
      </div>
      <details class="numbers">
        <summary>As a table</summary>
        <FiguresTable
          label={`${title}, as a table`}
          head={['Day', ...series.map(({ label }) => label)]}
          rows={days
            .map((name, at) => ({ name, values: series.map(({ values }) => values[at] ?? 0) }))
            .filter(({ values }) => values.some((value) => value > 0))
            .map(({ name, values }) => ({ name, cells: values.map(words) }))}
        />
      </details>
    </section>
  );
}

/** More bars than this have no gaps between them: on a phone they are a pixel wide. */
const MOST_APART = 100;

/** To a round number, half of the height of the plot. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 3, 4, 5, 6, 8].find((digit) => digit * power >= value) ?? 10);
}
