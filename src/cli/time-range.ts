// Times in flags. --since and --until: a time ago (7d, 12h) or a date (2026-11-01, 2026-11-01T08:00), in the person's time zone.
import { duration } from '../text/duration.ts';
import { UsageError } from './context.ts';

export type RangeFlags = { readonly since?: string; readonly until?: string };
export type Range = { readonly from: number; readonly to: number };

export function rangeOf({ since, until }: RangeFlags, now: number): Range {
  const from = since === undefined ? 0 : momentOf('--since', since, now);
  const to = until === undefined ? Number.POSITIVE_INFINITY : momentOf('--until', until, now);
  if (from >= to) throw new UsageError('--since is not before --until', 'For example: --since 30d --until 7d');
  return { from, to };
}

function momentOf(flag: string, text: string, now: number): number {
  const ago = /[a-z]$/.test(text) ? duration(text) : undefined;
  if (ago !== undefined) return now - ago;
  // A date alone is the beginning of that day here, not in London.
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(text.length === 10 ? `${text}T00:00` : text).getTime() : Number.NaN;
  if (Number.isNaN(at)) throw new UsageError(`${flag} ${text} is not a time`, 'Write for example 7d, 12h, 2026-11-01 or 2026-11-01T08:00.');
  return at;
}

/** A flag such as --timeout 5m, in milliseconds. */
export function timeOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = duration(text);
  if (ms === undefined) throw new UsageError(`${flag} ${text} is not a time`, 'Write for example 90s, 5m, 2h or 1d.');
  return ms;
}
