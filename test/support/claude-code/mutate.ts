// Payloads of hooks, changed at random: parts missing, renamed, cut, doubled or replaced by something hostile.
const HOSTILE: readonly unknown[] = [
  null,
  0,
  -1,
  true,
  '',
  'x'.repeat(5_000),
  '\u001b[2J\u202e\u0000',
  [],
  {},
  [[[[]]]],
  { questions: null },
  { questions: [{}] },
  { questions: 'x' },
  '__proto__',
  1e308,
  ['A', 1, null],
  // Cannot be made into a text.
  { toString: 1, valueOf: 1 },
];

/** A seeded random generator, so that every run sends the same payloads. */
export function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function mutated(value: unknown, random: () => number): unknown {
  if (random() < 0.08) return HOSTILE[Math.floor(random() * HOSTILE.length)];
  if (Array.isArray(value)) {
    const kept = value.filter(() => random() > 0.1).map((inner) => mutated(inner, random));
    return random() < 0.05 ? [...kept, ...kept] : kept;
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) =>
        random() < 0.06 ? [] : [[random() < 0.03 ? `${key}x` : key, mutated(inner, random)]],
      ),
    );
  }
  if (typeof value === 'string' && random() < 0.1) return value.slice(0, Math.floor(random() * value.length));
  return value;
}
