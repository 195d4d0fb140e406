// One plot: uPlot draws bars into a canvas that follows the size of its box and the colours of the page. A table says the same in words.
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { lengthWords } from '../history/times.ts';
import type { Drawing, Series, Table } from './plots.ts';

type Props = { readonly title: string; readonly drawing: Drawing; readonly wide?: boolean; readonly table?: Table };

const HEIGHT = 220;

export function Plot({ title, drawing, wide = false, table }: Props): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    let plot = drawn(box, drawing);
    const again = () => {
      plot.destroy();
      plot = drawn(box, drawing);
    };
    const observer = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT }));
    observer.observe(box);
    dark.addEventListener('change', again);
    return () => {
      observer.disconnect();
      dark.removeEventListener('change', again);
      plot.destroy();
    };
  }, [drawing]);
  return (
    <section class={`box plot ${wide ? 'wide-plot' : ''}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {drawing.series.length > 1 ? (
        <ul class="legend" aria-hidden="true">
          {drawing.series.map(({ label, colour }) => (
            <li key={label}>
              <span class="swatch" ref={(swatch) => swatch?.style.setProperty('background', `var(${colour})`)} /> {label}
            </li>
          ))}
        </ul>
      ) : null}
      <div ref={place} class="canvas" aria-hidden="true" />
      {table ? <Numbers title={title} table={table} /> : null}
    </section>
  );
}

function Numbers({ title, table: { head, rows } }: { readonly title: string; readonly table: Table }): JSX.Element {
  return (
    <details class="numbers">
      <summary>As a table</summary>
      <div class="wide" tabIndex={0} role="region" aria-label={`${title}, as a table`}>
        <table>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...others]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {others.map((cell, i) => (
                  <td key={i}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function drawn(box: HTMLElement, drawing: Drawing): uPlot {
  const { x, series, unit } = drawing;
  const css = getComputedStyle(document.documentElement);
  const colour = (name: string) => css.getPropertyValue(name).trim();
  const line = { stroke: colour('--line'), width: 1 };
  const axis = { stroke: colour('--dim'), grid: line, ticks: line, font: '12px system-ui' };
  const { data, order, across } = 'names' in x ? beside(x.names, series) : onDays(x.days, drawing);
  const bars = uPlot.paths.bars?.({ size: [0.75, 44], radius: 0.1 });
  return new uPlot(
    {
      width: box.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: across.scale,
        y:
          unit === 'seconds'
            ? { distr: 3, range: (_, low, high) => [low / 2, high * 1.5] }
            : { range: (_, __, high) => [0, Math.max(high, 1) * 1.08] },
      },
      axes: [
        { ...axis, grid: { show: false }, ...across.axis },
        {
          ...axis,
          size: 62,
          values: (_, ticks) => ticks.map((tick) => (tick === null ? '' : words(tick, unit))),
          ...(unit === 'seconds'
            ? {
                splits: (_: uPlot, __: number, low: number, high: number) => TIMES.filter((time) => time >= low && time <= high),
                // Otherwise only powers of ten have labels.
                filter: (_: uPlot, all: number[]) => all,
              }
            : {}),
        },
      ],
      series: [
        {},
        ...order.map((i) => ({
          fill: colour(series[i]?.colour ?? ''),
          stroke: colour(series[i]?.colour ?? ''),
          width: 0,
          points: { show: false },
          ...(bars ? { paths: bars } : {}),
        })),
      ],
    },
    data,
    box,
  );
}

/** In seconds: round times that people know. */
const TIMES = [0.01, 0.1, 1, 10, 60, 600, 3_600, 36_000, 86_400, 864_000];

type Placed = {
  readonly data: uPlot.AlignedData;
  /** The series as they are drawn, one over the other. */
  readonly order: readonly number[];
  readonly across: { readonly scale: uPlot.Scale; readonly axis: Partial<uPlot.Axis> };
};

function onDays(days: readonly number[], { series, stacked }: Drawing): Placed {
  const values = stacked ? piled(series.map((each) => each.values)) : series.map((each) => each.values);
  // A pile is drawn from its full height down, each part over the one before.
  const order = series.map((_, i) => (stacked ? series.length - 1 - i : i));
  const scale: uPlot.Scale = { time: true, range: (_, low, high) => [low - 43_200, high + 43_200] };
  return { data: [[...days], ...order.map((i) => [...(values[i] ?? [])])], order, across: { scale, axis: {} } };
}

/** The bars of one name beside each other, then a gap. */
function beside(names: readonly string[], series: readonly Series[]): Placed {
  const step = series.length + 1;
  const places = names.flatMap((_, i) => series.map((__, k) => i * step + k));
  const columns = series.map(({ values }, k) => names.flatMap((_, i) => series.map((__, at) => (at === k ? (values[i] ?? null) : null))));
  const middle = (i: number) => i * step + (series.length - 1) / 2;
  const axis: Partial<uPlot.Axis> = {
    splits: () => names.map((_, i) => middle(i)),
    values: () => names.map((name) => (name.length > 12 ? `${name.slice(0, 11)}…` : name)),
  };
  const scale: uPlot.Scale = { time: false, range: [-1, names.length * step - 1] };
  return { data: [places, ...columns], order: series.map((_, i) => i), across: { scale, axis } };
}

function piled(all: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const result: number[][] = [];
  for (const values of all) result.push(values.map((value, i) => value + (result.at(-1)?.[i] ?? 0)));
  return result;
}

function words(value: number, unit: Drawing['unit']): string {
  if (unit === 'hours') return `${Number(value.toFixed(1))} h`;
  if (unit === 'seconds') return lengthWords(value * 1_000);
  return Number.isInteger(value) ? value.toLocaleString() : '';
}
