// Pane watchers, with a fake terminal that shows recorded screens, a fake clock, and a transcript that the test writes.
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeBroker } from '../../../../test/support/broker-harness.ts';
import { recordedAnsi, recordedScreen } from '../../../../test/support/claude-code/screens/recorded.ts';
import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import type { AskView } from '../../../ask/schema/history.ts';
import { appendIfAllowed } from '../../../inbox/amend.ts';
import { createChannelInbox } from '../../../inbox/channel-inbox.ts';
import { settle } from '../../../inbox/settle.ts';
import { openSqliteJournal } from '../../../journal/sqlite/journal.ts';
import { idleDraft } from '../../draft.ts';
import { createEvidence } from '../evidence.ts';
import type { Reading } from '../keys/read-dialog.ts';
import type { RunningAgent } from '../sessions/running.ts';
import { createPaneWatchers } from './pane-watchers.ts';
import { readScreen } from './read.ts';

const shown = (name: string) => {
  const { ansi, cursor, columns, alternate } = recordedAnsi(name);
  return { ansi: ansi.replace(/\n$/, ''), cursor, columns, alternate, rows: ansi.split('\n').length - 1 };
};
const ada = { kind: 'person', name: 'ada', surface: 'test' } as const;
const QUESTION = shown('layout-single4-120x40-full');
const IDLE = shown('plan-idle');
const MENU = shown('light-theme-picker');
const PERMISSION = shown('perm-bash2');
const BUSY = shown('focus-queued');
const decision = { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }], key: 'k1', by: ada, at: 1 } as const;

function setUp({ hasHooks = false, excluded = [] as string[], continues = '' } = {}) {
  const { journal, clock, waiting, newId, transcript, channels, sessions, broker, errors, onError } = fakeBroker(
    openSqliteJournal(':memory:'),
  );
  const alive = new Set([7]);
  const stopping = new AbortController();
  const heard: unknown[] = [];
  const queue = {
    prompted: async (session: string, text: string) => void heard.push([session, text]),
    interrupted: async (session: string) => void heard.push([session, 'interrupted']),
  };
  channels.add('claude-code', { async start() {}, stop() {}, deliver: async () => ({ kind: 'delivered' }) });
  const inbox = createChannelInbox({ program: 'claude-code', journal, sessions, clock, waiting, newId, queue, deliver() {} });
  const evidence = createEvidence({ inbox, clock, transcript, stopping: stopping.signal, onError });
  const terminal = fakeTerminal(IDLE);
  const reads: Reading[] = [];
  const screens = createPaneWatchers({
    inbox,
    clock,
    transcript,
    evidence,
    hasHooks: () => hasHooks,
    readDialog: async () => reads.shift() ?? { kind: 'stopped', reason: 'not in this test' },
    untilTyped: async () => {},
    follow: async ({ id }) => id === continues,
    enabled: () => true,
    ignored: (folder) => excluded.find((path) => path === folder),
    agentGone: (id) => inbox.endSession(id, 'the agent is gone'),
    machine: {
      isAlive: (pid) => alive.has(pid),
      whyNotInForeground: async (_, { command }) => (command === 'claude' ? undefined : command),
      terminal: () => terminal,
    },
    onError,
  });
  onTestFinished(() => {
    screens.stop();
    stopping.abort();
    expect(errors).toEqual([]);
  });
  const settled = async () => {
    for (let i = 0; i < 30; i += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    journal,
    clock,
    reads,
    terminal,
    alive,
    broker,
    async says(status: string | undefined, over: { [K in keyof RunningAgent]?: RunningAgent[K] | undefined } = {}) {
      const found = {
        pid: 7,
        session: 's1',
        cwd: '/p',
        transcript: '/t',
        tmux: '/sock',
        pane: '%1',
        ...(status && { status }),
        ...over,
      };
      screens.running([found as RunningAgent]);
      await settled();
    },
    async ends() {
      screens.running([]);
      await settled();
    },
    async write(row: object) {
      transcript.write(JSON.stringify(row));
      await settled();
    },
    async show(look: Parameters<typeof terminal.show>[0]) {
      terminal.show(look);
      await settled();
    },
    async later(ms: number) {
      await clock.advance(clock.now() + ms);
      await settled();
    },
    asks: async () => (await journal.list({}, { limit: 50 })).items,
    screens,
    inbox,
    heard,
  };
}

describe('a pane watcher', () => {
  it('does not watch while the agent is busy', async () => {
    const at = setUp();
    await at.says('busy');
    expect(at.terminal.listening()).toBe(0);
    await at.says('waiting');
    expect(at.terminal.listening()).toBe(1);
  });

  it('opens one ask for a dialog that reads the same twice, and withdraws it when the dialog disappears without a record', async () => {
    const at = setUp();
    await at.says('busy');
    await at.show(QUESTION);
    await at.says('waiting');
    expect(await at.asks()).toEqual([]);
    await at.later(600);
    await at.show({ ...QUESTION });
    const [ask, ...others] = await at.asks();
    expect(others).toEqual([]);
    expect(ask).toMatchObject({ source: 'screen', kind: 'question', state: 'open', session: 's1', project: '/p' });
    await at.show({ ...IDLE });
    await at.says('idle');
    await at.later(10_100);
    expect((await at.journal.get(ask?.id ?? ''))?.state).toBe('withdrawn');
  });

  describe('when Claude Code writes the call to its transcript only after the dialog closed', () => {
    const shownAt = async (at: ReturnType<typeof setUp>) => {
      await at.says('busy');
      await at.show({ ...QUESTION });
      await at.says('waiting');
      await at.later(300);
      return (await at.asks()).at(0);
    };
    /** The call and its result, as Claude Code writes them; the labels have blanks that a screen does not show. */
    const answered = async (at: ReturnType<typeof setUp>, ask: AskView | undefined, id: string, label: string, time = at.clock.now()) => {
      const questions = ask?.questions.map(({ text, options, ...rest }) => ({
        question: text,
        ...rest,
        options: options.map((option) => ({ ...option, label: `${option.label} ` })),
      }));
      const answers = Object.fromEntries(ask?.questions.map(({ text }) => [text, `${label} `]) ?? []);
      const use = { type: 'tool_use', id, name: 'AskUserQuestion', input: { questions } };
      const result = { type: 'tool_result', tool_use_id: id, content: 'answered' };
      const timestamp = new Date(time).toISOString();
      await at.write({ type: 'assistant', uuid: id, timestamp, message: { content: [use] } });
      await at.write({ type: 'user', timestamp, message: { content: [result] }, toolUseResult: { answers } });
    };
    const second = (ask: AskView | undefined) => ask?.questions[0]?.options[1]?.label ?? '';

    it('closes the ask with what was chosen at the keyboard, and the ask gets the text and the id of its call', async () => {
      const at = setUp();
      const ask = await shownAt(at);
      await at.show({ ...IDLE });
      await at.later(500);
      await answered(at, ask, 'toolu_1', second(ask));
      expect(await at.journal.get(ask?.id ?? '')).toMatchObject({
        state: 'verified',
        toolUseId: 'toolu_1',
        decision: { by: { surface: 'keyboard' }, answers: [{ chosen: [2] }] },
        questions: [{ options: expect.arrayContaining([expect.objectContaining({ label: `${second(ask)} ` })]) }],
      });
    });

    it('opens a new ask for the same question asked again, before and after the first one has its record', async () => {
      const at = setUp();
      const first = await shownAt(at);
      await at.show({ ...IDLE });
      const closedAt = at.clock.now();
      const again = await shownAt(at);
      expect(await at.asks()).toMatchObject([{ id: again?.id, state: 'open' }, { id: first?.id }]);
      expect(again?.id).not.toBe(first?.id);
      await answered(at, first, 'toolu_1', second(first), closedAt);
      expect(await at.asks()).toMatchObject([{ state: 'open' }, { state: 'verified', toolUseId: 'toolu_1' }]);
    });

    it('notices that the same question was asked again even if it never saw the screen in between', async () => {
      const at = setUp();
      const first = await shownAt(at);
      await answered(at, first, 'toolu_1', second(first));
      await shownAt(at);
      expect(await at.asks()).toMatchObject([{ state: 'open' }, { state: 'verified' }]);
    });
  });

  describe('when the screen shows one question of a form', () => {
    const FORM = shown('layout-four-120x40-full');
    const whole = (ask: AskView | undefined) =>
      ask?.questions.map((each) => ({
        text: `all of ${each.header}`,
        header: each.header,
        options: [{ label: 'Yes' }],
        multiSelect: false,
      })) ?? [];

    it('reads the others before it opens the ask, if nobody is at the pane', async () => {
      const at = setUp();
      const questions = ['Alpha', 'Beta'].map((text) => ({ text, options: [{ label: 'Yes' }], multiSelect: false }));
      at.reads.push({ kind: 'read', questions });
      await at.says('busy');
      await at.show(FORM);
      await at.says('waiting');
      await at.later(300);
      expect(await at.asks()).toMatchObject([{ state: 'open', version: 1, questions }]);
    });

    it('opens the ask at once if somebody is at the pane, and reads the others when they have been away for ten seconds', async () => {
      const at = setUp();
      await at.says('busy');
      await at.show({ ...FORM, activity: at.clock.now() });
      await at.says('waiting');
      await at.later(300);
      const [ask] = await at.asks();
      expect(ask?.questions.filter(({ unseen }) => unseen === true)).toHaveLength(3);
      at.reads.push({ kind: 'read', questions: whole(ask) });
      await at.later(9_000);
      expect(at.reads).toHaveLength(1);
      await at.later(1_000);
      expect(await at.asks()).toMatchObject([{ id: ask?.id, state: 'open', questions: whole(ask) }]);
    });
  });

  it('gives the ask the text and the id of its call when the transcript gets it while the dialog is open', async () => {
    const at = setUp();
    await at.says('busy');
    await at.show(QUESTION);
    await at.says('waiting');
    await at.later(300);
    const [ask] = await at.asks();
    const questions = ask?.questions.map(({ text, ...rest }) => ({ question: text, ...rest, more: 'kept' }));
    const use = { type: 'tool_use', id: 'toolu_1', name: 'AskUserQuestion', input: { questions } };
    await at.write({ type: 'assistant', uuid: 'u1', message: { content: [use] } });
    expect(await at.asks()).toMatchObject([{ id: ask?.id, state: 'open', toolUseId: 'toolu_1', questions: [{ more: 'kept' }] }]);
  });

  it('opens the ask of a permission with the options that it ends up with, also if its call is known', async () => {
    const at = setUp();
    const permission = shown('perm-bash2');
    await at.says('busy');
    const use = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'npm run build --if-present' } };
    await at.write({ type: 'assistant', uuid: 'm1', message: { content: [use] } });
    await at.show({ ...permission, ansi: permission.ansi.replace('npm run *', 'npm run b') });
    await at.says('waiting');
    await at.later(100);
    await at.show(permission);
    await at.later(400);
    const [ask] = await at.asks();
    expect(ask).toMatchObject({ toolUseId: 'toolu_1', kind: 'permission' });
    expect(ask?.questions[0]?.options[1]?.label).toMatch(/for: npm run \*$/);
  });

  it('waits two seconds for the hooks of the session, and opens no second ask if they reported the dialog', async () => {
    const at = setUp({ hasHooks: true });
    await at.says('busy');
    await at.show(QUESTION);
    await at.says('waiting');
    await at.later(1_900);
    expect(await at.asks()).toEqual([]);
    const { questions } = { questions: [{ text: 'Which?', options: [], multiSelect: false }] };
    const byHook = {
      id: 'hook1',
      session: 's1',
      toolUseId: 't1',
      program: 'claude-code',
      project: '/p',
      source: 'hook',
      createdAt: 1,
    } as const;
    await at.journal.open({ ...byHook, kind: 'question', questions }, {}, 'agent');
    await at.later(200);
    expect((await at.asks()).map(({ id }) => id)).toEqual(['hook1']);
  });

  describe('without a transcript, the ask that a hook reported', () => {
    const asked = async (kind: 'question' | 'permission', screen: typeof QUESTION, state: 'open' | 'undelivered') => {
      const at = setUp({ hasHooks: true });
      await at.says('busy');
      await at.show(screen);
      await at.says('waiting');
      const questions = [{ text: 'Which?', options: [{ label: 'A' }], multiSelect: false }];
      const byHook = {
        id: 'hook1',
        session: 's1',
        toolUseId: 't1',
        program: 'claude-code',
        project: '/p',
        source: 'hook',
        createdAt: 1,
      } as const;
      await at.journal.open({ ...byHook, kind, questions }, {}, 'agent');
      if (state === 'undelivered') {
        await settle(at.journal, 'hook1', decision);
        const now = { at: at.clock.now(), actor: 'agent:claude-code' };
        await appendIfAllowed(at.journal, 'hook1', now, { kind: 'delivering', way: 'keys' });
        await appendIfAllowed(at.journal, 'hook1', now, { kind: 'delivery-failed', way: 'keys', reason: 'somebody is typing' });
      }
      await at.later(2_100);
      return at;
    };

    it.each(['open', 'undelivered'] as const)('is withdrawn when its dialog was dismissed in the pane (%s)', async (state) => {
      const at = await asked('question', QUESTION, state);
      expect(await at.asks()).toMatchObject([{ id: 'hook1', state }]);
      await at.show(IDLE);
      await at.later(2_000);
      expect(await at.asks()).toMatchObject([{ state }]);
      await at.later(2_000);
      expect((await at.asks()).filter(({ kind }) => kind === 'question')).toMatchObject([
        { state: 'withdrawn', ending: expect.stringContaining('closed in its pane') },
      ]);
    });

    it('is kept while something else covers its dialog', async () => {
      const at = await asked('question', QUESTION, 'open');
      await at.show({ ansi: '' });
      await at.later(10_000);
      expect(await at.asks()).toMatchObject([{ state: 'open' }]);
    });

    it('is kept while the command that was allowed in the pane runs', async () => {
      const at = await asked('permission', PERMISSION, 'open');
      await at.show(BUSY);
      await at.later(10_000);
      expect(await at.asks()).toMatchObject([{ state: 'open' }]);
      await at.show(IDLE);
      await at.later(4_000);
      expect((await at.asks()).filter(({ kind }) => kind === 'permission')).toMatchObject([{ state: 'withdrawn' }]);
    });
  });

  it('opens an ask after two seconds if the hooks of the session did not report the dialog', async () => {
    const at = setUp({ hasHooks: true });
    await at.says('busy');
    await at.show(QUESTION);
    await at.says('waiting');
    await at.later(2_000);
    expect(await at.asks()).toMatchObject([{ source: 'screen' }]);
  });

  it('opens an idle ask when a turn ends, and withdraws it when the next turn begins', async () => {
    const at = setUp();
    await at.says('busy');
    await at.write({ type: 'assistant', uuid: 'u1', message: { content: [{ type: 'text', text: 'All done.' }] } });
    await at.says('idle');
    expect(await at.asks()).toMatchObject([{ kind: 'idle', state: 'open', detail: { lastMessage: 'All done.' } }]);
    await at.says('busy');
    expect(await at.asks()).toMatchObject([{ kind: 'idle', state: 'withdrawn' }]);
  });

  it('adds the last message to the idle ask if the transcript has it only later', async () => {
    const at = setUp();
    await at.says('busy');
    await at.says('idle');
    await at.later(3_100);
    const timestamp = new Date(at.clock.now() - 300).toISOString();
    await at.write({ type: 'assistant', uuid: 'u1', timestamp, message: { content: [{ type: 'text', text: 'All done.' }] } });
    expect(await at.asks()).toMatchObject([{ kind: 'idle', state: 'open', detail: { lastMessage: 'All done.' } }]);
    await at.later(100);
    const next = new Date(at.clock.now()).toISOString();
    await at.write({ type: 'assistant', uuid: 'u2', timestamp: next, message: { content: [{ type: 'text', text: 'Done again.' }] } });
    expect((await at.asks()).map(({ state, detail }) => [state, detail])).toMatchObject([
      ['open', { lastMessage: 'Done again.' }],
      ['withdrawn', { lastMessage: 'All done.' }],
    ]);
  });

  it('waits for the last message of each turn, which may reach the transcript late', async () => {
    const at = setUp();
    const write = (type: string, uuid: string, content: object[]) => at.write({ type, uuid, message: { content } });
    for (const text of ['First.', 'Second.']) {
      await at.says('busy');
      await write('assistant', `before ${text}`, [{ type: 'text', text: 'I will look.' }]);
      await write('assistant', `call ${text}`, [{ type: 'tool_use', id: text, name: 'Read', input: {} }]);
      await write('user', `result ${text}`, [{ type: 'tool_result', tool_use_id: text, content: 'x' }]);
      await at.says('idle');
      await at.later(2_000);
      expect((await at.asks()).filter(({ state }) => state === 'open')).toEqual([]);
      await write('assistant', text, [{ type: 'text', text }]);
      expect((await at.asks())[0]).toMatchObject({ kind: 'idle', state: 'open', detail: { lastMessage: text } });
    }
  });

  it('waits for no message if the turn was interrupted', async () => {
    const at = setUp();
    await at.says('busy');
    const timestamp = new Date(at.clock.now()).toISOString();
    await at.write({ type: 'user', uuid: 'p', timestamp, message: { content: [{ type: 'text', text: '[Request interrupted by user]' }] } });
    await at.says('idle');
    await at.later(300);
    expect(await at.asks()).toMatchObject([{ kind: 'idle', state: 'open' }]);
  });

  it('reports what was typed at the keyboard, each once', async () => {
    const at = setUp();
    const row = (more: object) => at.write({ timestamp: new Date(at.clock.now()).toISOString(), ...more });
    const user = (content: unknown, more: object = {}) => row({ type: 'user', message: { content }, ...more });
    await at.says('busy');
    await user('go', { origin: { kind: 'human' } });
    await at.later(1_000);
    await row({ type: 'queue-operation', operation: 'enqueue', content: 'and this' });
    await at.later(1_000);
    await row({ type: 'queue-operation', operation: 'enqueue', content: '<task-notification>done</task-notification>' });
    await user('A hook says so', { isMeta: true });
    await user('This session continues another one.', { isCompactSummary: true });
    await user('The background task has ended', { origin: { kind: 'task-notification' } });
    await user([{ type: 'tool_result', tool_use_id: 't', content: 'x' }]);
    await at.later(1_000);
    await user('<command-name>/clear</command-name>');
    await at.later(1_000);
    await user([{ type: 'text', text: '[Request interrupted by user for tool use]' }]);
    await at.later(1_000);
    await user([{ type: 'text', text: '[Request interrupted by user]' }]);
    expect(at.heard).toEqual([
      ['s1', 'go'],
      ['s1', 'and this'],
      ['s1', '/clear'],
      ['s1', 'interrupted'],
    ]);
  });

  it('opens no idle ask for an agent that has been idle from the start', async () => {
    const at = setUp();
    await at.says('idle');
    await at.later(5_000);
    expect(await at.asks()).toEqual([]);
  });

  it('opens an idle ask after a start of the broker if the turn that an answer began has ended meanwhile, and none if the agent wrote nothing since', async () => {
    const at = setUp();
    const wrote = (uuid: string, when: number) =>
      at.write({
        type: 'assistant',
        uuid,
        timestamp: new Date(when).toISOString(),
        message: { content: [{ type: 'text', text: `Said ${uuid}.` }] },
      });
    const place = { session: 's1', project: '/p', source: 'screen' } as const;
    const { view } = await at.inbox.open({ ...idleDraft(), ...place, toolUseId: 'idle:1' }, {});
    await wrote('u1', at.clock.now());
    await at.later(1_000);
    await at.broker.decide(view, { kind: 'answers', answers: [{ words: 'continue' }] }, { by: ada, key: 'k' });
    const recorded = { kind: 'answers', answers: [{ chosen: [], words: 'continue' }] } as const;
    await at.inbox.recorded(view.id, { kind: 'recorded', recorded }, 'UserPromptSubmit');
    await at.says('idle');
    expect(await at.asks()).toMatchObject([{ state: 'verified' }]);
    await at.ends();
    await at.later(1_000);
    await wrote('u2', at.clock.now());
    await at.later(10_000);
    await at.says('idle');
    expect(await at.asks()).toMatchObject([{ kind: 'idle', state: 'open', detail: { lastMessage: 'Said u2.' } }, { state: 'verified' }]);
  });

  it.each([
    ['another prompt', 'do something else', { state: 'mismatched' }],
    ['the same prompt', 'continue', { state: 'verified' }],
    ['a prompt that is not in the transcript', undefined, { state: 'withdrawn', ending: 'the next prompt was given at the keyboard' }],
  ])(
    'an answer that could not be delivered does not prevent the idle ask of the next turn, which began with %s',
    async (_, typed, before) => {
      const at = setUp();
      const row = (type: string, uuid: string, content: unknown) =>
        at.write({ type, uuid, timestamp: new Date(at.clock.now()).toISOString(), message: { content } });
      await at.says('busy');
      await row('assistant', 'u1', [{ type: 'text', text: 'All done.' }]);
      await at.says('idle');
      const [first] = (await at.asks()) as [AskView];
      await at.later(1_000);
      await at.broker.decide(first, { kind: 'answers', answers: [{ words: 'continue' }] }, { by: ada, key: 'k' });
      const failed = { kind: 'delivery-failed', way: 'keys', reason: 'the pane is in copy mode' } as const;
      await appendIfAllowed(at.journal, first.id, { at: at.clock.now(), actor: 'test' }, { kind: 'delivering', way: 'keys' }, failed);
      await at.later(1_000);
      if (typed) await row('user', 'p2', typed);
      await at.says('busy');
      expect(await at.asks()).toMatchObject([{ state: 'undelivered' }]);
      await at.later(1_000);
      await row('assistant', 'u2', [{ type: 'text', text: 'Done again.' }]);
      await at.says('idle');
      expect(await at.asks()).toMatchObject([{ kind: 'idle', state: 'open', detail: { lastMessage: 'Done again.' } }, before]);
    },
  );

  it('stops watching a session that somebody ended', async () => {
    const at = setUp();
    await at.says('waiting');
    expect(at.terminal.listening()).toBe(1);
    await at.broker.endSession('s1', 'no longer watched');
    expect(at.terminal.listening()).toBe(0);
    await at.says('waiting');
    expect(at.terminal.listening()).toBe(0);
  });

  it('stops watching, but does not end the session, when its folder becomes excluded', async () => {
    const excluded: string[] = [];
    const at = setUp({ excluded });
    await at.says('waiting');
    expect(at.terminal.listening()).toBe(1);
    excluded.push('/p');
    await at.says('waiting');
    expect(at.terminal.listening()).toBe(0);
    expect((await at.journal.session('s1'))?.endedAt).toBeUndefined();
  });

  it('ignores agents in an excluded folder or without a pane', async () => {
    const at = setUp({ excluded: ['/p'] });
    await at.says('waiting');
    await at.says('waiting', { cwd: '/other', pane: undefined });
    expect(await at.journal.sessions({ limit: 5 })).toEqual([]);
  });

  it('opens an idle ask for an idle session that continues another one', async () => {
    const at = setUp({ continues: 's2' });
    await at.says('idle');
    expect(await at.asks()).toEqual([]);
    await at.says('idle', { session: 's2' });
    await at.later(5_000);
    expect(await at.asks()).toMatchObject([{ kind: 'idle', state: 'open', session: 's2' }]);
  });

  it('opens that idle ask after a start of the broker, too, if it was stopped before it could', async () => {
    const at = setUp();
    await at.inbox.see({ id: 's2', project: '/p', continues: 's1' });
    await at.says('idle', { session: 's2' });
    await at.later(5_000);
    expect(await at.asks()).toMatchObject([{ kind: 'idle', state: 'open', session: 's2' }]);
  });

  it('does not read the screen while another program is in the foreground', async () => {
    const at = setUp();
    await at.show({ ...QUESTION, command: 'vim' });
    await at.says('waiting');
    await at.later(5_000);
    expect(await at.asks()).toEqual([]);
  });

  it('withdraws the ask of a pane that a person chose, once the dialog is missing for a while or another program is in front', async () => {
    const at = setUp();
    await at.show(QUESTION);
    const watched = await at.screens.watchPane('/sock', '%1', '/p');
    expect(watched).toMatchObject({ kind: 'watched', screen: 'question' });
    await at.later(0);
    await at.later(200);
    expect(await at.asks()).toMatchObject([{ state: 'open' }]);
    await at.show({ ansi: '' });
    await at.later(2_900);
    expect(await at.asks()).toMatchObject([{ state: 'open' }]);
    await at.later(200);
    expect(await at.asks()).toMatchObject([{ state: 'withdrawn' }]);

    await at.show(QUESTION);
    await at.later(200);
    expect(await at.asks()).toMatchObject([{ state: 'open' }, { state: 'withdrawn' }]);
    await at.show({ ansi: '$ ', command: 'bash' });
    await at.later(3_000);
    expect(await at.asks()).toMatchObject([{ state: 'withdrawn' }, { state: 'withdrawn' }]);
  });

  it('keeps the ask while the terminal does not respond', async () => {
    const at = setUp();
    await at.show(QUESTION);
    await at.screens.watchPane('/sock', '%1', '/p');
    await at.later(0);
    await at.later(200);
    at.terminal.silence(true);
    await at.later(60_000);
    await at.show({ ansi: '' });
    await at.later(60_000);
    expect(await at.asks()).toMatchObject([{ state: 'open' }]);
    expect(await at.screens.watchPane('/sock', '%1', '/p')).toEqual({ kind: 'silent', reason: 'the terminal did not respond' });
    at.terminal.silence(false);
    await at.later(0);
    await at.later(3_000);
    expect(await at.asks()).toMatchObject([{ state: 'withdrawn' }]);
  });

  it('does not take an earlier outcome that is still on the screen for the outcome of this question', async () => {
    const at = setUp();
    const grey = '\x1b[38;5;246m';
    const question = readScreen(recordedScreen('layout-single4-120x40-full'));
    const text = question.kind === 'question' ? question.question.text : '';
    const declined = [`${grey}●\u00a0\x1b[39mUser declined to answer questions`, `${grey}  ⎿ \u00a0· ${text} (A / B)\x1b[39m`, ''];
    const below = (look: typeof IDLE, ...rows: string[]) => ({
      ...look,
      ansi: [...rows, ...look.ansi.split('\n').slice(rows.length)].join('\n'),
    });
    await at.show(below(QUESTION, '❯ ask', ...declined));
    await at.screens.watchPane('/sock', '%1', '/p');
    await at.later(0);
    await at.later(200);
    expect(await at.asks()).toMatchObject([{ state: 'open', questions: [{ text }] }]);
    await at.show(below(IDLE, '❯ ask', ...declined));
    expect(await at.asks()).toMatchObject([{ kind: 'idle' }, { ending: expect.stringContaining('what was chosen there is not known') }]);
  });

  it('withdraws the open question of an agent that was killed', async () => {
    const at = setUp();
    await at.show(QUESTION);
    await at.says('waiting');
    await at.later(600);
    expect(await at.asks()).toMatchObject([{ state: 'open' }]);
    at.alive.clear();
    await at.show({ ansi: '$ ', command: 'bash' });
    await at.later(3_100);
    expect(await at.asks()).toMatchObject([{ state: 'withdrawn' }]);
    expect((await at.journal.session('s1'))?.endedAt).toBeDefined();
  });
});

describe('a dialog that cannot be read', () => {
  /** Only the last rows are on the screen. */
  const { ansi, cursor, ...size } = shown('perm-bash2');
  const lines = ansi.split('\n');
  const footer = lines.findIndex((line) => line.includes('Esc to cancel'));
  const UNREADABLE = { ...size, ansi: lines.slice(footer - 3, footer + 1).join('\n'), cursor: { ...cursor, y: 0 }, rows: 4 };
  const BASH = {
    type: 'assistant',
    message: { content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'npm test' } }] },
  };

  async function opened() {
    const at = setUp();
    await at.says('busy');
    await at.show(UNREADABLE);
    await at.says('waiting');
    await at.later(600);
    expect(await at.asks()).toEqual([]);
    await at.later(1_500);
    const [ask] = await at.asks();
    return { at, ask: ask as AskView };
  }

  it('is listed with how to get to its pane, and cannot be answered from here', async () => {
    const { at, ask } = await opened();
    expect(ask).toMatchObject({ kind: 'question', state: 'open', source: 'screen' });
    expect(ask.questions[0]?.text).toBe(
      'Waiting at its own dialog, which cannot be read from here, because there is no pointer. Answer it in its pane: tmux -S /sock attach -t %1',
    );
    const by = { kind: 'person', name: 'ada', surface: 'cli' } as const;
    for (const verdict of [
      { kind: 'answers', answers: [{ words: 'yes' }] },
      { kind: 'decline' },
      { kind: 'redirect', message: 'no' },
    ] as const)
      expect(await at.broker.decide(ask, verdict, { by, key: verdict.kind })).toMatchObject({
        kind: 'invalid',
        problems: [{ rule: 'only-at', message: expect.stringContaining('tmux -S /sock attach -t %1') }],
      });
  });

  it('is closed when the dialog closes', async () => {
    const { at, ask } = await opened();
    await at.show({ ...IDLE });
    expect(await at.journal.get(ask.id)).toMatchObject({
      state: 'withdrawn',
      ending: 'its dialog was closed in its pane, or can be read now',
    });
  });

  it('becomes another ask when it can be read', async () => {
    const { at, ask } = await opened();
    await at.show(shown('perm-bash2'));
    await at.later(600);
    expect((await at.journal.get(ask.id))?.state).toBe('withdrawn');
    const [now] = await at.asks();
    expect(now).toMatchObject({ kind: 'permission', state: 'open' });
    expect(now?.questions[0]?.text).toBe('Allow Bash command: npm run build --if-present?');
  });

  it('says what its call is about, if the transcript has it', async () => {
    const at = setUp();
    await at.says('busy');
    await at.write(BASH);
    await at.show(MENU);
    await at.says('waiting');
    await at.later(1_500);
    expect((await at.asks())[0]?.questions[0]?.text).toContain(
      'cannot be read from here (Allow Bash: npm test?). Answer it in its pane: tmux',
    );
  });

  it('is not a menu that a person has opened, and not a dialog that a hook reported', async () => {
    const at = setUp();
    await at.says('idle');
    await at.show(MENU);
    await at.says('waiting');
    await at.later(5_000);
    expect(await at.asks()).toEqual([]);
    await at.inbox.open(
      { kind: 'permission', questions: [], session: 's1', toolUseId: 'toolu_1', project: '/p', source: 'hook' },
      { hook: true },
    );
    await at.show(UNREADABLE);
    await at.later(5_000);
    expect(await at.asks()).toHaveLength(1);
  });
});
