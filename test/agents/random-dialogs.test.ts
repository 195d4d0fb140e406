// Random question dialogs on the real Claude Code, through a real broker: what the model gets is what was decided, or it was refused with a reason
// before the first key. More of them: ANSWERBACK_DIALOGS=300 npm run test:agents; the same again: ANSWERBACK_SEED=…
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quirksOf } from '../../src/agents/claude-code/keys/goal.ts';
import { asking } from '../support/agents/actions.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import { drawsCombining, type RandomDialog, randomDialog } from '../support/agents/random-dialogs.ts';
import { explain, openedWhole, openScene, type Scene, verified, type Way } from '../support/agents/scene.ts';
import { seeded } from '../support/claude-code/screens/scene.ts';
import { eventually } from '../support/eventually.ts';
import { by } from '../support/home.ts';

const COUNT = Number(process.env.ANSWERBACK_DIALOGS ?? (process.env.ANSWERBACK_SHORT ? 8 : 40));
/** CI repeats the same dialogs. */
const SEED = Number(process.env.ANSWERBACK_SEED ?? (process.env.ANSWERBACK_SHORT ? 1 : Date.now() % 1_000_000));
const WAYS = (process.env.ANSWERBACK_WAYS ?? 'keys,hooks').split(',') as Way[];
/** A session is used for this many dialogs, in a window of one size. */
const PER_SESSION = 10;
const SIZES = [
  { columns: 120, rows: 40 },
  { columns: 80, rows: 24 },
  { columns: 60, rows: 15 },
  { columns: 100, rows: 30 },
  { columns: 200, rows: 50 },
] as const;
type Size = (typeof SIZES)[number];
/** Older versions leave rests of what they drew before in small windows. */
const IS_OLDER = quirksOf(CLAUDE_CODE).gapMs > 0;

/** What this version does not accept, in a window of any size: see docs/agents/claude-code.md. */
const NOT_IN_THIS_VERSION: readonly RegExp[] = [
  ...(quirksOf(CLAUDE_CODE).pastes ? [] : [/this version of Claude Code does not accept multi-line text/]),
  ...(quirksOf(CLAUDE_CODE).ticksTyped ? [] : [/this version of Claude Code does not accept own words together with options/]),
  ...(quirksOf(CLAUDE_CODE).leavesNotes ? [] : [/this version of Claude Code does not accept notes/]),
];
/** What a window with fewer rows than this may not have room for. In a larger one, nothing else may be refused. */
const ENOUGH_ROWS = 24;
const NO_ROOM =
  /notes need a pane of|the pane is too (?:small|narrow)|not on the (?:agent's )?screen|cannot be read from here|has no option|only the question on the screen could be read/;
describe.each(WAYS)(`Claude Code ${CLAUDE_CODE} by %s`, (way) => {
  let model: FakeModel;
  let scene: Scene | undefined;
  let asked = 0;
  let askedInSmall = 0;
  const refusals: string[] = [];

  beforeAll(async () => {
    model = await startFakeModel();
    return () => model.stop();
  });
  const end = async () => {
    await scene?.close();
    scene = undefined;
  };
  afterAll(async () => {
    await end();
    process.stderr.write(`${way}: ${refusals.length} of ${asked} dialogs refused\n${refusals.map((one) => `  ${one}\n`).join('')}`);
  });

  it.for(Array.from({ length: COUNT }, (_, i) => [SEED + i, i] as const))('random dialog, seed %i', async ([seed, i], { onTestFailed }) => {
    onTestFailed(end);
    const random = seeded(seed);
    if (i % PER_SESSION === 0) await end();
    // Also from the seed, so that one dialog can be run again alone.
    const size = random.pick(IS_OLDER ? SIZES.filter(({ rows }) => rows >= 24) : SIZES);
    const tui = random.pick(['fullscreen', 'default']);
    model.pauseMs = random.pick([0, 60, 250]);
    scene ??= await openScene(way, { version: CLAUDE_CODE, model, size, settings: { tui } });
    await scene.claude.pane.tmux('resize-window', '-x', String(size.columns), '-y', String(size.rows));
    const dialog = randomDialog(random, !drawsCombining(CLAUDE_CODE));
    await check(dialog, seed, size, scene).catch((error) =>
      explain(
        new Error(`seed ${seed}, ${size.columns}×${size.rows}, ${tui}: ${JSON.stringify(dialog)}\n${error.message}`, { cause: error }),
        scene as Scene,
      ),
    );
  });

  it('is refused nothing else than what does not fit, and not most of that', () => {
    // A few dialogs of some runs prove nothing.
    expect(refusals.filter((refusal) => NO_ROOM.test(refusal)).length).toBeLessThanOrEqual(2 + askedInSmall / 2);
  });

  async function check(dialog: RandomDialog, seed: number, { columns, rows }: Size, { client, claude }: Scene): Promise<void> {
    asked += 1;
    if (rows < ENOUGH_ROWS) askedInSmall += 1;
    const prompt = `random ${seed}`;
    const [id = ''] = model.script(prompt, [{ tools: [asking(dialog.questions)] }]);
    await claude.prompt(prompt);
    const view = await openedWhole(client, ['question']);
    const refused = await client.decide(view.id, dialog.verdict, by('ada')).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (refused !== undefined) {
      refusals.push(`seed ${seed}, ${columns}×${rows}: ${refused}`);
      const known = rows < ENOUGH_ROWS ? [...NOT_IN_THIS_VERSION, NO_ROOM] : NOT_IN_THIS_VERSION;
      if (!known.some((reason) => reason.test(refused))) throw new Error(`it should not be refused: ${refused}`);
      await claude.keys('Escape');
    }
    // A dialog that is closed without words ends the turn. The model reads the result with the next prompt.
    if (dialog.ends && refused === undefined) await verified(client, view.id);
    if (dialog.ends || refused !== undefined) await claude.prompt(`after ${seed}`);
    const { content } = await model.toolResult(id);
    if (refused === undefined && (way === 'keys' || dialog.verdict.kind === 'answers')) {
      const wrong = dialog.wrongIn(content);
      expect(wrong, `${wrong}, but: ${content}`).toBeUndefined();
    }
    if (refused === undefined && dialog.followUp !== undefined && way === 'keys')
      await eventually(() => model.requests.some((request) => request.prompt === dialog.followUp));
    if (refused === undefined) await verified(client, view.id);
  }
});
