// Every kind of ask and action on the real Claude Code, through a real broker: by hooks and by keys, at several pauses of the model.
// Each test is one cell of docs/agents/claude-code-versions.md, which `npm run test:agents -- --all` writes.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quirksOf } from '../../src/agents/claude-code/keys/goal.ts';
import type { AskView } from '../../src/ask/schema/history.ts';
import type { VerdictInput } from '../../src/ask/schema/input.ts';
import { verdictInputOf } from '../../src/ask/verdict.ts';
import { ACTIONS, type Action, asking, bash, colour, isTold, question, size } from '../support/agents/actions.ts';
import type { ClaudeSession } from '../support/agents/claude-session.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import { drawsCombining } from '../support/agents/random-dialogs.ts';
import { explain, opened, openedWhole, openScene, type Scene, verified, type Way } from '../support/agents/scene.ts';
import { asks } from '../support/agents/typist.ts';
import { varied } from '../support/agents/varied.ts';
import { seeded } from '../support/claude-code/screens/scene.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { by } from '../support/home.ts';
import { answers } from '../support/samples.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The cell in the table. `refused`: what the product says before it presses the first key. */
    cell?: { readonly action: string; readonly way: Way; readonly pauseMs: number; readonly refused?: string };
  }
}

/** all: at every pause; examples: one action of each kind, at one pause; otherwise every action at one pause. */
const SCOPE = process.env.ANSWERBACK_MATRIX;
const PAUSES = SCOPE === 'all' ? [0, 60, 250] : [250];
const IDLE = 'the next prompt of an idle agent';
const SMALL = 'several long options in a small window';
/** The texts of the questions and options are random. CI repeats the same; ANSWERBACK_SEED=… does so, too. */
const SEED = Number(process.env.ANSWERBACK_SEED ?? (process.env.ANSWERBACK_SHORT ? 1 : Date.now() % 1_000_000));
const random = seeded(SEED);
const EXAMPLES = [
  'choose the last',
  'own words',
  'several options',
  'several options and own words',
  SMALL,
  'a form of four',
  'decline',
  'allow once',
  'approve a plan',
  IDLE,
];

/** Resolves with why it was refused, if it was. */
type Cell = { readonly name: string; readonly act: (scene: Scene, run: string) => Promise<string | undefined> };

const CELLS: readonly Cell[] = [
  ...ACTIONS.map((action) => ({
    name: action.name,
    act: (scene: Scene, run: string) => decideOn(varied(action, random, !drawsCombining(CLAUDE_CODE)), scene, run),
  })),
  { name: 'two questions at once', act: decideTwo },
  { name: SMALL, act: inSmallWindow },
  { name: IDLE, act: promptIdle },
].filter(({ name }) => SCOPE !== 'examples' || EXAMPLES.includes(name));

/** How hooks differ: they can refuse with words, and then the turn goes on; and "don't ask again" covers only the same command. */
const BY_HOOKS: Readonly<Record<string, Partial<Action>>> = {
  'chat about it': { told: /^none of these$/ },
  'decline, and say why': { told: /^The user declined to answer: ask me tomorrow$/ },
  refuse: { told: /^The user does not allow this\.$/ },
  'refuse, and say why': { told: /^use the other folder$/ },
  'keep planning': { told: /^The user does not approve the plan yet/ },
  'allow, and do not ask again': { calls: (run) => [bash(`./tool-${run} --one`), bash(`./tool-${run} --one`)] },
};

let model: FakeModel;

describe.each(['hooks', 'keys'] as const)(`Claude Code ${CLAUDE_CODE} by %s, seed ${SEED}`, (way) => {
  let scene: Scene | undefined;

  beforeAll(async () => {
    model = await startFakeModel();
    return () => model.stop();
  });
  beforeEach(async ({ onTestFailed }) => {
    scene ??= await openScene(way, { version: CLAUDE_CODE, model });
    onTestFailed(async () => {
      // Whatever is left on the screen, the next test starts afresh.
      await scene?.close();
      scene = undefined;
    });
  });
  afterAll(() => scene?.close());

  it.for(CELLS.flatMap(({ name, act }) => PAUSES.map((pauseMs) => [name, pauseMs, act] as const)))(
    '%s, pause %i ms',
    async ([name, pauseMs, act], { task }) => {
      const cell = { action: name, way, pauseMs };
      task.meta.cell = cell;
      model.pauseMs = pauseMs;
      const failed = (error: Error) => explain(new Error(`seed ${SEED}: ${error.message}`, { cause: error }), scene as Scene);
      const refused = await act(scene as Scene, `${way} ${pauseMs}`).catch(failed);
      if (refused !== undefined) task.meta.cell = { ...cell, refused };
    },
  );
});

async function decideOn(byKeys: Action, { way, client, claude }: Scene, run: string): Promise<string | undefined> {
  const action = way === 'keys' ? byKeys : { ...byKeys, ends: byKeys.name === 'decline', followUp: undefined, ...BY_HOOKS[byKeys.name] };
  const { told, ends, followUp, needs } = action;
  const ids = await asks(claude, model, action, run.replace(' ', '-'));
  const view = await openedWhole(client, ['question', 'permission', 'plan']);
  if (way === 'keys' && needs && !quirksOf(CLAUDE_CODE)[needs]) return refusedFirst(verdictOn(view, action), view, client, claude);

  const followUps = () => model.requests.filter(({ prompt, side }) => !side && prompt === followUp).length;
  const before = followUps();
  await client.decide(view.id, verdictOn(view, action), by('ada'));
  if (ends) await claude.prompt(`after ${action.name} ${run}`);
  const { content } = await model.toolResult(ids.at(-1) ?? '');
  expect(content).toSatisfy((text: string) => isTold(told, text));
  if (followUp !== undefined) await eventually(() => followUps() > before);
  expect(await verified(client, view.id)).toMatchObject({ delivery: { way: way === 'keys' ? 'keys' : 'permission-hook' } });
  return undefined;
}

/** Every label takes two rows, and with the text row and the rest the dialog just fits. */
async function inSmallWindow(scene: Scene, run: string): Promise<string | undefined> {
  const label = (name: string) => `${name} of everything that happens in the service and around it`;
  const labels = ['Logging', 'Metrics'].map(label);
  const parts = {
    ...question('Which parts?', labels, { header: 'Parts', multiSelect: true }),
    options: labels.map((each) => ({ label: each, description: '' })),
  };
  const resize = (columns: number, rows: number) => scene.claude.pane.tmux('resize-window', '-x', String(columns), '-y', String(rows));
  await resize(60, 15);
  try {
    const action: Action = {
      name: SMALL,
      calls: () => [asking([parts])],
      ask: () => ({ kind: 'question', questions: [parts] }),
      verdict: { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1, 2] }] },
      told: [`"Which parts?"="${labels.join(', ')}"`],
    };
    return await decideOn(action, scene, run);
  } finally {
    await resize(120, 40);
  }
}

/** By hooks, both dialogs can be answered at once; here the second is first. By keys, one comes after the other, in 2.1.150 the second first. */
async function decideTwo({ way, client, claude }: Scene, run: string): Promise<undefined> {
  const prompt = `two at once ${run}`;
  const ids = model.script(prompt, [{ tools: [asking([colour]), asking([size])] }]);
  await claude.prompt(prompt);
  const isSize = ({ questions }: AskView) => questions[0]?.text === size.text;
  const decided: string[] = [];
  while (decided.length < 2) {
    const mayBeNext = (view: AskView) => !decided.includes(view.id) && (way === 'keys' || isSize(view) === (decided.length === 0));
    const view = await opened(client, ['question'], mayBeNext);
    await client.decide(view.id, answers(isSize(view) ? 2 : 4), by('ada'));
    decided.push(view.id);
  }
  const told = await Promise.all(ids.map((id) => model.toolResult(id)));
  expect(told.map(({ content }) => content)).toEqual([
    expect.stringContaining('"Which colour?"="Yellow"'),
    expect.stringContaining('"Which size?"="Large"'),
  ]);
  for (const id of decided) await verified(client, id);
  return undefined;
}

/** Claude Code may report such a short turn late, when its idle ask is already open. That one is then withdrawn, and another one opens. */
async function promptIdle({ client, claude }: Scene, run: string): Promise<undefined> {
  const text = `The tests are green, ${run}.`;
  model.script(`just talk ${run}`, [{ text }]);
  const began = Date.now();
  await claude.prompt(`just talk ${run}`);
  const isOurs = ({ detail, createdAt }: AskView) =>
    detail?.kind === 'idle' && (detail.lastMessage === text || (detail.lastMessage === undefined && createdAt >= began));
  const decide = async (): Promise<string> => {
    const { id } = await opened(client, ['idle'], isOurs);
    return client.decide(id, answers({ words: `go on ${run}` }), by('ada')).then(
      () => id,
      (error: Error) => (error.message.includes('was withdrawn') ? decide() : Promise.reject(error)),
    );
  };
  const id = await decide();
  await eventually(() => model.requests.some(({ prompt }) => prompt === `go on ${run}`));
  await verified(client, id);
  return undefined;
}

/** The refusal comes before the first key: the dialog stays as it is, and another answer can be given. */
async function refusedFirst(verdict: VerdictInput, view: AskView, client: Client, claude: ClaudeSession): Promise<string> {
  const screen = await claude.screen();
  const refusal = await client.decide(view.id, verdict, by('ada')).then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  );
  const [, reason = ''] = refusal.split('was not decided, because this cannot be delivered: ');
  expect(reason, refusal).toMatch(/^this version of Claude Code/);
  expect(await claude.screen()).toBe(screen);
  expect((await client.show(view.id)).state).toBe('open');
  await client.decide(view.id, { kind: 'decline' }, by('ada'));
  await verified(client, view.id);
  return reason;
}

/** Of a permission or a plan, only the order of the options is always the same: "Yes" comes first and "No" last. */
function verdictOn(view: AskView, { verdict, ask }: Pick<Action, 'verdict' | 'ask'>): VerdictInput {
  const [answer] = verdict.kind === 'answers' ? verdict.answers : [];
  if (view.kind === 'question' || answer?.kind !== 'chosen') return verdictInputOf(verdict);
  const [number = 0] = answer.chosen;
  const isLast = number === ask('', CLAUDE_CODE).questions[0]?.options.length;
  return answers(isLast ? (view.questions[0]?.options.length ?? 0) : number);
}
