// The opencode channel, from a request to its recorded result, with a fake opencode behind the real plugin protocol.
import { describe, expect, it } from 'vitest';
import { fakeOpencode } from '../../../test/support/opencode/fake-opencode.ts';
import { answers, chosen, plug, soon, type World, world } from '../../../test/support/opencode/harness.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { openSqliteJournal } from '../../journal/sqlite/journal.ts';
import { PROTOCOL } from './plugin/protocol.ts';

const QUESTION = { question: 'Which database?', header: 'Database', options: [{ label: 'Postgres' }, { label: 'SQLite' }] };
const PLAN = {
  question: 'Plan at .opencode/plans/one.md is complete. Would you like to switch to the build agent and start implementing?',
  header: 'Build Agent',
  custom: false,
  options: [{ label: 'Yes' }, { label: 'No' }],
};

async function connected(options: Parameters<typeof world>[1] = {}) {
  const at = world(openSqliteJournal(':memory:'), options);
  const opencode = fakeOpencode();
  const plugin = plug(at, opencode);
  const session = opencode.session();
  await at.start();
  await plugin.hello();
  return { at, opencode, plugin, session };
}
const now = async (at: World, view: AskView | undefined) => {
  await soon();
  return view && at.journal.get(view.id);
};

describe('a question', () => {
  it('is asked once, however often it is announced', async () => {
    const { at, opencode, plugin, session } = await connected();
    opencode.question(session, [{ ...QUESTION, multiple: true }]);
    expect(await at.ask()).toMatchObject({
      kind: 'question',
      program: 'opencode',
      source: 'plugin',
      session,
      project: '/srv/app',
      questions: [{ text: 'Which database?', multiSelect: true }],
    });
    await plugin.hello();
    expect((await at.journal.list({}, { limit: 9 })).items).toHaveLength(1);
  });

  it('is answered and verified by its tool part', async () => {
    const { at, opencode, session } = await connected();
    opencode.question(session, [QUESTION]);
    const view = await at.decide(await at.ask(), answers(chosen(2)));
    expect(await now(at, view)).toMatchObject({
      state: 'verified',
      delivery: { way: 'plugin' },
      receipt: { evidence: 'tool part', differences: [] },
    });
  });

  it('that was aborted accepts a reply, but is never verified', async () => {
    const { at, opencode, plugin, session } = await connected();
    opencode.question(session, [QUESTION]);
    const view = await at.ask();
    plugin.cut();
    opencode.abort(session);
    await at.decide(view, answers(chosen(2)));
    await plugin.hello();
    expect(await now(at, view)).toMatchObject({ state: 'mismatched', receipt: { recorded: { kind: 'dismissed' } } });
  });

  it('that is aborted is withdrawn', async () => {
    const { at, opencode, session } = await connected();
    opencode.question(session, [QUESTION]);
    const view = await at.ask();
    opencode.abort(session);
    expect(await now(at, view)).toMatchObject({ state: 'withdrawn' });
    expect(await at.ask('idle')).toBeUndefined();
  });

  it('of an aborted turn is not asked again, although it is still in the list', async () => {
    const { at, opencode, plugin, session } = await connected();
    plugin.cut();
    opencode.question(session, [QUESTION]);
    opencode.abort(session);
    await plugin.hello();
    expect(await at.ask()).toBeUndefined();
  });

  it('answered in opencode itself is closed with the chosen option', async () => {
    const { at, opencode, session } = await connected();
    const { request } = opencode.question(session, [QUESTION]);
    const view = await at.ask();
    await opencode.call('POST', `/question/${request}/reply`, { body: { answers: [['SQLite']] } });
    expect(await now(at, view)).toMatchObject({ state: 'verified', decision: { answers: [chosen(2)], by: { surface: 'keyboard' } } });
  });

  it('dismissed in opencode itself is withdrawn', async () => {
    const { at, opencode, session } = await connected();
    const { request } = opencode.question(session, [QUESTION]);
    const view = await at.ask();
    await opencode.call('POST', `/question/${request}/reject`, { body: {} });
    expect(await now(at, view)).toMatchObject({ state: 'withdrawn', ending: 'dismissed at the keyboard (Esc)' });
  });

  it.each([
    ['a redirect', { kind: 'redirect', message: 'ask about the shape' }, [['ask about the shape']]],
    ['a decline with words', { kind: 'decline', message: 'no' }, [['The user declined to answer: no']]],
  ])('%s is sent as the answer', async (_, verdict, sent) => {
    const { at, opencode, session } = await connected();
    opencode.question(session, [QUESTION]);
    const view = await at.decide(await at.ask(), verdict);
    expect(await at.state(view)).toBe('verified');
    expect(opencode.calls.find(({ path }) => path.endsWith('/reply'))?.body).toEqual({ answers: sent });
  });

  it('declined without words is rejected', async () => {
    const { at, opencode, session } = await connected();
    opencode.question(session, [QUESTION]);
    const view = await at.decide(await at.ask(), { kind: 'decline' });
    expect(await now(at, view)).toMatchObject({ state: 'verified', receipt: { recorded: { kind: 'dismissed' } } });
  });

  it('without a tool call, answered in opencode itself, is withdrawn because the choice cannot be known', async () => {
    const { at, plugin, session } = await connected();
    const tell = (type: string, properties: object) =>
      at.receive({ protocol: PROTOCOL, link: plugin.link, kind: 'events', events: [{ type, properties }] }, new AbortController().signal);
    await tell('question.asked', { id: 'que_x', sessionID: session, questions: [QUESTION] });
    const view = await at.ask();
    expect(view?.state).toBe('open');
    await tell('question.replied', { sessionID: session, requestID: 'que_x', answers: [['SQLite']] });
    expect(await now(at, view)).toMatchObject({ state: 'withdrawn', ending: 'it was answered in opencode' });
  });

  it('in an excluded folder is ignored', async () => {
    const { at, opencode, session } = await connected({ excluded: ['/srv/app'] });
    opencode.question(session, [QUESTION]);
    expect(await at.ask()).toBeUndefined();
  });

  it('of an unknown shape is left to opencode', async () => {
    const { at, opencode, session } = await connected();
    opencode.question(session, [{ nothing: 'known' }]);
    expect(await at.ask()).toBeUndefined();
    expect(at.debugged).toContain('the questions of opencode have an unknown shape');
    expect(at.errors).toEqual([]);
  });
});

describe('a plan', () => {
  it('comes with its text, and is approved by Yes', async () => {
    const { at, opencode, session } = await connected();
    opencode.files.set('.opencode/plans/one.md', '# The plan');
    opencode.question(session, [PLAN], 'plan_exit');
    const view = await at.ask('plan');
    expect(view).toMatchObject({ kind: 'plan', detail: { plan: '# The plan', file: '.opencode/plans/one.md' } });
    await at.decide(view, answers(chosen(1)));
    expect(await at.state(view)).toBe('verified');
  });

  it('is refused by No', async () => {
    const { at, opencode, session } = await connected();
    opencode.question(session, [PLAN], 'plan_exit');
    const view = await at.decide(await at.ask('plan'), answers(chosen(2)));
    expect(await now(at, view)).toMatchObject({ state: 'verified', receipt: { recorded: { answers: [{ chosen: ['No'] }] } } });
  });

  it('is never approved by own words: it is refused, and the words are the next prompt', async () => {
    const { at, opencode, session } = await connected();
    opencode.prompt(session, 'make a plan', { agent: 'plan' });
    opencode.question(session, [PLAN], 'plan_exit');
    const view = await at.decide(await at.ask('plan'), answers({ kind: 'words', words: 'smaller steps, please' }));
    expect(await at.state(view)).toBe('verified');
    expect(opencode.calls.some(({ path }) => path.endsWith('/reply'))).toBe(false);
    expect(opencode.calls.find(({ path }) => path.endsWith('/prompt_async'))?.body).toMatchObject({
      parts: [{ text: 'smaller steps, please' }],
      agent: 'plan',
    });
  });

  it('cannot be approved with a note', async () => {
    const { at, opencode, session } = await connected();
    opencode.question(session, [PLAN], 'plan_exit');
    const view = await at.decide(await at.ask('plan'), answers({ ...chosen(1), note: 'but carefully' }));
    expect(await now(at, view)).toMatchObject({
      state: 'undelivered',
      delivery: { done: false, failures: [{ reason: expect.stringContaining('no words') }] },
    });
  });
});

describe('a permission', () => {
  const asked = async (verdict: object) => {
    const all = await connected();
    const opened = all.opencode.permission(all.session, 'bash', { command: 'echo hello' });
    const view = await all.at.decide(await all.at.ask('permission'), verdict);
    return { ...all, ...opened, view };
  };

  it('is not verified before its tool has continued', async () => {
    const { at, opencode, call, view } = await asked(answers(chosen(1)));
    expect(await at.state(view)).toBe('delivered');
    opencode.ran(call);
    expect(await now(at, view)).toMatchObject({ state: 'verified', receipt: { recorded: { answers: [{ chosen: ['Yes'] }] } } });
    expect(opencode.calls.find(({ path }) => path.endsWith('/reply'))?.body).toEqual({ reply: 'once' });
  });

  it('counts as granted even if the tool then failed', async () => {
    const { at, opencode, call, view } = await asked(answers(chosen(2)));
    opencode.ran(call, 'exit code 1');
    expect(await now(at, view)).toMatchObject({ state: 'verified', receipt: { recorded: { answers: [{ chosen: ['Yes, always'] }] } } });
  });

  it.each([
    ['No', answers(chosen(3)), { reply: 'reject' }],
    ['No with a note', answers({ ...chosen(3), note: 'use ls' }), { reply: 'reject', message: 'use ls' }],
    ['own words', answers({ kind: 'words', words: 'use ls' }), { reply: 'reject', message: 'use ls' }],
    ['a redirect', { kind: 'redirect', message: 'use ls' }, { reply: 'reject', message: 'use ls' }],
    ['a decline', { kind: 'decline' }, { reply: 'reject' }],
    ['a decline with words', { kind: 'decline', message: 'no' }, { reply: 'reject', message: 'no' }],
  ])('is refused by %s', async (_, verdict, body) => {
    const { at, opencode, view } = await asked(verdict);
    expect(opencode.calls.find(({ path }) => path.endsWith('/reply'))?.body).toEqual(body);
    expect(await at.state(view)).toBe('verified');
  });

  it('and the next one of the same call are two asks; the second proves that the first was granted', async () => {
    const { at, opencode, session, call, view } = await asked(answers(chosen(1)));
    const second = opencode.permission(session, 'external_directory', {}, [], call);
    const later = await at.ask('permission');
    expect(later?.id).not.toBe(view.id);
    expect(later?.questions[0]?.options.map(({ label }) => label)).toEqual(['Yes', 'No']);
    expect(await now(at, view)).toMatchObject({ state: 'verified', receipt: { evidence: 'permission.asked' } });
    await opencode.call('POST', `/permission/${second.request}/reply`, { body: { reply: 'reject' } });
    expect(await now(at, later)).toMatchObject({ state: 'withdrawn', ending: 'refused at the keyboard' });
  });

  it('of a sub-agent is asked in the session that the user knows', async () => {
    const { at, opencode, session } = await connected();
    const child = opencode.session({ parentID: session, agent: 'general' });
    const { call } = opencode.permission(child, 'bash', { command: 'ls' });
    const view = await at.ask('permission');
    expect(view).toMatchObject({ session, agent: 'general' });
    await at.decide(view, answers(chosen(1)));
    opencode.ran(call);
    expect(await at.state(view)).toBe('verified');
    opencode.finish(child);
    expect(await at.ask('idle')).toBeUndefined();
  });
});

describe('an idle session', () => {
  it('asks for the next prompt, and the answer is sent as one, with the same agent', async () => {
    const { at, opencode, session } = await connected();
    opencode.prompt(session, 'go', { agent: 'plan' });
    opencode.finish(session, 'All done.');
    const view = await at.ask('idle');
    expect(view).toMatchObject({ detail: { lastMessage: 'All done.' } });
    await at.decide(view, answers({ kind: 'words', words: 'now the tests' }));
    expect(await now(at, view)).toMatchObject({ state: 'verified', receipt: { evidence: 'user message' } });
    expect(opencode.calls.find(({ path }) => path.endsWith('/prompt_async'))?.body).toMatchObject({
      agent: 'plan',
      model: { providerID: 'fake', modelID: 'fake-model' },
    });
  });

  it('that is given a prompt in opencode no longer asks', async () => {
    const { at, opencode, session } = await connected();
    opencode.finish(session);
    const view = await at.ask('idle');
    opencode.prompt(session, 'typed by hand');
    expect(await now(at, view)).toMatchObject({ state: 'withdrawn' });
    expect(await at.journal.session(session)).toMatchObject({ lastPrompt: 'typed by hand' });
  });

  it('gets a queued prompt when the turn is over, and a second one after the next turn', async () => {
    const { at, opencode, session } = await connected();
    opencode.prompt(session, 'go');
    await soon();
    await at.send(session, 'one');
    await at.send(session, 'two');
    await soon();
    expect(opencode.messagesOf(session).filter(({ info }) => info.role === 'user')).toHaveLength(1);
    opencode.finish(session);
    await soon();
    expect(opencode.messagesOf(session).filter(({ info }) => info.role === 'user')).toHaveLength(2);
    opencode.finish(session);
    await soon();
    expect((await at.journal.prompts({ session, limit: 9 })).map(({ text, state }) => [text, state])).toEqual([
      ['one', 'sent'],
      ['two', 'sent'],
    ]);
  });

  it('cannot be sent a prompt when it is not connected', async () => {
    const { at, opencode, plugin, session } = await connected();
    opencode.finish(session);
    await soon();
    plugin.die();
    await soon();
    await at.clock.advance(at.clock.now() + 1);
    await soon();
    expect(await at.send(session, 'hello')).toMatchObject({ kind: 'refused' });
  });
});

describe('an opencode that ends', () => {
  it('withdraws its asks and ends its session', async () => {
    const { at, opencode, plugin, session } = await connected();
    opencode.question(session, [QUESTION]);
    const view = await at.ask();
    plugin.die();
    await soon();
    await at.clock.advance(at.clock.now() + 1);
    expect(await now(at, view)).toMatchObject({ state: 'withdrawn', ending: 'opencode has ended' });
    expect(await at.journal.session(session)).toMatchObject({ endedAt: expect.any(Number), died: true });
  });

  it('between two turns, or says goodbye, did not die', async () => {
    for (const end of ['die', 'bye'] as const) {
      const { at, opencode, plugin, session } = await connected();
      opencode.question(session, [QUESTION]);
      await at.decide(await at.ask(), answers(chosen(1)));
      opencode.finish(session);
      await soon();
      await plugin[end]();
      await soon();
      await at.clock.advance(at.clock.now() + 1);
      await soon();
      const ended = await at.journal.session(session);
      expect([ended?.endedAt, ended?.died]).toEqual([expect.any(Number), undefined]);
    }
  });

  it('and says goodbye is gone at once', async () => {
    const { at, opencode, plugin, session } = await connected();
    opencode.question(session, [QUESTION]);
    const view = await at.ask();
    await plugin.bye();
    expect(await at.state(view)).toBe('withdrawn');
  });

  it('keeps its asks if only the connection is lost', async () => {
    const { at, opencode, plugin, session } = await connected();
    opencode.question(session, [QUESTION]);
    const view = await at.ask();
    plugin.cut();
    await soon();
    await at.clock.advance(at.clock.now() + 3_000);
    await plugin.hello();
    expect(await at.state(view)).toBe('open');
    await at.decide(view, answers(chosen(1)));
    expect(await at.state(view)).toBe('verified');
  });

  it('does not affect another one in the same folder, which gets only its own answers', async () => {
    const { at, opencode, plugin, session } = await connected();
    const other = fakeOpencode();
    other.session();
    const elsewhere = other.session();
    const second = plug(at, other, { pid: 2 });
    await second.hello();
    opencode.question(session, [QUESTION]);
    const first = await at.ask();
    other.question(elsewhere, [QUESTION]);
    const theirs = await at.ask();
    expect(theirs?.id).not.toBe(first?.id);
    plugin.die();
    await soon();
    await at.clock.advance(at.clock.now() + 1);
    expect([await at.state(first), await at.state(theirs)]).toEqual(['withdrawn', 'open']);
    await at.decide(theirs, answers(chosen(2)));
    expect(await at.state(theirs)).toBe('verified');
    expect(opencode.calls.some(({ path }) => path.endsWith('/reply'))).toBe(false);
  });
});

describe('a session that two opencodes have', () => {
  it('asks once, gets its answers from the one that asks, and goes on in the other when one ends', async () => {
    const { at, opencode, plugin, session } = await connected();
    const second = plug(at, opencode, { pid: 2 });
    await second.hello();
    opencode.question(session, [QUESTION]);
    const view = await at.ask();
    expect((await at.journal.list({ kinds: ['question'] }, { limit: 9 })).items).toHaveLength(1);
    const link = (await at.journal.session(session))?.link;
    const [here, there] = link === plugin.link ? [plugin, second] : [second, plugin];
    await here.bye();
    await soon();
    expect(await at.journal.session(session)).toMatchObject({ link: there.link });
    expect((await at.journal.session(session))?.endedAt).toBeUndefined();
    await at.decide(view, answers(chosen(2)));
    expect(await at.state(view)).toBe('verified');
    await there.bye();
    await soon();
    expect(await at.journal.session(session)).toMatchObject({ endedAt: expect.any(Number) });
  });
});

describe('a broker that was restarted', () => {
  it('finds the question again and delivers a later decision', async () => {
    const { at, opencode, plugin, session } = await connected();
    opencode.question(session, [QUESTION]);
    const view = await at.ask();
    plugin.cut();
    await at.restart();
    expect(await at.state(view)).toBe('open');
    await plugin.hello();
    await at.decide(view, answers(chosen(2)));
    expect(await at.state(view)).toBe('verified');
  });

  it('delivers an earlier decision as soon as opencode is back', async () => {
    const { at, opencode, plugin, session } = await connected();
    opencode.question(session, [QUESTION]);
    const view = await at.ask();
    plugin.cut();
    await at.decide(view, answers(chosen(2)));
    await at.restart();
    await plugin.hello();
    expect(await at.state(view)).toBe('verified');
  });

  it('closes what was answered meanwhile with the chosen option', async () => {
    const { at, opencode, plugin, session } = await connected();
    const { request } = opencode.question(session, [QUESTION]);
    const view = await at.ask();
    plugin.cut();
    await opencode.call('POST', `/question/${request}/reply`, { body: { answers: [['SQLite']] } });
    await at.restart();
    await plugin.hello();
    expect(await now(at, view)).toMatchObject({ state: 'verified', decision: { answers: [chosen(2)] } });
  });

  it('withdraws what opencode no longer asks, because its process was restarted', async () => {
    const { at, opencode, plugin, session } = await connected();
    opencode.question(session, [QUESTION]);
    const view = await at.ask();
    plugin.cut();
    opencode.forget();
    await at.restart();
    await plugin.hello();
    expect(await now(at, view)).toMatchObject({ state: 'withdrawn', ending: 'opencode no longer waits for an answer' });
  });

  it('reports as unconfirmed what it had delivered to a process that ended meanwhile', async () => {
    const { at, opencode, plugin, session } = await connected();
    opencode.permission(session, 'bash', { command: 'sleep 60' });
    const view = await at.decide(await at.ask('permission'), answers(chosen(1)));
    expect(await at.state(view)).toBe('delivered');
    plugin.cut();
    at.alive.clear();
    await at.restart();
    expect(await at.state(view)).toBe('unconfirmed');
  });

  it('a process in another PID namespace goes on, though no process here has its pid, also after a restart', async () => {
    const at = world(openSqliteJournal(':memory:'));
    const opencode = fakeOpencode();
    const plugin = plug(at, opencode, { namespace: { pidNamespace: 'pid:[1]' } });
    await at.start();
    await plugin.hello();
    opencode.question(opencode.session(), [QUESTION]);
    const view = await at.ask();
    at.alive.clear();
    plugin.cut();
    await at.clock.advance(at.clock.now() + 10_000);
    expect(await now(at, view)).toMatchObject({ state: 'open' });
    await at.restart();
    expect(await now(at, view)).toMatchObject({ state: 'open' });
  });

  it('ends the sessions that an earlier version reached over HTTP: nobody knows their process', async () => {
    const at = world(openSqliteJournal(':memory:'));
    await at.broker.see({
      id: 'ses_old',
      program: 'opencode',
      channel: 'opencode',
      project: '/srv/app',
      link: '["http://127.0.0.1:4096"]',
    });
    await at.start();
    expect(await at.journal.session('ses_old')).toMatchObject({ endedAt: expect.any(Number) });
  });

  it('withdraws the asks of a process that ended meanwhile', async () => {
    const { at, opencode, plugin, session } = await connected();
    opencode.question(session, [QUESTION]);
    const view = await at.ask();
    plugin.die();
    await at.restart();
    expect(await now(at, view)).toMatchObject({ state: 'withdrawn', ending: 'opencode is gone' });
  });

  it('closes an idle ask that was answered by hand meanwhile', async () => {
    const { at, opencode, plugin, session } = await connected();
    opencode.finish(session);
    const view = await at.ask('idle');
    plugin.cut();
    opencode.prompt(session, 'by hand');
    await at.restart();
    await plugin.hello();
    expect(await at.state(view)).toBe('withdrawn');
  });
});

describe('incoming messages', () => {
  const never = new AbortController().signal;

  it('from a plugin of another version are refused, with one warning that says what to do', async () => {
    const { at } = await connected();
    for (let i = 0; i < 3; i += 1)
      expect((await at.receive({ protocol: PROTOCOL + 1, link: 'x', kind: 'hello' }, never)).body).toEqual({ update: true });
    expect(at.warned).toMatchObject([{ what: expect.stringContaining('answerback setup opencode'), protocol: PROTOCOL + 1 }]);
  });

  it('from an unknown plugin are answered with a request for a hello', async () => {
    const { at } = await connected();
    expect((await at.receive({ protocol: PROTOCOL, link: 'x', kind: 'calls' }, never)).body).toEqual({ hello: true });
  });

  it.each([[undefined], [null], ['text'], [[]], [{ protocol: PROTOCOL }], [{ protocol: PROTOCOL, link: 'x', kind: 'hello', pid: 'no' }]])(
    'garbage is ignored: %j',
    async (garbage) => {
      const { at } = await connected();
      await at.receive(garbage, never);
      expect(at.errors).toEqual([]);
    },
  );

  it('with events of any shape are ignored with a debug line', async () => {
    const { at, plugin } = await connected();
    const events = [
      null,
      1,
      'x',
      {},
      { type: 'question.asked' },
      { type: 'question.asked', properties: {} },
      { type: 'question.asked', properties: { id: 'a/b', sessionID: 's', questions: [] } },
      { type: 'question.asked', properties: { id: '../..', sessionID: 5, questions: 'none' } },
      { type: 'permission.asked', properties: null },
      { type: 'question.replied' },
      { type: 'session.idle', properties: { sessionID: ['ses_1'] } },
      { type: 'session.status', properties: { sessionID: 'ses_1', status: 'busy' } },
    ];
    await at.receive({ protocol: PROTOCOL, link: plugin.link, kind: 'events', events }, never);
    await soon();
    expect(at.errors).toEqual([]);
    expect(at.debugged).toHaveLength(events.length);
  });

  it('a request that is held open is released when the broker stops', async () => {
    const { at, plugin } = await connected();
    const held = at.receive({ protocol: PROTOCOL, link: plugin.link, kind: 'calls' }, never);
    await at.channel().stop();
    expect((await held).body).toEqual({ calls: [] });
  });
});
