// Every action on every stage, so many times, on one version of Claude Code: what was right, and how long it took.
import { quirksOf } from '../../src/agents/claude-code/hands/goal.ts';
import { type Action, actionsOf } from '../../test/agents/harness/actions.ts';
import { startFakeModel } from '../../test/agents/harness/fake-model.ts';
import { type Hands, handsAt, named, type Performance, STAGES, type Stage } from '../../test/agents/harness/hands.ts';

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

/** Longer than it takes to see that nothing was written lately. */
const WHILE_MS = 1_400;

export async function measure(version: string, runs: number, only: RegExp, note: (line: string) => void): Promise<Run[]> {
  const model = await startFakeModel();
  const done: Run[] = [];
  const actions = actionsOf(quirksOf(version)).filter(({ name }) => only.test(name));
  try {
    for (const stage of STAGES) {
      let hands: Hands | undefined;
      for (const action of actions) {
        for (let run = 0; run < runs; run += 1) {
          hands ??= await handsAt(version, model, stage);
          const result = await attempt(hands, action, stage, run);
          done.push(result);
          if (result.right) continue;
          note(`✗ ${version}, ${result.stage}, ${action.name}: ${result.why}`);
          // Whatever is left on the screen, the next one begins afresh.
          await hands.stop();
          hands = undefined;
        }
        const own = done.filter((result) => result.action === action.name && result.stage === named(stage));
        note(`${version}, ${named(stage)}, ${action.name}: ${own.filter(({ right }) => right).length} of ${own.length}`);
      }
      await hands?.stop();
    }
  } finally {
    await model.stop();
  }
  return done;
}

async function attempt(hands: Hands, action: Action, stage: Stage, run: number): Promise<Run> {
  const waited = run % 2 === 1;
  const common = { action: action.name, stage: named(stage), waited };
  try {
    return { ...common, ...outcome(await hands.perform(action, String(run), waited ? WHILE_MS : 0)) };
  } catch (error) {
    return { ...common, right: false, why: error instanceof Error ? error.message : String(error) };
  }
}

function outcome({ right, recordedMs, content }: Performance): Pick<Run, 'right' | 'recordedMs' | 'why'> {
  return { right, ...(recordedMs === undefined ? {} : { recordedMs }), ...(right ? {} : { why: content }) };
}
