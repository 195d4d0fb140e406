// Types decisions into simulated dialogs while many things go wrong. Claude Code must record what was decided, or nothing.
// `npm run test:hard` does 20,000 runs. ANSWERBACK_TYPING_SEED=<seed> repeats one run and prints everything that happened.
import { describe, expect, it, vi } from 'vitest';
import { randomWorld } from '../../../../test/support/claude-code/simulated/asked.ts';
import { problemsOf } from '../../../../test/support/claude-code/simulated/demands.ts';
import { begin, finish, type Run } from '../../../../test/support/claude-code/simulated/run.ts';
import { runs } from '../../../../test/support/runs.ts';
import type { Screen, ScreenState } from '../screen/state.ts';

const RUNS = runs(1_000);
const ONLY = process.env.ANSWERBACK_TYPING_SEED;
/** The runs of one world share most of their screens, so caching makes them fast. */
const RUNS_PER_WORLD = 100;

// The real screen reader, which is a pure function, with a cache in front of it.
const cache = vi.hoisted(() => ({ screens: new Map<string, Map<string, Screen>>(), states: new WeakMap<Screen, ScreenState>() }));
vi.mock(import('../screen/parse.ts'), async (original) => {
  const { parseScreen, ...rest } = await original();
  return {
    ...rest,
    parseScreen(ansi, cursor, columns, alternate) {
      const byCursor = cache.screens.get(ansi) ?? new Map<string, Screen>();
      cache.screens.set(ansi, byCursor);
      const key = `${cursor.x} ${cursor.y} ${columns}`;
      const screen = byCursor.get(key) ?? parseScreen(ansi, cursor, columns, alternate);
      byCursor.set(key, screen);
      return screen;
    },
  };
});
vi.mock(import('../screen/read.ts'), async (original) => {
  const { readScreen } = await original();
  return {
    readScreen(screen) {
      const state = cache.states.get(screen) ?? readScreen(screen);
      cache.states.set(screen, state);
      return state;
    },
  };
});

describe('a decision typed into a dialog', () => {
  it(`is recorded as decided or not at all, ${RUNS} times`, { timeout: 3_600_000 }, async () => {
    if (ONLY !== undefined) return console.log(await report(Number(ONLY)));
    const bad: { seed: number; problem: string }[] = [];
    const tally = new Map<string, number>();
    const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1);
    for (let start = 0; start < RUNS; start += RUNS_PER_WORLD) {
      cache.screens.clear();
      const world = randomWorld(start / RUNS_PER_WORLD);
      const all = Array.from({ length: Math.min(RUNS_PER_WORLD, RUNS - start) }, (_, index) => begin(start + index, world, false));
      await finish(all);
      for (const run of all) {
        for (const problem of problemsOf(run)) bad.push({ seed: run.seed, problem });
        addToTally(run, count);
      }
    }
    if (process.env.ANSWERBACK_TYPING_TALLY)
      console.log(
        [...tally]
          .sort()
          .map(([what, n]) => `${String(n).padStart(7)}  ${what}`)
          .join('\n'),
      );
    const kinds = new Map<string, number>();
    for (const { problem } of bad) kinds.set(problem.slice(0, 50), (kinds.get(problem.slice(0, 50)) ?? 0) + 1);
    const first = bad[0];
    if (first)
      expect.fail(
        `${bad.length} problems\n${[...kinds]
          .sort((a, b) => b[1] - a[1])
          .slice(0, 12)
          .map(([kind, n]) => `${n} × ${kind} (seed ${bad.find(({ problem }) => problem.startsWith(kind))?.seed})`)
          .join('\n')}\n\n${await report(first.seed)}`,
      );
  });
});

/** Repeats one run and describes it. */
async function report(seed: number): Promise<string> {
  const run = begin(seed, randomWorld(Math.floor(seed / RUNS_PER_WORLD)), true);
  await finish([run]);
  const { incidents, changedBefore: _, behaviour, ...luck } = run.luck;
  return [
    `ANSWERBACK_TYPING_SEED=${seed}`,
    ...problemsOf(run),
    JSON.stringify(run.world.questions),
    `decided: ${JSON.stringify(run.verdict)}`,
    JSON.stringify({ ...luck, ...behaviour, incidents, quirks: run.quirks, size: run.world.size }),
    ...run.simulation.trace,
    `→ ${JSON.stringify(run.done)}`,
  ].join('\n');
}

function addToTally({ isCalm, done, simulation, luck }: Run, count: (what: string) => void): void {
  const outcome = done?.kind === 'stopped' ? 'stopped' : (done?.kind ?? '');
  const mild = !isCalm && luck.incidents.length === 0;
  count(`${isCalm ? 'calm' : mild ? 'mild' : 'rough'}: ${outcome}`);
  if (done?.kind === 'stopped' && (isCalm || mild)) count(`${isCalm ? 'calm' : 'mild'}: stopped: ${done.reason.slice(0, 90)}`);
  if (done?.kind === 'stopped' && simulation.outcome?.by === 'us') count('recorded, but reported as stopped');
  if (done?.kind === 'typed' && simulation.outcome?.by !== 'us') count('“typed”, but somebody else was faster');
  if (simulation.outcome?.by === 'us' && simulation.outcome.excused)
    count('answered after a change by a person that the screen did not show yet');
  for (const { what } of luck.incidents) count(`mishap ${what.kind}: ${outcome}`);
}
