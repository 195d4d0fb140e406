// Lengths of time as people write them: 30s, 5m, 1.5h, 2d, 1h30m.

export const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
];
const SIZES = new Map([...UNITS, ['ms', 1]]);

/** In milliseconds; a number alone is seconds. Undefined if it is no length of time, or zero. */
export function duration(text: string): number | undefined {
  const trimmed = text.trim();
  const parts = [...trimmed.matchAll(/(\d+(?:\.\d+)?)\s*(ms|[smhd])\s*/gy)];
  if (parts.map(([part]) => part).join('') !== trimmed) return /^\d+(\.\d+)?$/.test(trimmed) ? duration(`${trimmed}s`) : undefined;
  const ms = Math.round(parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (SIZES.get(unit) ?? 0), 0));
  return ms > 0 ? ms : undefined;
}

/** As it can be written: 1h30m. */
export function durationText(ms: number): string {
  let left = ms;
  let text = '';
  for (const [unit, size] of SIZES) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) text += `${count}${unit}`;
  }
  return text || '0s';
}
