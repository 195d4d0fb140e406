// The word that was probably meant: a known one that one to three typing mistakes explain, or none.

export function nearest(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const [best] = known
    .map((each) => ({ each, mistakes: mistakes(typed, each.toLowerCase()) }))
    .filter(({ each, mistakes: n }) => n <= most(Math.min(typed.length, each.length)))
    .sort((a, b) => a.mistakes - b.mistakes);
  if (best) return best.each;
  const begun = typed.length < 3 ? [] : known.filter((each) => each.toLowerCase().startsWith(typed));
  return begun.length === 1 ? begun[0] : undefined;
}

/** `; did you mean "x"?`, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const meant = nearest(word, known);
  return meant === undefined ? '' : `; did you mean "${meant}"?`;
}

/** In a short word, two mistakes make another word. */
const most = (length: number): number => (length < 6 ? 1 : length < 10 ? 2 : 3);

/** Letters added, left out, replaced, or swapped with the next one. */
function mistakes(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 3) return Infinity;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const [above = [], before = []] = [rows[i - 1], rows[i - 2]];
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? Infinity;
}
