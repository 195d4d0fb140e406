// A person at the keyboard of the real Claude Code against `answerback answer`, at the same moment and with another choice: what is recorded
// is what the model got. More races: ANSWERBACK_RACES=50. The same choices again: ANSWERBACK_RACES_SEED, which a failure prints.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskView, State } from '../../src/ask/schema/history.ts';
import { typeBlindly } from '../support/agents/blind-keys.ts';
import { type ClaudeSession, startClaude } from '../support/agents/claude-session.ts';
import { type FakeModel, startFakeModel, type ToolResult } from '../support/agents/fake-model.ts';
import { hookSettings } from '../support/agents/hook-settings.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import { type Choice, isSame, KINDS, type Kind, meaningOf, problemsOf, type Raced } from '../support/agents/race.ts';
import { randoms } from '../support/claude-code/mutate.ts';
import { eventually } from '../support/eventually.ts';
import { figure } from '../support/figures.ts';
import { type Home, home } from '../support/home.ts';

const RACES = Number(process.env.ANSWERBACK_RACES ?? (process.env.ANSWERBACK_SHORT ? 3 : 20));
/** In CI, the same races each time. */
const SEED = Number(process.env.ANSWERBACK_RACES_SEED ?? (process.env.ANSWERBACK_SHORT ? 1 : Date.now() % 1_000_000));
const DIALOG = /Esc to\s+cancel|Submit answers/;
const OVER: readonly State[] = ['verified', 'mismatched', 'unconfirmed', 'withdrawn'];
/** The person's last key comes at most this long before or after the moment at which both sides win about equally often. */
const SPREAD_MS = 150;
/** How much that moment is moved after each race. */
const STEP_MS = 60;
const GAP_MS = 40;
/** When neither side has closed the dialog by then, neither will. */
const LEFT_OPEN_MS = 3_000;

let model: FakeModel;
let claude: ClaudeSession;
let at: Home;

describe.each(['with hooks', 'by keys'])(`Claude Code ${CLAUDE_CODE} %s, a person against the command line`, (way) => {
  beforeAll(async () => {
    model = await startFakeModel();
    at = home();
    const settings = way === 'with hooks' ? await hookSettings(at, CLAUDE_CODE) : {};
    claude = await startClaude({ version: CLAUDE_CODE, model, settings, args: ['--permission-mode', 'default'] });
    if (way === 'by keys') at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
    await at.run(['broker', 'start']);
  }, 180_000);
  afterAll(async () => {
    await claude?.stop();
    await model?.stop();
    await at?.close();
  });

  it.each(KINDS.map((kind) => [kind.name, kind] as const))(
    `${RACES} races about a %s: what is recorded is what the model got`,
    async (name, kind) => {
      const random = randoms(SEED);
      const failures: string[] = [];
      const won = { person: 0, command: 0, neither: 0 };
      let lastKeyMs = way === 'by keys' ? 900 : 400;
      for (let n = 0; n < RACES; n += 1) {
        const mine = pick(random, kind.choices);
        const theirs = pick(
          random,
          kind.choices.filter(({ means, keys }) => keys && !isSame(means, mine.means)),
        );
        const afterMs = Math.round(lastKeyMs + (2 * random() - 1) * SPREAD_MS - (theirs.keys?.length ?? 0) * GAP_MS);
        const gapMs = () => GAP_MS * (0.5 + random());
        const raced = await race(kind, `${name}-${n}`, { mine, theirs, afterMs, gapMs, isSettled: random() < 0.5 });
        const { got } = raced;
        const winner = isSame(theirs.means, got) ? 'person' : isSame(mine.means, got) ? 'command' : 'neither';
        won[winner] += 1;
        lastKeyMs += winner === 'person' ? STEP_MS : -STEP_MS;
        const problems = problemsOf(raced, mine);
        if (problems.length > 0)
          failures.push(await story(raced, { n, mine: mine.command('…').join(' '), theirs: theirs.keys, afterMs, problems }));
      }
      figure(
        `${RACES} races about a ${name}, ${way}`,
        `person ${won.person}, command ${won.command}, mixed ${won.neither}; recorded as got`,
      );
      console.log(`${way}, ${name}: ${JSON.stringify(won)}`);
      expect(failures.join('\n\n'), `ANSWERBACK_RACES_SEED=${SEED}`).toBe('');
    },
    RACES * 60_000,
  );
});

const pick = (random: () => number, choices: readonly Choice[]): Choice => choices[Math.floor(random() * choices.length)] as Choice;

type Race = {
  readonly mine: Choice;
  readonly theirs: Choice;
  /** From the start of the command to the person's first key. */
  readonly afterMs: number;
  readonly gapMs: () => number;
  /** The race begins when the dialog accepts answers, and not when it appears. */
  readonly isSettled: boolean;
};

async function race(kind: Kind, run: string, { mine, theirs, afterMs, gapMs, isSettled }: Race): Promise<Raced> {
  const prompt = `race ${run}`;
  const [id = ''] = model.script(prompt, [{ tools: [kind.call(run)] }]);
  await given(prompt);
  const client = at.client();
  const ask = await openAsk();
  // A hook reports the question a moment before the dialog is there, and a person answers what is there.
  await (isSettled ? claude.waitForSettled(DIALOG) : claude.waitFor(DIALOG));
  const [ran] = await Promise.all([
    delay(Math.max(0, -afterMs)).then(() => at.run(mine.command(ask))),
    delay(Math.max(0, afterMs)).then(() => typeBlindly(claude, theirs.keys ?? [], gapMs)),
  ]);
  const leftOpen = await whatIsLeft(ask);
  const result = await resultOf(id, run);
  const view = await eventually(async () => {
    const now = await client.show(ask);
    return OVER.includes(now.state) && now;
  }).catch(() => client.show(ask));
  const { project } = claude.paths;
  const isGranted = existsSync(join(project, '.claude', 'settings.local.json')) || /auto mode on/.test(await claude.screen());
  return { view, result, got: meaningOf(kind, result, existsSync(join(project, run)), isGranted), ran, leftOpen };
}

async function openAsk(): Promise<string> {
  const client = at.client();
  const isAsked = ({ kind }: AskView) => kind !== 'idle';
  try {
    return (await eventually(async () => (await client.list({ state: ['open'] })).asks.find(isAsked))).id;
  } catch (error) {
    const { asks } = await client.list({ limit: 3 });
    throw new Error(`${JSON.stringify(asks)}\n${await claude.screen()}`, { cause: error });
  }
}

/** Closes a dialog that neither side closed. Returns the state of its ask before that. */
async function whatIsLeft(ask: string): Promise<State | undefined> {
  const isOpen = async () => DIALOG.test(await claude.screen());
  for (const end = Date.now() + LEFT_OPEN_MS; (await isOpen()) && Date.now() < end; ) await delay(50);
  if (!(await isOpen())) return undefined;
  const { state } = await at.client().show(ask);
  await claude.keys('Escape');
  return state;
}

/** If the turn was ended, the model gets the result with the next prompt. */
async function resultOf(id: string, run: string): Promise<ToolResult> {
  const soon = await model.toolResult(id, 1_500).catch(() => undefined);
  if (soon) return soon;
  await given(`after ${run}`);
  return model.toolResult(id);
}

/** Keys that came after the dialog was closed are in the input box. */
async function given(prompt: string): Promise<void> {
  await claude.keys('C-u');
  await claude.prompt(prompt);
}

async function story({ view, ...raced }: Raced, about: object): Promise<string> {
  const events = (await at.client().history(view.id)).map(({ happening, at: when }) => {
    const { kind, ...more } = happening;
    return `  ${when - view.createdAt} ms ${kind} ${kind === 'asked' || kind === 'reread' ? '' : JSON.stringify(more)}`;
  });
  return [`${view.state} ${JSON.stringify({ ...about, ...raced })}`, ...events].join('\n');
}
