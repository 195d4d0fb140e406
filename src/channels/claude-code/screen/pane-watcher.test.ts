// Pane watchers, with a fake terminal that shows recorded screens, a fake clock, and a transcript that the test writes.
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeBroker } from '../../../../test/support/broker-harness.ts';
import { recordedAnsi } from '../../../../test/support/claude-code/screens/recorded.ts';
import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { createInbox } from '../../../broker/inbox.ts';
import { openSqliteJournal } from '../../../drivers/sqlite/journal.ts';
import { createEvidence } from '../evidence.ts';
import type { RunningAgent } from '../sessions/running.ts';
import { createPaneWatchers } from './pane-watchers.ts';

const shown = (name: string) => {
  const { ansi, cursor, columns, alternate } = recordedAnsi(name);
  return { ansi: ansi.replace(/\n$/, ''), cursor, columns, alternate, rows: ansi.split('\n').length - 1 };
};
const QUESTION = shown('layout-single4-120x40-full');
const IDLE = shown('plan-idle');

function setUp({ hasHooks = false, excluded = [] as string[] } = {}) {
  const { journal, clock, waiting, newId, transcript, broker, errors, onError } = fakeBroker(openSqliteJournal(':memory:'));
  const alive = new Set([7]);
  const stopping = new AbortController();
  const inbox = createInbox({ program: 'claude-code', journal, broker, clock, waiting, newId, deliver() {} });
  const evidence = createEvidence({ inbox, clock, transcript, stopping: stopping.signal });
  const terminal = fakeTerminal(IDLE);
  const screens = createPaneWatchers({
    inbox,
    clock,
    transcript,
    evidence,
    hasHooks: () => hasHooks,
    alive: (pid) => alive.has(pid),
    enabled: () => true,
    ignored: (folder) => excluded.find((path) => path === folder),
    terminal: () => terminal,
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
    await at.later(3_100);
    expect((await at.journal.get(ask?.id ?? ''))?.state).toBe('withdrawn');
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

  it('opens no idle ask for an agent that has been idle from the start', async () => {
    const at = setUp();
    await at.says('idle');
    await at.later(5_000);
    expect(await at.asks()).toEqual([]);
  });

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
