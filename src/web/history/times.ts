// Times as the person's browser writes them. They do not age, so that a long list need not be painted again every second.
const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const BOTH = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export const dayWords = (time: number): string => DAY.format(time);
export const dateWords = (time: number): string => DATE.format(time);
export const timeWords = (time: number): string => TIME.format(time);
export const momentWords = (time: number): string => BOTH.format(time);

const UNITS: readonly (readonly [number, string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
];

/** "1 h 12 min", "48 s", "0.4 s". */
export function lengthWords(ms: number): string {
  if (ms < 1_000) return `${(Math.max(0, ms) / 1_000).toFixed(1)} s`;
  const at = UNITS.findIndex(([size]) => ms >= size);
  const [size, unit] = UNITS[at] ?? [1_000, 's'];
  const [nextSize, nextUnit] = UNITS[at + 1] ?? [0, ''];
  const rest = nextSize > 0 ? Math.floor((ms % size) / nextSize) : 0;
  return `${Math.floor(ms / size)} ${unit}${rest > 0 ? ` ${rest} ${nextUnit}` : ''}`;
}
