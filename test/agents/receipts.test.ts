// The real Claude Code without hooks: what a receipt says is how this very call ended, also where Esc is how a decision is typed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskView, State } from '../../src/ask/schema/history.ts';
import type { VerdictInput } from '../../src/ask/schema/input.ts';
import { type ClaudeSession, startClaude } from '../support/agents/claude-session.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { by, type Home, home } from '../support/home.ts';
import { answers } from '../support/samples.ts';

// The groups run one after the other, each with its own.
let at: Home;
let client: Client;
let model: FakeModel;
let claude: ClaudeSession;

async function closeAll(): Promise<void> {
  await at?.close();
  await claude?.stop();
  await model?.stop();
}

const asks = (text: string, labels: readonly string[], more = {}) => ({
  name: 'AskUserQuestion',
  input: {
    questions: [
      { question: text, header: 'Pick', multiSelect: false, options: labels.map((label) => ({ label, description: 'so' })), ...more },
    ],
  },
});
const bash = (command: string) => ({ name: 'Bash', input: { command, description: 'Try it' } });

/** Prompts the agent, which then makes this call. Returns its id. */
async function prompted(prompt: string, tool: { name: string; input: object }): Promise<string> {
  const [id = ''] = model.script(prompt, [{ tools: [tool] }]);
  await claude.prompt(prompt);
  return id;
}

/** The newest ask that is in one of these states, and about this. */
async function seen(what: (view: AskView) => boolean, ...states: State[]): Promise<AskView> {
  try {
    return await eventually(async () => (await client.list({ limit: 100 })).asks.find((view) => what(view) && states.includes(view.state)));
  } catch (error) {
    const found = (await client.list({ limit: 100 })).asks.filter(what).map(({ state, ending, delivery }) => ({ state, ending, delivery }));
    throw new Error(`${JSON.stringify(found)}\n${await claude.screen()}`, { cause: error });
  }
}
const becomes = (id: string, ...states: State[]) => seen(({ toolUseId }) => toolUseId === id, ...states);

const CHECKED = ['verified', 'mismatched', 'unconfirmed'] as const;

/** Decides the ask of this call, and returns the receipt. */
async function receiptOf(id: string, verdict: VerdictInput): Promise<object | undefined> {
  const { id: ask } = await becomes(id, 'open');
  await client.decide(ask, verdict, by('ada'));
  const { receipt, delivery } = await becomes(id, ...CHECKED);
  return { ...receipt, way: delivery?.way };
}

const told = (words: string) => eventually(() => model.requests.some(({ prompt }) => prompt === words));
const VERIFIED = { verdict: 'verified', evidence: 'transcript', differences: [], way: 'keys' };

describe(`The receipts of Claude Code ${CLAUDE_CODE}, answered by keys`, () => {
  beforeAll(async () => {
    model = await startFakeModel(0);
    claude = await startClaude({ version: CLAUDE_CODE, model, args: ['--permission-mode', 'default'] });
    at = home();
    at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
    client = at.client();
    await client.status();
  }, 180_000);
  afterAll(closeAll);

  it('a decline with words is verified by the words, which the agent gets as its next prompt', async () => {
    const id = await prompted('to decline', asks('Which way?', ['Left', 'Right']));
    expect(await receiptOf(id, { kind: 'decline', message: 'ask me tomorrow' })).toMatchObject({
      ...VERIFIED,
      recorded: { kind: 'decline', message: 'ask me tomorrow' },
    });
    await told('ask me tomorrow');
  });

  it('a redirect is verified by its words, not by the choice of “Chat about this” alone', async () => {
    const id = await prompted('to redirect', asks('Which door?', ['Left', 'Right']));
    expect(await receiptOf(id, { kind: 'redirect', message: 'there is no door' })).toMatchObject({
      ...VERIFIED,
      recorded: { kind: 'redirect', message: 'there is no door' },
    });
    await told('there is no door');
  });

  it('“No” to a permission is verified although it ends the turn', async () => {
    const id = await prompted('to refuse', bash('touch refused && echo no'));
    expect(await receiptOf(id, answers('No'))).toMatchObject(VERIFIED);
  });

  it.each([
    ['own words instead of a permission', answers({ words: 'use the other folder' }), 'use the other folder'],
    ['“No” with a note', answers({ choose: ['No'], note: 'not on a Friday' }), 'not on a Friday'],
    ['a permission redirected', { kind: 'redirect', message: 'read the README first' } as const, 'read the README first'],
    ['a permission declined with words', { kind: 'decline', message: 'I am not sure' } as const, 'I am not sure'],
  ])('%s: verified once the agent got the words', async (name, verdict, words) => {
    const id = await prompted(name.replaceAll(/[“”]/g, ''), bash(`touch ${words.replaceAll(' ', '-')} && echo no`));
    expect(await receiptOf(id, verdict)).toMatchObject(VERIFIED);
    await told(words);
  });

  it.each([
    ['single', false, answers(2)],
    ['multi', true, answers([1, 2])],
  ])('blanks at the end of a label make no difference (%s)', async (name, multiSelect, verdict) => {
    const id = await prompted(`blanks ${name}`, asks(`Which tool, ${name}? `, ['Plain', 'Hammer ', 'Saw  '], { multiSelect }));
    expect(await receiptOf(id, verdict)).toMatchObject(VERIFIED);
  });

  it('a turn that is over before its prompt is verified still opens its idle ask', async () => {
    const about = (message: string) => (view: AskView) => view.detail?.kind === 'idle' && view.detail.lastMessage === message;
    for (const n of [1, 2, 3]) model.script(`go on ${n}`, [{ text: `finished ${n}` }]);
    await claude.prompt('go on 1');
    for (const n of [1, 2]) {
      const { id } = await seen(about(`finished ${n}`), 'open');
      await client.decide(id, answers({ words: `go on ${n + 1}` }), by('ada'));
    }
    await seen(about('finished 3'), 'open');
    await seen(about('finished 2'), 'verified');
  });
});

describe(`The receipts of Claude Code ${CLAUDE_CODE} in a pane without a transcript`, () => {
  beforeAll(async () => {
    model = await startFakeModel(0);
    claude = await startClaude({ version: CLAUDE_CODE, model, args: ['--permission-mode', 'default'] });
    at = home();
    client = at.client();
    const socket = (await claude.pane.tmux('display-message', '-p', '#{socket_path}')).trim();
    expect(await at.run(['watch-pane', claude.pane.id, '--socket', socket])).toMatchObject({ code: 0 });
  }, 180_000);
  afterAll(closeAll);
  const about = (text: string) => (view: AskView) => view.questions[0]?.text === text;

  it.each(['Which number?', 'Which number?', 'Another number?'])(
    'a question that was dismissed before and is still on the screen does not count: %s',
    async (text) => {
      const n = (await client.list({ limit: 100 })).asks.length;
      await prompted(`ask ${n}`, asks('Which number?', ['One', 'Two']));
      const before = await seen(about('Which number?'), 'open');
      await claude.waitForSettled(/Esc to cancel/);
      await claude.keys('Escape');
      await seen(({ id }) => id === before.id, 'withdrawn');
      const id = await prompted(`ask again ${n}`, asks(text, ['One', 'Two']));
      const view = await seen(about(text), 'open');
      await client.decide(view.id, answers('Two'), by('ada'));
      expect((await model.toolResult(id)).content).toContain('="Two"');
      expect((await seen(({ id: ask }) => ask === view.id, ...CHECKED)).receipt).toMatchObject({ verdict: 'verified', evidence: 'screen' });
    },
  );
});
