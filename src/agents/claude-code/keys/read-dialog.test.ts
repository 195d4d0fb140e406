// Reads simulated dialogs by going through their tabs and rows, while many things go wrong. Nothing may be chosen or changed by that.
import { describe, expect, it } from 'vitest';
import { seeded } from '../../../../test/support/claude-code/screens/scene.ts';
import { randomWorld } from '../../../../test/support/claude-code/simulated/asked.ts';
import { behaviourOf, calm, NEWEST, OLDER, OLDEST, randomLuck } from '../../../../test/support/claude-code/simulated/random-luck.ts';
import { Simulation } from '../../../../test/support/claude-code/simulated/simulation.ts';
import { runs } from '../../../../test/support/runs.ts';
import { areTabs, isOneOf, sameHeader } from './question.ts';
import { type Reading, readDialog } from './read-dialog.ts';
import { couldBe } from './step.ts';

/** Every run has its own dialog, and drawing it takes time. */
const RUNS = Math.ceil(runs(4_000) / 40);

/** One dialog, read to the end or until it stopped. `isCalm`: nothing goes wrong. */
async function read(seed: number, isCalm: boolean) {
  const world = randomWorld(seed);
  const random = seeded(seed * 7919 + 13);
  const quirks = random.pick([NEWEST, NEWEST, OLDER, OLDEST]);
  const behaviour = { ...behaviourOf(quirks, random), ...(isCalm ? { previewBack: true } : {}) };
  const simulation = new Simulation(world, isCalm ? calm(behaviour) : randomLuck(random, behaviour, world), random, false);
  const { clock, abort } = simulation;
  let reading: Reading | undefined;
  const pane = {
    terminal: simulation,
    timer: clock,
    signal: abort.signal,
    whyNotAgent: async (look: { command: string }) => (look.command === 'claude' ? undefined : look.command),
  };
  const over = readDialog(pane, quirks, (seen) => isOneOf(seen, world.questions)).then((done) => {
    reading = done;
  });
  while (reading === undefined && clock.step()) await new Promise<void>((resolve) => setImmediate(resolve));
  await over;
  return { world, simulation, reading };
}

describe('reading a dialog by its tabs and rows', () => {
  it('finds every question with all of its options, and leaves the dialog as it was', { timeout: 3_600_000 }, async () => {
    let whole = 0;
    for (let seed = 0; seed < RUNS; seed += 1) {
      const { world, simulation, reading } = await read(seed, true);
      expect(simulation.violations, `seed ${seed}`).toEqual([]);
      expect(simulation.untouched, `seed ${seed}: ${JSON.stringify(reading)} ${simulation.keys}`).toBe(true);
      // A small pane may hide the tabs, or the first option.
      if (reading?.kind === 'stopped' && (!simulation.whole || simulation.keys.length === 0)) continue;
      whole += 1;
      const { questions } = reading?.kind === 'read' ? reading : { questions: [] };
      expect(questions.length, `seed ${seed}: ${JSON.stringify(reading)}`).toBe(world.questions.length);
      for (const [i, { text, options, multiSelect }] of world.questions.entries()) {
        const found = questions[i];
        expect(found?.multiSelect).toBe(multiSelect);
        expect(found?.cut === true || couldBe(found?.text ?? '', text), `seed ${seed}: ${found?.text}`).toBe(true);
        expect(found?.options.length, `seed ${seed}`).toBe(options.length);
        expect(
          found?.options.every(({ label }, n) => couldBe(label, options[n]?.label ?? '')),
          `seed ${seed}`,
        ).toBe(true);
      }
    }
    expect(whole).toBeGreaterThan(RUNS / 2);
  });

  it('never answers, ticks or types, whatever goes wrong', { timeout: 3_600_000 }, async () => {
    for (let seed = 0; seed < RUNS; seed += 1) {
      const { simulation } = await read(seed, false);
      // Another form that begins with the same question cannot be told from this one.
      expect(
        simulation.violations.filter((each) => !each.endsWith('the screen showed: other')),
        `seed ${seed}`,
      ).toEqual([]);
      expect(simulation.outcome?.by, `seed ${seed}`).not.toBe('us');
      expect(
        simulation.keys.every((key) => ['Up', 'Down', 'Tab', 'Left'].includes(key)),
        `seed ${seed}: ${simulation.keys}`,
      ).toBe(true);
    }
  });
});

/** Seen in 2.1.327 at 80 columns: the header of the current tab gets more room. */
const CUT = { current: '東京で新しいサービスを始める…', other: '東京で新しいサービス…' };

it('a form stays the same while the headers of its tabs are cut in other places', () => {
  const tabs = (header: string) =>
    ['use searched', header, '1. ; | use'].map((each) => ({ header: each, answered: false, cut: each.endsWith('…') }));
  const asked = (header: string) => tabs(header).map((tab) => ({ text: 'Which?', header: tab.header, options: [], multiSelect: false }));
  for (const header of [CUT.current, CUT.other, '東京で新しいサービスを始めるにはどのデー'])
    for (const shown of [CUT.current, CUT.other]) expect(areTabs(tabs(shown), asked(header)), `${shown} ${header}`).toBe(true);
  expect(areTabs(tabs(CUT.current), asked('京都で新しい'))).toBe(false);
});

it.each([
  ['Parts', 'Party…', false],
  ['Part…', 'Parts', true],
  ['…', 'Parts', false],
  ['Parts', 'Part', false],
  ['Pa…', 'Po…', false],
])('the headers %j and %j', (a, b, same) => {
  expect([sameHeader(a, b), sameHeader(b, a)]).toEqual([same, same]);
});
