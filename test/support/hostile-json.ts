// Texts and values that a stranger could write into a file that we read, made from what a program really writes (fast-check prints the seed).
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { mutated, randoms } from './claude-code/mutate.ts';

/** JSON of any shape; some of its keys are those that every object has. */
const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.double()),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom('toString', 'valueOf', '__proto__', 'constructor', 'length', 'text'), fc.string()),
      tie('value'),
      {
        maxKeys: 4,
      },
    ),
  ),
})).value;

/** One of the samples with parts missing, renamed, cut, doubled or replaced by something hostile; sometimes anything at all. */
export const hostileLike = (samples: readonly unknown[]): fc.Arbitrary<unknown> =>
  hostile(samples).map((value) => JSON.parse(JSON.stringify(value) ?? 'null') as unknown);

const hostile = (samples: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.tuple(fc.constantFrom(...samples), fc.nat()).map(([sample, seed]) => mutated(sample, randoms(seed))) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...samples), fc.nat(), anyJson)
        .map(([sample, seed, any]) => withOne(sample, any, randoms(seed)) as unknown),
    },
    { weight: 1, arbitrary: anyJson },
  );

/** The same, but one of its values is this. */
function withOne(value: unknown, other: unknown, random: () => number): unknown {
  if (typeof value !== 'object' || value === null) return other;
  const keys = Object.keys(value);
  const key = keys[Math.floor(random() * keys.length)];
  if (key === undefined || random() < 0.2) return other;
  const inner = withOne((value as Record<string, unknown>)[key], other, random);
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner };
}

/** A file with one value in it: as JSON, cut off somewhere, with something before it, or no JSON at all. */
export const hostileText = (samples: readonly unknown[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: hostileLike(samples).map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: fc.tuple(hostileLike(samples), fc.nat()).map(([value, n]) => cut(JSON.stringify(value) ?? '', n)) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    { weight: 1, arbitrary: fc.constantFrom('', '\0', '\ufeff{}', 'null', '[]', '"', `${'['.repeat(5_000)}`, `{"a":`.repeat(3_000)) },
  );

const cut = (text: string, n: number): string => text.slice(0, n % (text.length + 1));

const MEGABYTE = 1_000_000;

/** A megabyte of the same again and again: rows, brackets, separators, or one long text inside a row. */
export const aMegabyte = (samples: readonly unknown[], more: readonly string[] = []): fc.Arbitrary<string> => {
  const row = hostileText(samples);
  const piece = fc.constantFrom(
    'a, ',
    '"',
    '\\',
    '[',
    '{"a":',
    '[],',
    '<command-name>',
    ' ',
    '\n',
    '\u0000',
    'a, "',
    '"\\", ',
    '日',
    ...more,
  );
  const inText = fc.tuple(fc.constantFrom(...samples), fc.nat(), piece).map(([sample, seed, text]) => {
    const long = text.repeat(MEGABYTE / text.length);
    return JSON.stringify(withOne(sample, long, randoms(seed))) ?? '';
  });
  return fc.oneof(
    row.map((text) => `${text}\n`.repeat(Math.ceil(MEGABYTE / (text.length + 1))).slice(0, MEGABYTE)),
    piece.map((text) => text.repeat(MEGABYTE / text.length)),
    inText,
  );
};

/** What looks at everything again from each place takes minutes for a megabyte. What looks once takes some ten milliseconds, on a busy computer more. */
const MOST_MS = 2_000;

/** Fails if this takes far too long of the thread's own time (by the clock where the system does not tell). */
export function expectQuick(what: string, work: () => unknown): void {
  const begun = ownMs();
  work();
  const took = ownMs() - begun;
  if (took > MOST_MS) throw new Error(`${what} took ${took.toFixed(0)} ms`);
}

function ownMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
