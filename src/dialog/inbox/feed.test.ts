// The feed keeps the inbox up to date through bursts of events, lost connections, late pages and answers from elsewhere.
import { describe, expect, test } from 'vitest';
import { FakeBroker } from '../../../test/support/fake-inbox-broker.ts';
import { Refused, Unavailable } from '../../client/errors.ts';
import { sealedFor } from '../../client/seal.ts';
import { Feed } from './feed.ts';
import type { Inbox } from './state.ts';
import { listed } from './state.ts';

const by = { kind: 'person', name: 'ada', surface: 'terminal' } as const;
const grace = {
  kind: 'answers',
  answers: [{ kind: 'chosen', chosen: [2] }],
  key: 'g',
  by: { kind: 'person', name: 'grace', surface: 'phone' },
  at: 50,
} as const;

describe('a feed', () => {
  test('shows the open asks, and then new ones', async () => {
    const { broker, until } = running();
    broker.ask('a');
    broker.connect();
    await until(({ contact, asks }) => contact.kind === 'live' && asks.length === 1);
    broker.ask('b');
    await until((inbox) => listed(inbox).join() === 'b,a');
    broker.settle('a', grace);
    await until((inbox) => listed(inbox).join() === 'b' && inbox.history[0]?.id === 'a');
  });

  test('reports new asks, but not those that were there at the start', async () => {
    const { broker, until, rung } = running();
    broker.ask('a');
    broker.connect();
    await until(({ contact }) => contact.kind === 'live');
    broker.ask('b');
    await until(({ asks }) => asks.length === 2);
    expect(rung).toEqual(['b']);
  });

  test('does not let an old page overwrite events received while it was being read', async () => {
    const { broker, until } = running();
    broker.ask('a');
    const release = broker.holdList();
    broker.connect();
    await broker.listAsked;
    broker.ask('late');
    broker.settle('a', grace);
    release();
    await until((inbox) => inbox.contact.kind === 'live' && listed(inbox).join() === 'late');
  });

  test('does not show a session as running that ended while the sessions were being read', async () => {
    const { broker, until } = running();
    broker.sessions = [{ id: 's', program: 'codex', project: '/srv/docs', startedAt: 1, seenAt: 1 }];
    let release = () => {};
    broker.sessionsHeld = new Promise((resolve) => {
      release = resolve;
    });
    broker.connect();
    await until(({ contact }) => contact.kind === 'live');
    broker.endSession('s');
    broker.ask('a');
    await until(({ asks }) => asks.length === 1);
    release();
    await until(({ read, sessions }) => read.sessions && sessions[0]?.endedAt !== undefined);
  });

  test('marks everything as stale while the broker is down; afterwards it is up to date with the same selection', async () => {
    const { broker, until, feed } = running();
    for (const id of ['a', 'b', 'c']) broker.ask(id);
    broker.connect();
    await until(({ asks, contact }) => asks.length === 3 && contact.kind === 'live');
    feed.press({ kind: 'down' });
    broker.lose();
    await until(({ contact }) => contact.kind === 'stale');
    broker.ask('d', 'unheard');
    broker.settle('a', grace, 'unheard');
    broker.connect();
    await until((inbox) => inbox.contact.kind === 'live' && listed(inbox).join() === 'd,c,b');
    expect(feed.inbox().selected.asks).toBe('b');
  });

  test('keeps trying when no broker can be started, and says why', async () => {
    const { broker, until } = running();
    broker.connect();
    await until(({ contact }) => contact.kind === 'live');
    broker.fail(new Unavailable('the broker could not be started', ''));
    await until(({ contact }) => contact.kind === 'stale' && contact.reason === 'the broker could not be started');
    broker.connect();
    await until(({ contact }) => contact.kind === 'live');
  });

  test('sends an answer, and says so', async () => {
    const { broker, until, feed } = running();
    broker.ask('a');
    broker.connect();
    await until(({ asks }) => asks.length === 1);
    feed.press({ kind: 'enter' });
    feed.press({ kind: 'enter' });
    const { notice } = await until(({ opened, history }) => opened === undefined && history.length === 1);
    expect(notice).toEqual({ tone: 'good', text: 'Which database should we use? → Postgres' });
    expect(broker.view('a').decision).toMatchObject({ by });
  });

  test('shows who answered first', async () => {
    const { broker, until, feed } = running();
    broker.ask('a');
    broker.connect();
    await until(({ asks }) => asks.length === 1);
    feed.press({ kind: 'enter' });
    broker.settle('a', grace, 'unheard');
    feed.press({ kind: 'enter' });
    const { opened, notice } = await until((inbox) => inbox.opened?.story !== undefined);
    expect(opened?.view.decision?.by.name).toBe('grace');
    expect(notice?.text).toBe('grace (phone) was first: SQLite');
  });

  test('shows in the dialog that an answer was not accepted', async () => {
    const { broker, until, feed } = running();
    broker.ask('a');
    broker.connect();
    await until(({ asks }) => asks.length === 1);
    broker.refuse(new Refused(422, { code: 'invalid', message: 'the broker says no', fix: '' }));
    feed.press({ kind: 'enter' });
    feed.press({ kind: 'enter' });
    const { opened } = await until((inbox) => inbox.opened?.dialog?.complaint !== undefined);
    expect(opened?.dialog).toMatchObject({ mode: 'list', complaint: 'the broker says no' });
  });

  test('knows where auto-answer is paused, at the start and after changes', async () => {
    const { broker, until } = running();
    broker.pauses = [{ scope: { kind: 'all' }, by, at: 1 }];
    broker.connect();
    await until(({ pauses }) => pauses.length === 1);
    broker.pauseAutoAnswer();
    await until(({ pauses }) => pauses.length === 0);
  });

  test('reads nothing for an event: it comes with the ask', async () => {
    const { broker, until } = running();
    broker.ask('a');
    broker.connect();
    await until(({ asks, contact }) => asks.length === 1 && contact.kind === 'live');
    broker.settle('a', grace);
    for (let i = 0; i < 20; i += 1) broker.tell('a', { kind: 'delivering', way: 'keys' });
    await until(({ history }) => history.length === 1);
    expect(broker.shown).toBe(0);
  });
});

function running() {
  const broker = new FakeBroker();
  const rung: string[] = [];
  let clock = 100;
  const feed = new Feed({
    source: broker.source(),
    by,
    now: () => {
      clock += 1;
      return clock;
    },
    pause: () => broker.connected,
    sealed: sealedFor,
    onArrival: (asks) => rung.push(...asks.map(({ id }) => id)),
  });
  void feed.follow();
  const until = (wanted: (inbox: Inbox) => boolean): Promise<Inbox> =>
    new Promise((resolve) => {
      const look = () => {
        if (!wanted(feed.inbox())) return;
        stop();
        resolve(feed.inbox());
      };
      const stop = feed.subscribe(look);
      look();
    });
  return { broker, feed, until, rung };
}
