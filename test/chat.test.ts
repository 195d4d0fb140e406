// `answerback chat --jsonl` as a chat agent runs it: a process that it writes to and reads from, and that may be killed at any time.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ask, at, configure, freshForEach, project, story } from './support/auto-answer-home.ts';
import { eventually } from './support/eventually.ts';
import { by } from './support/home.ts';
import { killBroker } from './support/kill.ts';
import { answers } from './support/samples.ts';

freshForEach();

type Line = { readonly event: string; readonly seq?: number; readonly ask?: string; readonly id?: string; readonly text?: string };

/** A chat agent that is connected: what it was told, and how it replies. */
async function connected(name = 'claw') {
  const running = at.start(['chat', '--jsonl', '--as', name], { open: true });
  const told = (): Line[] =>
    running
      .out()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const heard = (found: (line: Line) => boolean): Promise<Line> => eventually(() => told().find(found));
  await heard(({ event }) => event === 'ready');
  return {
    told,
    heard,
    of: (event: string) => told().filter((line) => line.event === event),
    say: (line: object) => running.child.stdin?.write(`${JSON.stringify(line)}\n`),
    async kill() {
      running.child.kill('SIGKILL');
      await running.over;
    },
    async end() {
      running.child.stdin?.end();
      return running.over;
    },
  };
}
const withRoutes = (...names: readonly string[]) =>
  configure({
    answerers: Object.fromEntries(names.map((name) => [name, { kind: 'chat' }])),
    routes: names.map((name) => ({ name, when: { kind: 'question', session: `of-${name}` }, decide: [{ agent: name, within: '10m' }] })),
  });
const tag = (id: string | undefined, body: string | number) => `<answer ask="${id}" risk="reversible" reason="it fits">${body}</answer>`;
const decided = async (id: string) => (await at.client().show(id)).decision;

it('tells a chat agent of a question, takes its answer out of its text, and says what became of it', async () => {
  configure({ answerers: { claw: { kind: 'chat' } }, routes: [{ name: 'all', decide: [{ agent: 'claw', within: '10m' }] }] });
  const claw = await connected();
  const { id } = await ask();
  const question = await claw.heard(({ event }) => event === 'question');
  expect(question).toMatchObject({ ask: id, project, state: 'open', text: expect.stringMatching(/option 1: [\s\S]*option 2: /) });
  expect((await claw.heard(({ event }) => event === 'roster')).text).toMatch(new RegExp(`\\| shop-\\w+ \\[ASKING: .*1: .*\\] #${id}`));

  claw.say({ reply: `Let me see. <answer ask="${id}">2</answer> Done.`, id: 'm1' });
  expect(await claw.heard((line) => line.id === 'm1')).toMatchObject({
    event: 'reply',
    text: 'Let me see.  Done.',
    replies: [{ ask: id, outcome: 'refused', message: expect.stringContaining('risk') }],
    message: expect.stringContaining('Correct what was refused'),
  });
  claw.say({ reply: `Again. ${tag(id, 2)}`, id: 'm2' });
  expect(await claw.heard((line) => line.id === 'm2')).toMatchObject({ text: 'Again.', replies: [{ ask: id, outcome: 'answered' }] });
  expect(await decided(id)).toMatchObject({ by: { kind: 'agent', name: 'claw', surface: 'chat' }, reason: 'it fits' });
  await claw.heard(({ event, text }) => event === 'roster' && text === '');

  claw.say({ nonsense: true });
  await claw.heard(({ event }) => event === 'problem');
  expect(claw.of('over')).toEqual([]);
  expect((await claw.end()).code).toBe(0);
});

it('loses and doubles nothing when either side is killed', async () => {
  configure({ answerers: { claw: { kind: 'chat' } }, routes: [{ name: 'all', decide: [{ agent: 'claw', within: '10m' }] }] });
  const first = await connected();
  const [one, two] = [await ask(), await ask()];
  const { seq } = await first.heard(({ event, ask: id }) => event === 'question' && id === one.id);
  await first.heard(({ event, ask: id }) => event === 'question' && id === two.id);
  first.say({ ack: seq });
  await first.heard(({ event }) => event === 'acked');
  first.say({ reply: tag(one.id, 2), id: 'm1' });
  await eventually(() => decided(one.id));
  await first.kill();

  // The reply is sent again, because nobody knows whether it arrived. Only the question that was not acknowledged is told again.
  const second = await connected();
  second.say({ reply: tag(one.id, 2), id: 'm1' });
  expect(await second.heard(({ id }) => id === 'm1')).toMatchObject({ replies: [{ ask: one.id, outcome: 'answered' }] });
  const { seq: again } = await second.heard(({ event, ask: id }) => event === 'question' && id === two.id);
  expect(second.of('question').map(({ ask: id }) => id)).toEqual([two.id]);
  second.say({ ack: again });
  await second.heard(({ event }) => event === 'acked');

  await eventually(() => killBroker(at));
  const three = await ask();
  await second.heard(({ event, ask: id }) => event === 'question' && id === three.id);
  second.say({ reply: `${tag(two.id, 1)} and ${tag(three.id, 1)}`, id: 'm2' });
  expect(await second.heard(({ id }) => id === 'm2')).toMatchObject({ replies: [{ outcome: 'answered' }, { outcome: 'answered' }] });
  expect(second.of('question').map(({ ask: id }) => id)).toEqual([two.id, three.id]);
  for (const { id } of [one, two, three])
    expect((await at.client().history(id)).filter(({ happening }) => happening.kind === 'settled')).toHaveLength(1);
});

it('a pass leaves the ask to the next step at once, also if it is sent twice, but not where the agent always answers', async () => {
  const steps = { when: { session: 's' }, decide: [{ agent: 'claw', within: '10m' }, 'people'] };
  const always = { when: { session: 'always' }, decide: [{ agent: 'claw', within: '10m', 'always-answers': true }] };
  configure({
    answerers: { claw: { kind: 'chat' } },
    routes: [
      { name: 'may pass', ...steps },
      { name: 'always', ...always },
    ],
  });
  const claw = await connected();
  const { id } = await ask();
  expect((await claw.heard(({ event }) => event === 'question')).text).toContain('"pass: …"');
  const pass = (of: string) => `<answer ask="${of}">pass: the roadmap does not say</answer>`;
  for (const key of ['m1', 'm1', 'm2']) claw.say({ reply: pass(id), id: key });
  await claw.heard((line) => line.id === 'm2');
  expect(claw.of('reply')).toMatchObject([1, 2, 3].map(() => ({ replies: [{ ask: id, outcome: 'passed' }] })));
  await expect.poll(() => story(id)).toEqual(['claw asked', 'claw woken', 'claw passed', 'people asked']);
  expect((await at.run(['report', '--by', 'claw', '--json'])).out).toContain('"passed": 1');

  const other = await ask({ session: { id: 'always', program: 'tester', project } });
  expect((await claw.heard((line) => line.event === 'question' && line.ask === other.id)).text).not.toContain('pass: …');
  const roster = await claw.heard((line) => line.event === 'roster' && String(line.text).includes(`#${other.id}`));
  expect(roster.text).not.toContain('pass: …');
  claw.say({ reply: pass(other.id), id: 'm3' });
  expect(await claw.heard((line) => line.id === 'm3')).toMatchObject({
    replies: [{ outcome: 'refused', message: expect.stringContaining('always have to answer') }],
  });
});

it('goes on after lines that cannot be taken, and ends with an error when its answerer is removed', async () => {
  withRoutes('claw');
  const running = at.start(['chat', '--jsonl', '--as', 'claw'], { open: true });
  const say = (line: string) => running.child.stdin?.write(`${line}\n`);
  await running.until('"ready"');
  say('no JSON');
  say('{"ack":-1}');
  say(JSON.stringify({ reply: 'x'.repeat(2_000_000), id: 'long' }));
  running.child.stdin?.write('x'.repeat(17 * 1024 * 1024));
  await running.until('a line has more than 16777216 characters');
  say('the end of that line');
  say('{"ack":12}');
  await running.until('"acked"');
  expect(running.out().match(/"problem"/g)).toHaveLength(4);
  expect(running.out()).toContain('at most 1048576 are taken');

  // Nothing was acknowledged that had not happened.
  for (const _ of [1, 2, 3, 4]) await ask({ session: { id: 'of-claw', program: 'tester', project } });
  const other = await connected();
  await eventually(() => other.of('question').length === 4);

  configure({});
  say(JSON.stringify({ reply: 'Hello', id: 'm1' }));
  expect((await running.over).code).toBe(1);
});

it('a reply learns nothing about asks that were never its own', async () => {
  configure({
    answerers: { claw: { kind: 'chat' } },
    routes: [{ name: 'none', when: { session: 'another' }, decide: [{ agent: 'claw', within: '10m' }] }],
  });
  const claw = await connected();
  const { id } = await ask();
  await at.client().decide(id, answers({ words: 'the salaries' }), by('ada lovelace'));
  const open = await ask();
  claw.say({ reply: `${tag(id, 1)} <cc_answer project="shop">1</cc_answer> ${tag('none', 1)}`, id: 'm1' });
  const said = JSON.stringify(await claw.heard((line) => line.id === 'm1'));
  expect(said).toContain('refused');
  expect(said).not.toMatch(new RegExp(`salaries|lovelace|${open.id}`));
});

it('tells of what was answered elsewhere or withdrawn, and only of what the agent was told', async () => {
  configure({ answerers: { claw: { kind: 'chat' } }, routes: [{ name: 'all', decide: [{ agent: 'claw', within: '10m' }] }] });
  const claw = await connected();
  const [one, two] = [await ask(), await ask()];
  await claw.heard(({ event, ask: id }) => event === 'question' && id === two.id);
  await at.client().decide(one.id, answers(1), by('ada'));
  await at.client().withdraw(two.id, 'the agent is gone');
  expect((await claw.heard(({ event, ask: id }) => event === 'over' && id === one.id)).text).toMatch(/already answered by ada/);
  expect((await claw.heard(({ event, ask: id }) => event === 'over' && id === two.id)).text).toContain('withdrawn: the agent is gone');
  claw.say({ reply: tag(one.id, 2), id: 'm1' });
  expect(await claw.heard(({ id }) => id === 'm1')).toMatchObject({
    replies: [{ outcome: 'refused', message: expect.stringContaining('not open any more') }],
  });
});

it('keeps two agents apart, and refuses a name that is not a chat agent', async () => {
  withRoutes('alpha', 'beta');
  const [alpha, beta] = [await connected('alpha'), await connected('beta')];
  const one = await ask({ session: { id: 's1', program: 'tester', project, name: 'of-alpha' } });
  const two = await ask({ session: { id: 's2', program: 'tester', project, name: 'of-beta' } });
  await alpha.heard(({ event }) => event === 'question');
  await beta.heard(({ event }) => event === 'question');
  expect([alpha.of('question'), beta.of('question')].map((all) => all.map(({ ask: id }) => id))).toEqual([[one.id], [two.id]]);
  alpha.say({ reply: tag(two.id, 1), id: 'm1' });
  expect(await alpha.heard(({ id }) => id === 'm1')).toMatchObject({
    replies: [{ outcome: 'refused', message: expect.stringContaining('there is no ask') }],
  });
  expect(await decided(two.id)).toBeUndefined();

  const { code, err } = await at.run(['chat', '--jsonl', '--as', 'nobody']);
  expect([code, err]).toEqual([1, expect.stringContaining('no answerer is called "nobody"')]);

  // Over the port, each has a token of its own, which is good for nothing else.
  const { port, token } = await at.tcp();
  const status = async (path: string, shown: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${shown}` } })).status;
  expect(await status('/v1/chat/alpha/roster', token)).toBe(200);
  mkdirSync(at.place.chatTokens);
  writeFileSync(`${at.place.chatTokens}/alpha`, 'only-for-alpha\n', { mode: 0o600 });
  expect(await status('/v1/chat/alpha/roster', 'only-for-alpha')).toBe(200);
  expect(await status('/v1/chat/beta/roster', 'only-for-alpha')).toBe(401);
  expect(await status('/v1/asks', 'only-for-alpha')).toBe(401);
  expect(readFileSync(at.place.log, 'utf8')).not.toContain('only-for-alpha');
});
