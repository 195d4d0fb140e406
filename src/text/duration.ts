// Times as people write them.

export const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
];

/** 90 (seconds), "90s", "5m", "2h", "1d", "500ms" → milliseconds; undefined when it is none of these. */
export function duration(text: string): number | undefined {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim()) ?? [];
  const size = unit === 'ms' ? 1 : UNITS.find(([name]) => name === unit)?.[1];
  const ms = Math.round(Number(amount) * (size ?? Number.NaN));
  return ms > 0 ? ms : undefined;
}
