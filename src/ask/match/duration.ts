// Durations as people write them: 30s, 5m, 8h, 2d, 1h30m.

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** JavaScript timers cannot wait longer. */
const LONGEST_DURATION = 24 * UNITS.d;

/** In milliseconds; undefined if it is not a duration, is zero, or is longer than 24 days. */
export function durationOf(text: string): number | undefined {
  const parts = [...text.trim().matchAll(/(\d{1,9})\s*(ms|[smhd])\s*/gy)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text.trim()) return undefined;
  const total = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * UNITS[unit as keyof typeof UNITS], 0);
  return total > 0 && total <= LONGEST_DURATION ? total : undefined;
}

export function durationText(ms: number): string {
  const parts = (['d', 'h', 'm', 's', 'ms'] as const).reduce<{ left: number; said: string }>(
    ({ left, said }, unit) => {
      const count = Math.floor(left / UNITS[unit]);
      return { left: left - count * UNITS[unit], said: count > 0 ? `${said}${count}${unit}` : said };
    },
    { left: ms, said: '' },
  );
  return parts.said || '0s';
}
