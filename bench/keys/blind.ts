// The same answers typed blindly and by us, in one session without hooks: how long each takes until the model has the result.
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../src/ask/schema/ask.ts';
import type { AskView } from '../../src/ask/schema/history.ts';
import { verdictInputOf } from '../../src/ask/verdict.ts';
import { ACTIONS, type Action, isTold } from '../../test/support/agents/actions.ts';
import { blindKeys, typeBlindly } from '../../test/support/agents/blind-keys.ts';
import { type ClaudeSession, startClaude } from '../../test/support/agents/claude-session.ts';
import { type FakeModel, startFakeModel } from '../../test/support/agents/fake-model.ts';
import type { Client } from '../../test/support/client.ts';
import { eventually } from '../../test/support/eventually.ts';
import { by, type Home, home } from '../../test/support/home.ts';
import { running } from './measure.ts';

/** `blind`: without reading the screen. `broker`: from the request to the broker. `command`: from the start of `answerback answer`. */
export const TYPISTS = ['blind', 'broker', 'command'] as const;
export type Timed = {
  readonly action: string;
  readonly typist: (typeof TYPISTS)[number];
  /** Early: as soon as the question is listed. Late: when its dialog has been there for two seconds. */
  readonly late: boolean;
  readonly right: boolean;
  readonly ms: number;
};

const COMPARED = ['choose the last', 'several options', 'a form of four', 'own words'];
const GAP_MS = 30;
const LATE_MS = 2_000;

type Scene = { readonly model: FakeModel; readonly claude: ClaudeSession; readonly at: Home; readonly client: Client };

export async function againstBlind(version: string, runs: number, only: RegExp, note: (line: string) => void): Promise<Timed[]> {
  const model = await startFakeModel();
  const claude = await startClaude({ version, model, args: ['--permission-mode', 'default'] });
  const at = home();
  at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
  const scene = { model, claude, at, client: at.client() };
  const stop = async () => void (await Promise.all([claude.stop(), model.stop(), at.close()]));
  const own = { stop };
  running.add(own);
  const done: Timed[] = [];
  try {
    await scene.client.status();
    for (const action of ACTIONS.filter(({ name }) => COMPARED.includes(name) && only.test(name))) {
      for (let run = 0; run < runs; run += 1)
        for (const late of [false, true]) for (const typist of TYPISTS) done.push(await timed(scene, action, { run, typist, late }));
      const right = done.filter((one) => one.action === action.name && one.right).length;
      note(`${version}, against a blind typist, ${action.name}: ${right} of ${runs * TYPISTS.length * 2}`);
    }
  } finally {
    running.delete(own);
    await stop();
  }
  return done;
}

async function timed(
  scene: Scene,
  action: Action,
  { run, typist, late }: Pick<Timed, 'typist' | 'late'> & { run: number },
): Promise<Timed> {
  const { model, claude, client } = scene;
  const prompt = `${action.name} ${typist} ${late ? 'late' : 'early'} ${run}`;
  const [id = ''] = model.script(prompt, [{ tools: [...action.calls(prompt)] }]);
  await claude.keys('C-u');
  await claude.prompt(prompt);
  await claude.waitFor(/Esc to\s+cancel/);
  const shown = Date.now();
  const isAsked = ({ kind }: AskView) => kind === 'question';
  const ask = await eventually(async () => (await client.list({ state: ['open'] })).asks.find(isAsked));
  if (late) await delay(Math.max(0, shown + LATE_MS - Date.now()));
  const started = performance.now();
  const told = model.toolResult(id, 10_000).then(
    ({ content }) => ({ right: isTold(action.told, content), ms: Math.round(performance.now() - started) }),
    () => ({ right: false, ms: Number.NaN }),
  );
  await TYPING[typist](scene, action, ask);
  const outcome = await told;
  await eventually(async () => (await client.show(ask.id)).receipt !== undefined || !outcome.right);
  return { action: action.name, typist, late, ...outcome };
}

const answersOf = ({ verdict }: Action): readonly Answer[] => (verdict.kind === 'answers' ? verdict.answers : []);

const TYPING: Record<Timed['typist'], (scene: Scene, action: Action, ask: AskView) => Promise<unknown>> = {
  blind: ({ claude }, action, ask) => typeBlindly(claude, blindKeys(ask.questions, answersOf(action)), () => GAP_MS),
  broker: ({ client }, { verdict }, { id }) => client.decide(id, verdictInputOf(verdict), by('bench')),
  command: ({ at }, action, { id }) => at.run(['answer', id, ...answersOf(action).flatMap(argumentsOf)]),
};

const argumentsOf = (answer: Answer): readonly string[] =>
  answer.kind === 'words' ? ['-m', answer.words] : answer.kind === 'chosen' ? [answer.chosen.join()] : ['-'];
