// Whoever follows the events of a broker never has to ask again, and a large ask for many listeners does not block it.
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { gather } from '../bench/crowd.ts';
import { sealedFor } from '../src/client/seal.ts';
import { Feed } from '../src/dialog/inbox/feed.ts';
import { sourceOf } from '../src/dialog/inbox/source.ts';
import { followAsk } from '../src/terminal/dialog/wire.ts';
import { pause } from '../src/terminal/wait.ts';
import { eventually } from './support/eventually.ts';
import { figure } from './support/figures.ts';
import { aRequest, by, type Home, home } from './support/home.ts';
import { canMeasureBlocks, longestBlock, measurable } from './support/loop-block.ts';
import { answers } from './support/samples.ts';

const ASKS = 10;
/** Of the whole: a quiet computer needs less than 20 ms. Written in one piece, it would be some hundred. */
const MOST_BLOCKED_MS = 50;

let at: Home;
beforeEach(() => {
  at = home();
});
afterEach(() => at.close());

/** How many requests the broker has served, without event streams and long polls. */
async function served({ port, token }: Awaited<ReturnType<Home['tcp']>>): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const counts = (await reply.text()).matchAll(/^answerback_requests_total\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

it('an inbox, a dialog and `watch` see what happens without a request for any event', async () => {
  const client = at.client();
  const asked = await client.ask(aRequest({ toolUseId: 'first' }));
  const feed = new Feed({ source: sourceOf(at.client()), by: by('ada').by, sealed: sealedFor, now: Date.now, pause });
  const following = new AbortController();
  onTestFinished(() => {
    feed.close();
    following.abort();
  });
  void feed.follow();
  const signal = following.signal;
  const over: string[] = [];
  const dialog = followAsk(at.client(), asked, { signal, onStale: () => {}, onOver: ({ state }) => over.push(state) });
  const watch = at.start(['watch', '--after', '0']);
  await watch.until('asked');
  await eventually(() => feed.inbox().read.sessions && feed.inbox().contact.kind === 'live');
  const tcp = await at.tcp();
  const before = await served(tcp);
  const views = [asked];
  for (let i = views.length; i < ASKS; i += 1) views.push(await client.ask(aRequest({ toolUseId: `call ${i}` })));
  for (const { id } of views) await client.decide(id, answers(1), by('bob'));
  await eventually(() => feed.inbox().asks.length === 0 && feed.inbox().history.length === ASKS);
  await eventually(() => watch.out().split('answered ').length > ASKS);
  await dialog;
  expect(over).toEqual(['answered']);
  // Those of this test: the new asks, the decisions, and the first look at the count.
  expect((await served(tcp)) - before).toBe(2 * ASKS - 1 + 1);
});

it.runIf(canMeasureBlocks)('a large ask reaches many listeners without blocking the broker', async () => {
  measurable(at.env, at.place.folder);
  const client = at.client();
  const longest = longestBlock(at.place.folder, (await client.status()).pid);
  const crowd = await gather(at.place.socket, '/v1/events', 200);
  onTestFinished(crowd.leave);
  const questions = Array.from({ length: 4 }, (_, i) => ({ text: `${'x'.repeat(99_000)}${i}?`, options: ['Yes', 'No'] }));
  const round = async (toolUseId: string) => {
    const { own } = await longest(async () => {
      const heard = crowd.everyoneHears(toolUseId);
      await client.ask(aRequest({ toolUseId, questions, rules: 'tolerant' }));
      await heard;
    });
    return own;
  };
  const rounds = [await round('round 1'), await round('round 2'), await round('round 3'), await round('round 4')].slice(1);
  const blocked = Math.min(...rounds);
  figure('an ask of 400 KB for 200 listeners', `the broker was blocked for ${blocked.toFixed(0)} ms at most`);
  expect(blocked, `of ${rounds.join(', ')}`).toBeLessThan(MOST_BLOCKED_MS);
});
