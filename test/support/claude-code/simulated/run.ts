// Runs of the simulation: each types one decision into one dialog. Many of them run side by side.
import type { Quirks } from '../../../../src/agents/claude-code/keys/goal.ts';
import { type Typed, typeDecision } from '../../../../src/agents/claude-code/keys/type-decision.ts';
import type { Verdict } from '../../../../src/ask/schema/decision.ts';
import { seeded } from '../screens/scene.ts';
import { randomVerdict } from './decided.ts';
import type { World } from './drawing.ts';
import type { Luck } from './luck.ts';
import { behaviourOf, calm, NEWEST, OLDER, OLDEST, randomLuck } from './random-luck.ts';
import { Simulation } from './simulation.ts';

export type Run = {
  readonly seed: number;
  readonly simulation: Simulation;
  readonly verdict: Verdict;
  readonly quirks: Quirks;
  readonly luck: Luck;
  readonly isCalm: boolean;
  readonly world: World;
  done: Typed | { kind: 'threw'; error: unknown } | undefined;
  started: number;
  ended: number;
};

export function begin(seed: number, world: World, tracing: boolean): Run {
  const random = seeded(seed * 7919 + 13);
  const quirks = random.pick([NEWEST, NEWEST, NEWEST, OLDER, OLDEST]);
  const verdict = randomVerdict(random, world.questions);
  const isCalm = random.chance(15);
  const behaviour = behaviourOf(quirks, random);
  const luck = isCalm ? calm(behaviour) : randomLuck(random, behaviour, world);
  const simulation = new Simulation(world, luck, random, tracing);
  const run: Run = { seed, simulation, verdict, quirks, luck, isCalm, world, done: undefined, started: simulation.clock.now(), ended: 0 };
  const end = (done: Run['done']) => {
    run.done = done;
    run.ended = simulation.clock.now();
  };
  simulation.clock.after(luck.lateMs, () => {
    run.started = simulation.clock.now();
    typeDecision({
      terminal: simulation,
      goal: { ask: { kind: 'question', questions: world.questions }, verdict, version: quirks },
      timer: simulation.clock,
      signal: simulation.abort.signal,
      whyNotAgent: async (look) => (look.command === 'claude' ? undefined : `another program is running in the pane (${look.command})`),
    }).then(end, (error) => end({ kind: 'threw', error }));
  });
  return run;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Advances all runs by one event at a time, so that they share each turn of the event loop. */
export async function finish(runs: readonly Run[]): Promise<void> {
  for (let open = [...runs]; open.length > 0; open = open.filter((run) => run.done === undefined)) {
    for (const run of open)
      if (!run.simulation.clock.step() && run.done === undefined) run.done = { kind: 'threw', error: new Error('the run hangs') };
    await turn();
  }
  // The last key may still have an effect.
  for (const run of runs) for (let i = 0; i < 50 && run.simulation.clock.step(); i += 1);
}
