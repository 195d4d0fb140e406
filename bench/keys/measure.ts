// Runs every action on every stage, several times, on one version of Claude Code: whether it was right, and how long it took.
import { quirksOf } from '../../src/agents/claude-code/keys/goal.ts';
import { type Action, actionsOf } from '../../test/support/agents/actions.ts';
import { startFakeModel } from '../../test/support/agents/fake-model.ts';
import { drawsCombining } from '../../test/support/agents/random-dialogs.ts';
import { named, type Performance, STAGES, type Stage, type Typist, typistAt } from '../../test/support/agents/typist.ts';
import { varied } from '../../test/support/agents/varied.ts';
import { seeded } from '../../test/support/claude-code/screens/scene.ts';

export type Run = {
  readonly action: string;
  readonly stage: string;
  /** Whether the dialog had been on the screen for a while, or was just drawn. */
  readonly waited: boolean;
  readonly right: boolean;
  readonly recordedMs?: number;
  /** What went wrong. */
  readonly why?: string;
};

/** Longer than it takes to see that there was no recent output. */
const WHILE_MS = 1_400;

/** Long questions and options fit into a pane of this size. */
const ENOUGH_ROWS = 24;

export type Measuring = {
  readonly version: string;
  readonly runs: number;
  readonly only: RegExp;
  /** All sizes and renderers at once: faster, but they slow each other down. */
  readonly together: boolean;
  readonly note: (line: string) => void;
  /** For the texts of half of the runs, which are random where the pane has room for long ones. */
  readonly seed: number;
};

export async function measure(measuring: Measuring): Promise<Run[]> {
  if (measuring.together) return (await Promise.all(STAGES.map((stage) => measureAt(stage, measuring)))).flat();
  const all: Run[] = [];
  for (const stage of STAGES) all.push(...(await measureAt(stage, measuring)));
  return all;
}

/** What to end if the benchmark is interrupted. */
export const running = new Set<{ stop(): Promise<void> }>();

async function measureAt(stage: Stage, { version, runs, only, note, seed }: Measuring): Promise<Run[]> {
  const model = await startFakeModel();
  const done: Run[] = [];
  const random = seeded(seed);
  const simple = !drawsCombining(version);
  let typist: Typist | undefined;
  const end = async () => {
    if (typist) running.delete(typist);
    await typist?.stop();
    typist = undefined;
  };
  try {
    for (const action of actionsOf(quirksOf(version)).filter(({ name }) => only.test(name))) {
      for (let run = 0; run < runs; run += 1) {
        typist ??= await typistAt(version, model, stage);
        running.add(typist);
        const isVaried = stage.rows >= ENOUGH_ROWS && Math.floor(run / 2) % 2 === 1;
        const result = await attempt(typist, isVaried ? varied(action, random, simple) : action, stage, run);
        done.push(result);
        if (result.right) continue;
        note(`✗ ${version}, ${result.stage}, ${action.name}: ${result.why}`);
        // Whatever is left on the screen, the next run starts with a new session.
        await end();
      }
      const own = done.filter((result) => result.action === action.name);
      note(`${version}, ${named(stage)}, ${action.name}: ${own.filter(({ right }) => right).length} of ${own.length}`);
    }
  } finally {
    await end();
    await model.stop();
  }
  return done;
}

async function attempt(typist: Typist, action: Action, stage: Stage, run: number): Promise<Run> {
  const waited = run % 2 === 1;
  const common = { action: action.name, stage: named(stage), waited };
  try {
    return { ...common, ...outcome(await typist.perform(action, String(run), waited ? WHILE_MS : 0)) };
  } catch (error) {
    return { ...common, right: false, why: error instanceof Error ? error.message : String(error) };
  }
}

function outcome({ right, recordedMs, content }: Performance): Pick<Run, 'right' | 'recordedMs' | 'why'> {
  return { right, ...(recordedMs === undefined ? {} : { recordedMs }), ...(right ? {} : { why: content }) };
}
