// A unified diff with secrets masked.
export type DiffLine = { readonly kind: 'head' | 'hunk' | 'same' | 'added' | 'removed'; readonly text: string };
type Step = { readonly kind: 'same' | 'added' | 'removed'; readonly line: string; readonly before: number; readonly after: number };

const CONTEXT = 3;
const LONGEST_LINE = 300;

/** Undefined stands for a file that does not exist. No lines if nothing differs. */
export function diff(file: string, before: string | undefined, after: string | undefined): readonly DiffLine[] {
  if (before === after) return [];
  const steps = stepsBetween(linesOf(before), linesOf(after));
  return [
    { kind: 'head', text: `--- ${before === undefined ? '/dev/null' : file}` },
    { kind: 'head', text: `+++ ${after === undefined ? '/dev/null' : file}` },
    ...hunksOf(steps).flatMap(hunkLines),
  ];
}

export const diffText = (lines: readonly DiffLine[]): string => lines.map(({ text }) => `${text}\n`).join('');

export function masked(line: string): string {
  return line.replaceAll(/(Bearer\s+)(?!\$)[^"\\\s]+/g, '$1•••');
}

/** Tells a last line without a newline from one with it, as every diff does. */
function linesOf(text: string | undefined): readonly string[] {
  if (!text) return [];
  const lines = text.replace(/^\ufeff/, '').split('\n');
  const last = lines.pop() ?? '';
  return last === '' ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}

function hunkLines(hunk: readonly Step[]): readonly DiffLine[] {
  const [first] = hunk;
  if (!first) return [];
  const count = (kind: Step['kind']) => hunk.filter((step) => step.kind === 'same' || step.kind === kind).length;
  const [old, fresh] = [count('removed'), count('added')];
  const range = (start: number, length: number) => `${length === 0 ? start : start + 1},${length}`;
  const head = `@@ -${range(first.before, old)} +${range(first.after, fresh)} @@`;
  return [{ kind: 'hunk', text: head }, ...hunk.flatMap(shownStep)];
}

const SIGNS = { same: ' ', added: '+', removed: '-' } as const;

function shownStep({ kind, line }: Step): readonly DiffLine[] {
  const [text = '', remark] = line.split('\n');
  const shown = shortened(masked(text.replace(/\r$/, '')));
  return [{ kind, text: SIGNS[kind] + shown }, ...(remark === undefined ? [] : [{ kind: 'same', text: remark } as const])];
}

function shortened(line: string): string {
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)}… (${line.length - LONGEST_LINE} more characters)`;
}

/** Changes that are close together share their context. */
function hunksOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const groups: { first: number; last: number }[] = [];
  for (const [index, { kind }] of steps.entries()) {
    if (kind === 'same') continue;
    const group = groups.at(-1);
    if (group && index - group.last <= 2 * CONTEXT + 1) group.last = index;
    else groups.push({ first: index, last: index });
  }
  return groups.map(({ first, last }) => steps.slice(Math.max(0, first - CONTEXT), last + CONTEXT + 1));
}

/** Myers' shortest edit script, after removing the common beginning and end. */
function stepsBetween(a: readonly string[], b: readonly string[]): readonly Step[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let tail = 0;
  while (tail < a.length - start && tail < b.length - start && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const same = (line: string, before: number, after: number): Step => ({ kind: 'same', line, before, after });
  const middle = shortest(a.slice(start, a.length - tail), b.slice(start, b.length - tail));
  return [
    ...a.slice(0, start).map((line, index) => same(line, index, index)),
    ...middle.map((step) => ({ ...step, before: step.before + start, after: step.after + start })),
    ...a.slice(a.length - tail).map((line, index) => same(line, a.length - tail + index, b.length - tail + index)),
  ];
}

function shortest(a: readonly string[], b: readonly string[]): readonly Step[] {
  const reached: Map<number, number>[] = [];
  const furthest = new Map<number, number>([[1, 0]]);
  for (let changes = 0; ; changes += 1) {
    reached.push(new Map(furthest));
    for (let k = -changes; k <= changes; k += 2) {
      let x = isDown(furthest, k, changes) ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      furthest.set(k, x);
      if (x >= a.length && x - k >= b.length) return wayBack(a, b, reached);
    }
  }
}

function isDown(furthest: ReadonlyMap<number, number>, k: number, changes: number): boolean {
  return k === -changes || (k !== changes && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1));
}

function wayBack(a: readonly string[], b: readonly string[], reached: readonly ReadonlyMap<number, number>[]): readonly Step[] {
  const steps: Step[] = [];
  let [x, y] = [a.length, b.length];
  for (let changes = reached.length - 1; changes >= 0; changes -= 1) {
    const furthest = reached[changes] as ReadonlyMap<number, number>;
    const down = isDown(furthest, x - y, changes);
    const k = down ? x - y + 1 : x - y - 1;
    const fromX = furthest.get(k) ?? 0;
    const fromY = fromX - k;
    const turn = down ? [fromX, fromY + 1] : [fromX + 1, fromY];
    while (changes > 0 ? x > (turn[0] ?? 0) && y > (turn[1] ?? 0) : x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      steps.push({ kind: 'same', line: a[x] ?? '', before: x, after: y });
    }
    if (changes === 0) break;
    if (down) steps.push({ kind: 'added', line: b[fromY] ?? '', before: fromX, after: fromY });
    else steps.push({ kind: 'removed', line: a[fromX] ?? '', before: fromX, after: fromY });
    [x, y] = [fromX, fromY];
  }
  return steps.reverse();
}
