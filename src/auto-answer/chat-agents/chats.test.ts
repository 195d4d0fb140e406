// What a chat agent is told, and when. Everything that it is told has the number of an event, and is told once.
import { expect, it } from 'vitest';
import { ada, asClaw, benches, claw, fakeAgent, route, SURE, turns } from '../../../test/support/auto-answer-harness.ts';
import { answers } from '../../../test/support/samples.ts';
import { openSqliteJournal } from '../../journal/sqlite/journal.ts';
import { createChats } from './chats.ts';

const set = benches(() => openSqliteJournal(':memory:'));
const chat = () => fakeAgent('claw', () => ({ kind: 'woken', effort: { via: 'chat' } }));
const now = new AbortController().signal;

function chatting(routing: unknown) {
  const at = set(routing, [chat()]);
  const chats = createChats({ ...at, newNonce: () => 'n' });
  return { at, chats, told: (after?: number) => chats.next('claw', after, 0, now) };
}

it('tells of a question when it is the turn of the agent, and at the first start of what waits', async () => {
  const { at, told, chats } = chatting(route(claw()));
  const { id } = await at.ask();
  const { events, after } = await told();
  expect(events).toMatchObject([{ kind: 'question', ask: id, state: 'open' }]);
  expect(await told(after)).toEqual({ events: [], after });
  expect((await told(0)).events).toEqual(events);
  expect((await chats.pending('claw')).map((view) => view.id)).toEqual([id]);
  expect(await chats.pending('other')).toEqual([]);
  // A number from another journal.
  expect((await told(after + 1_000)).events).toEqual(events);
});

it('knows which asks may not be passed, by the step at which they are', async () => {
  const { at, told, chats } = chatting(route(claw('2m'), { ...claw(), 'always-answers': true }));
  const { id } = await at.ask();
  expect([...(await chats.mustAnswer(await chats.pending('claw')))]).toEqual([]);
  const first = await told();
  expect(first.events[0]?.text).toContain('pass: …');
  await at.pass(3 * 60_000);
  expect([...(await chats.mustAnswer(await chats.pending('claw')))]).toEqual([id]);
  expect((await told(first.after)).events.at(-1)).toMatchObject({ kind: 'question', text: expect.not.stringContaining('pass: …') });
});

it('says that its time is over, and who decided then', async () => {
  const { at, told } = chatting(route(claw('2m')));
  const { id } = await at.ask();
  const { after } = await told();
  await at.pass(3 * 60_000);
  const late = await told(after);
  expect(late.events).toMatchObject([
    { kind: 'over', ask: id, state: 'open', text: expect.stringContaining('time for your answer is over') },
  ]);
  await at.broker.decide(await at.now(id), answers(1), { by: ada, key: 'k' });
  expect((await told(late.after)).events).toMatchObject([{ kind: 'over', state: 'answered', text: expect.stringContaining('by ada') }]);
  // Whoever was away all the time is not told of a question that is over.
  expect((await told(0)).events).toEqual([]);
});

it('is not told of its own answer, but of what became of it', async () => {
  const { at, told } = chatting(route(claw()));
  const { id } = await at.ask();
  const { after } = await told();
  await at.broker.decide(await at.now(id), answers(1), { by: asClaw, key: 'k', ...SURE });
  await at.journal.append(id, (await at.now(id)).version, [
    { at: 1, actor: 'agent', happening: { kind: 'delivered', way: 'hook' } },
    {
      at: 1,
      actor: 'agent',
      happening: {
        kind: 'receipt',
        receipt: {
          verdict: 'mismatched',
          evidence: 'transcript',
          at: 1,
          differences: [{ what: 'question 1', intended: 'A', recorded: 'B' }],
        },
      },
    },
  ]);
  await turns();
  expect((await told(after)).events).toMatchObject([
    { kind: 'news', ask: id, text: expect.stringContaining('was not recorded as you meant it') },
  ]);
});

it('is told that an agent has finished, whether or not it gives it its next prompt', async () => {
  const idle = { kind: 'idle', detail: { kind: 'idle', lastMessage: 'All done.' } } as const;
  const only = (kind: string, more: object = {}) => ({ routes: [{ name: 'r', when: { kind }, decide: [{ ...claw(), ...more }] }] });
  const mine = chatting(only('idle', { prompts: 'any' }));
  await mine.at.ask(idle);
  const [told] = (await mine.told()).events;
  expect(told).toMatchObject({ kind: 'finished', text: expect.stringContaining('To answer') });
  expect(told?.text).toContain('Any prompt is allowed');
  for (const routes of [only('question'), only('idle')]) {
    const theirs = chatting(routes);
    await theirs.at.ask(idle);
    expect((await theirs.told(0)).events).toMatchObject([{ kind: 'finished', text: expect.stringContaining('asks for no answer') }]);
  }
  const nobodys = chatting(only('plan'));
  await nobodys.at.ask(idle);
  expect((await nobodys.told(0)).events).toEqual([]);
});

it('waits for something new, and stops waiting at its time or when nobody listens any more', async () => {
  const { at, chats } = chatting(route(claw()));
  const [page, timed] = [chats.next('claw', 0, 60_000, now), chats.next('other', 0, 60_000, now)];
  const gone = new AbortController();
  const left = chats.next('other', 0, 60_000, gone.signal);
  const { id } = await at.ask();
  expect((await page).events.map(({ ask }) => ask)).toEqual([id]);
  gone.abort();
  expect((await left).events).toEqual([]);
  await at.pass(60_000);
  expect((await timed).events).toEqual([]);
});
