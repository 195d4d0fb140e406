// opencode when things go wrong: suspended, half readable, or answered elsewhere. Each of these was once a wrong answer or a lost one.
import { describe, expect, it } from 'vitest';
import { fakeOpencode } from '../../../test/support/opencode/fake-opencode.ts';
import { answers, chosen, plug, soon, world } from '../../../test/support/opencode/harness.ts';
import { openSqliteJournal } from '../../journal/sqlite/journal.ts';

type World = ReturnType<typeof world>;

async function pass(at: World, ms: number, step = 1_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    await at.clock.advance(at.clock.now() + step);
    await soon();
  }
}

async function connected() {
  const at = world(openSqliteJournal(':memory:'));
  const opencode = fakeOpencode();
  await at.start();
  const plugin = plug(at, opencode);
  await plugin.hello();
  const session = opencode.session();
  const posts = () => opencode.calls.filter(({ method }) => method === 'POST');
  return { at, opencode, plugin, session, posts };
}

describe('a suspended opencode', () => {
  it('does not carry out later what was given up meanwhile', async () => {
    const { at, opencode, plugin, session, posts } = await connected();
    opencode.permission(session, 'bash', { command: 'rm -rf build' });
    const ask = await at.ask('permission');
    plugin.cut();
    await at.decide(ask, answers(chosen(1)));
    await pass(at, 60_000);
    expect(await at.journal.get(ask?.id as string)).toMatchObject({ state: 'undelivered', delivery: { done: false } });
    await at.broker.withdraw(ask?.id as string, 'changed my mind', 'person:ada');
    await plugin.hello();
    await pass(at, 5_000);
    expect(posts()).toEqual([]);
  });
});

describe('messages that cannot be read', () => {
  it('give no prompt: without its agent, a session that plans would begin to edit', async () => {
    const { at, opencode, session, posts } = await connected();
    opencode.prompt(session, 'plan it', { agent: 'plan' });
    opencode.finish(session);
    const idle = await at.ask('idle');
    const call = opencode.call.bind(opencode);
    opencode.call = async (method, path, more) =>
      method === 'GET' && path.endsWith('/message') ? { status: 500, data: {} } : call(method, path, more);
    await at.decide(idle, answers({ kind: 'words', words: 'go on planning' }));
    await pass(at, 3_000);
    expect(posts()).toEqual([]);
    expect((await at.journal.get(idle?.id as string))?.delivery?.failures[0]?.reason).toContain('cannot be read');
  });
});

describe('a permission given in opencode itself', () => {
  it('closes the ask at once, although its tool goes on working', async () => {
    const { at, opencode, session } = await connected();
    const { request } = opencode.permission(session, 'bash', { command: 'sleep 1000' });
    const ask = await at.ask('permission');
    await opencode.call('POST', `/permission/${request}/reply`, { body: { reply: 'once' } });
    await soon();
    expect(await at.journal.get(ask?.id as string)).toMatchObject({ state: 'verified', decision: { by: { surface: 'keyboard' } } });
  });
});

describe('another program', () => {
  it('keeps its sessions, whatever an opencode says about them', async () => {
    const { at, opencode } = await connected();
    await at.broker.see({ id: 'ses_claude', program: 'claude-code', project: '/srv/app' });
    opencode.delete('ses_claude');
    await soon();
    expect(await at.journal.session('ses_claude')).toMatchObject({ program: 'claude-code' });
    expect((await at.journal.session('ses_claude'))?.endedAt).toBeUndefined();
  });
});
