// Calls of our own tool that share an id, or that continue one another.
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { fakeBroker } from '../../../test/support/broker-harness.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { createChannelInbox } from '../../inbox/channel-inbox.ts';
import { settle } from '../../inbox/settle.ts';
import { openSqliteJournal } from '../../journal/sqlite/journal.ts';
import type { Connection } from './callers.ts';
import { createToolCalls } from './channel.ts';

const option = (label: string) => ({ label, description: `about ${label}` });
const deletes = (what: string) => [
  { text: `Delete ${what}?`, header: 'Delete', multiSelect: false, options: [option('Yes'), option('No')] },
];
const LS = { rules: 'tolerant', kind: 'permission', detail: { kind: 'permission', tool: 'Bash', input: { command: 'ls' } } };

function world() {
  const { journal, sessions, broker, clock, waiting, newId } = fakeBroker(openSqliteJournal(':memory:'));
  const parts = { journal, sessions, clock, waiting, newId, deliver() {} };
  const inbox = (program: string) => createChannelInbox({ program, forTool: true, ...parts });
  const start = () => createToolCalls({ inbox, waiting, clock, newId });
  let calls = start();
  const at = {
    journal,
    broker,
    clock,
    calls: () => calls,
    restart() {
      calls = start();
    },
    agents: createChannelInbox({ program: 'test', ...parts }),
    async ask(toolUseId: string, questions: unknown = deletes('the cache'), more: object = {}, connection?: Connection): Promise<AskView> {
      const session = { id: 's', program: 'test', project: '/' };
      const asked = await calls.ask(
        { session, toolUseId, questions, kind: 'question', rules: 'strict', idMayRepeat: true, ...more },
        connection,
      );
      if (asked.kind === 'invalid') throw new Error(JSON.stringify(asked.problems));
      return asked.view;
    },
    async answer({ id }: AskView) {
      const by = { kind: 'person', name: 'ada', surface: 'test' } as const;
      await settle(journal, id, {
        verdict: { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }] },
        by,
        key: newId(),
        at: clock.now(),
      } as never);
    },
    async collect(view: AskView) {
      const result = await calls.result(view.id, 0);
      await calls.received(view.id, { outcome: 'answers', answers: result?.answers ?? [] } as never);
    },
  };
  return at;
}

it('the same call sent again is the same ask until its answer is collected, and then a new one, also after a restart', async () => {
  const at = world();
  const seen: string[] = [];
  for (const _ of [1, 2, 3]) {
    const view = await at.ask('call_0');
    expect((await at.ask('call_0')).id).toBe(view.id);
    at.restart();
    expect((await at.ask('call_0')).id).toBe(view.id);
    await at.answer(view);
    expect((await at.ask('call_0')).id).toBe(view.id);
    at.restart();
    expect((await at.ask('call_0')).id).toBe(view.id);
    await at.collect(view);
    expect(seen).not.toContain(view.id);
    seen.push(view.id);
  }
});

it('the same call sent twice at the same moment is one ask, also if its id was used before', async () => {
  const at = world();
  for (const count of [1, 2]) {
    const views = await Promise.all([at.ask('call_0'), at.ask('call_0'), at.ask('call_0')]);
    expect(new Set(views.map(({ id }) => id)).size).toBe(1);
    await at.answer(views[0] as AskView);
    await at.collect(views[0] as AskView);
    expect((await at.journal.list({}, { limit: 9 })).items).toHaveLength(count);
  }
});

it('other content under an id is an ask of its own, also when it is sent twice', async () => {
  const at = world();
  const first = await at.ask('call_0');
  const [other, again] = [await at.ask('call_0', deletes('the table')), await at.ask('call_0', deletes('the table'))];
  expect(other.questions).toMatchObject(deletes('the table'));
  expect(again.id).toBe(other.id);
  expect((await at.ask('call_0')).id).toBe(first.id);
  const [question] = deletes('the cache');
  const relabelled = await at.ask('call_0', [{ ...question, options: [option('No'), option('Yes')] }]);
  const command = await at.ask('call_0', deletes('the cache'), LS);
  const otherCommand = await at.ask('call_0', deletes('the cache'), { ...LS, detail: { ...LS.detail, input: { command: 'rm -r .' } } });
  expect(new Set([first, other, relabelled, command, otherCommand].map(({ id }) => id)).size).toBe(5);
});

it('a call whose question expired or was withdrawn is asked anew under its id', async () => {
  const at = world();
  const first = await at.ask('call_0');
  await at.broker.withdraw(first.id, 'the agent cancelled its call', 'test');
  expect((await at.ask('call_0')).id).not.toBe(first.id);
});

it("in the session of an agent, a repeated id is a new ask beside that of the agent's own channel", async () => {
  const at = world();
  const own = { kind: 'permission', session: 's', toolUseId: 'call_0', project: '/', source: 'hook', questions: [] } as const;
  const { view: agents } = await at.agents.open(own, {});
  const ids = new Set([agents.id]);
  for (const _ of [1, 2]) {
    const view = await at.ask('call_0');
    expect((await at.ask('call_0')).id).toBe(view.id);
    await at.answer(view);
    await at.collect(view);
    ids.add(view.id);
  }
  expect(ids.size).toBe(3);
});

it('an id that its caller has made is one ask for ever', async () => {
  const at = world();
  const own = { idMayRepeat: undefined };
  const first = await at.ask('deploy-42', undefined, own);
  await at.answer(first);
  await at.collect(first);
  expect((await at.ask('deploy-42', undefined, own)).id).toBe(first.id);
});

describe('what a caller waits for', () => {
  const at = async () => {
    const made = world();
    // Nobody waits since before a restart.
    await made.clock.advance(made.clock.now() + 10_000);
    const one = new EventEmitter();
    return {
      ...made,
      one,
      asks: (toolUseId: string, caller: string, connection = new EventEmitter()) =>
        made.ask(toolUseId, undefined, { continues: { caller, except: [] } }, connection),
      polls: ({ id }: AskView, last = false, waitMs = 0, hung?: AbortSignal) =>
        made.calls().result(id, waitMs, hung, { name: 'one', last, connection: one }),
    };
  };

  it('is continued by no other, however long it takes from one request to the next', async () => {
    const { asks, polls, clock, one } = await at();
    const first = await asks('a', 'one', one);
    for (const seconds of [1, 10, 100]) {
      await clock.advance(clock.now() + seconds * 1_000);
      expect((await asks(`b${seconds}`, 'two')).id).not.toBe(first.id);
      await polls(first);
    }
  });

  it('is left to others at once by what it calls its last request', async () => {
    const { asks, polls, one } = await at();
    const first = await asks('a', 'one', one);
    await polls(first);
    await polls(first, true);
    expect(await asks('b', 'two')).toMatchObject({ id: first.id, earlierCalls: ['a'] });
  });

  it('is left to others when it is killed, also between two requests', async () => {
    const { asks, polls, clock, one } = await at();
    const first = await asks('a', 'one', one);
    await polls(first);
    one.emit('close');
    await clock.advance(clock.now() + 1_000);
    expect(await asks('b', 'two')).toMatchObject({ id: first.id, earlierCalls: ['a'] });
  });

  it('goes on being waited for by its other call when one call leaves', async () => {
    const { asks, polls, one } = await at();
    const first = await asks('a', 'one', one);
    await polls(first);
    const hung = new AbortController();
    const other = polls(first, false, 20_000, hung.signal);
    await polls(first, true);
    expect((await asks('b', 'two')).id).not.toBe(first.id);
    hung.abort();
    await other;
  });

  it('is not given to another one when its answer has been sent and is not reported yet', async () => {
    const { asks, polls, answer, clock, one } = await at();
    const first = await asks('a', 'one', one);
    await answer(first);
    await polls(first, true);
    await clock.advance(clock.now() + 5_000);
    expect((await asks('b', 'two')).id).not.toBe(first.id);
  });
});
