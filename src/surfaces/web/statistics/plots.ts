// What each plot draws: figures as columns of numbers, with names and colours. uPlot draws them (plot.tsx).
import type { AnswererFigures, Statistics } from '../../../question/words.generated.ts';
import { oneLine } from '../../views/foreign-text.ts';

export type Series = { readonly label: string; readonly colour: string; readonly values: readonly number[] };

/** `x`: days as seconds since 1970, or names. `stacked`: the values of a place are drawn on top of each other. */
export type Drawing = {
  readonly x: { readonly days: readonly number[] } | { readonly names: readonly string[] };
  readonly series: readonly Series[];
  readonly stacked: boolean;
  readonly unit: 'count' | 'hours' | 'seconds';
};

export type Table = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** Colours of base.css and a few more; each is told apart in light and dark, and by most kinds of colour blindness. */
const COLOURS = ['--plot-1', '--plot-2', '--plot-3', '--plot-4', '--plot-5', '--plot-6'];
const MOST_CATEGORIES = COLOURS.length;
const AN_HOUR = 3_600_000;
const MOST_ANSWERERS = 8;

export function perDay({ perDay: days, categories }: Statistics): Drawing {
  const names = Object.keys(categories);
  const shown = names.length <= MOST_CATEGORIES ? names : names.slice(0, MOST_CATEGORIES - 1);
  const series = shown.map((name) => ({ label: name, values: days.map((day) => day.categories[name] ?? 0) }));
  const others = names.slice(shown.length);
  const all =
    others.length === 0
      ? series
      : [...series, { label: 'others', values: days.map((day) => others.reduce((sum, name) => sum + (day.categories[name] ?? 0), 0)) }];
  return { x: { days: days.map(({ day }) => secondsOf(day)) }, series: coloured(all), stacked: true, unit: 'count' };
}

export function daysOf({ perDay: days, categories }: Statistics): Table {
  const names = Object.keys(categories);
  return {
    head: ['Day', 'Asks', ...names],
    rows: days.map(({ day, asks, categories: own }) => [day, String(asks), ...names.map((name) => String(own[name] ?? 0))]),
  };
}

export function waiting({ perDay: days }: Statistics): Drawing {
  const values = days.map(({ waitedForPeopleMs }) => waitedForPeopleMs / AN_HOUR);
  return {
    x: { days: days.map(({ day }) => secondsOf(day)) },
    series: coloured([{ label: 'hours', values }]),
    stacked: false,
    unit: 'hours',
  };
}

export function byAnswerer(answerers: readonly AnswererFigures[]): Drawing {
  const shown = answerers.slice(0, MOST_ANSWERERS);
  const seconds = (ms: number) => Math.max(0.01, ms / 1_000);
  return {
    x: { names: shown.map(({ name }) => oneLine(name)) },
    series: coloured([
      { label: 'half within', values: shown.map(({ medianMs }) => seconds(medianMs)) },
      { label: '90 % within', values: shown.map(({ p90Ms }) => seconds(p90Ms)) },
    ]),
    stacked: false,
    unit: 'seconds',
  };
}

export function decisions(answerers: readonly AnswererFigures[]): Drawing {
  const shown = answerers.slice(0, MOST_ANSWERERS);
  return {
    x: { names: shown.map(({ name }) => oneLine(name)) },
    series: [
      { label: 'decided', colour: '--plot-1', values: shown.map(({ decided }) => decided) },
      { label: 'overruled', colour: '--bad', values: shown.map(({ overruled }) => overruled) },
    ],
    stacked: false,
    unit: 'count',
  };
}

/** Noon of that day here: a bar is never drawn on the day before. */
const secondsOf = (day: string): number => new Date(`${day}T12:00`).getTime() / 1_000;

const coloured = (all: readonly Omit<Series, 'colour'>[]): readonly Series[] =>
  all.map((each, i) => ({ ...each, colour: COLOURS[i % COLOURS.length] ?? '--accent' }));
