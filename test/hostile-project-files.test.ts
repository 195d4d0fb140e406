// Hostile `.answerback.yaml` files and the real broker: it never dies, and whatever no rule answered, people are notified of, also after a restart.
// More: ANSWERBACK_FUZZ_FILES=10000
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { AskView } from '../src/ask/schema/history.ts';
import { at, configure, freshForEach, project } from './support/auto-answer-home.ts';
import { loopback } from './support/chats/loopback.ts';
import { randoms } from './support/claude-code/mutate.ts';
import { eventually } from './support/eventually.ts';
import { figure } from './support/figures.ts';
import { aRequest, by } from './support/home.ts';
import { hostileYaml } from './support/hostile-yaml.ts';
import { canMeasureBlocks, longestBlock, measurable } from './support/loop-block.ts';

freshForEach();

const COUNT = Number(process.env.ANSWERBACK_FUZZ_FILES ?? 120);
const SEED = Number(process.env.ANSWERBACK_SEED ?? 20_261_118);
/** Many in a short time become one message, so waiting for each alone would take hours. */
const AT_ONCE = 250;
const FILE = '.answerback.yaml';
/** The stalls that this is about took 2 to 7 s. A busy computer is slower than a quiet one, on which it is some 20 ms. */
const MOST_BLOCKED_MS = 500;

let client: ReturnType<typeof at.client>;

/** A receiver of notifications, and a rule that answers where the project's files let it. */
async function setUp(): Promise<void> {
  client = at.client();
  const receiver = await loopback(
    async (_, response) => void response.end(),
    () => {},
  );
  onTestFinished(receiver.down);
  mkdirSync(at.place.folder, { recursive: true });
  const secret = join(at.place.folder, 'secret');
  writeFileSync(secret, 'secret', { mode: 0o600 });
  configure({
    notify: { desk: { kind: 'webhook', url: receiver.origin, 'secret-file': secret } },
    routes: [{ name: 'night', decide: [{ rule: { choose: 'Postgres' } }, 'people'], irreversible: 'allow' }],
  });
}

/** A project with this file, sometimes in folders inside each other. */
function folderWith(text: () => string, name: string, levels = 1): string {
  let folder = join(project, name);
  for (let level = 0; level < levels; level += 1, folder = join(folder, 'in')) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, FILE), text());
  }
  return join(folder, '..');
}

const asked = (folder: string, more: object = {}) =>
  client.ask(aRequest({ session: { id: `s ${folder}`, program: 'tester', project: folder }, ...more }));
/** The rule that is configured answers it. */
const question = (text: string) => ({ questions: [{ text, header: 'Database', options: aRequest().questions[0]?.options }] });
const isTold = ({ notified = [] }: AskView) => notified.some(({ about, step }) => about === 'ask' && step === 'sent');

async function answeredOrTold(id: string): Promise<'answered' | 'told'> {
  let view = await client.show(id);
  await eventually(async () => {
    view = await client.show(id);
    return view.state !== 'open' || isTold(view);
  });
  return view.state === 'open' ? 'told' : 'answered';
}

const log = () => readFileSync(at.place.log, 'utf8');

it(`${COUNT} mutated project files (seed ${SEED}): the broker survives, and every ask is answered or told`, {
  timeout: 300_000 + COUNT * 500,
}, async () => {
  await setUp();
  const { pid } = await client.status();
  const random = randoms(SEED);
  const outcomes = { answered: 0, told: 0 };
  const one = async (i: number, levels: number) => {
    const folder = folderWith(() => hostileYaml(random), `p${i}`, levels);
    const { id } = await asked(folder);
    outcomes[await answeredOrTold(id)] += 1;
    // Still people's to answer.
    if ((await client.show(id)).state === 'open') await client.decide(id, { kind: 'answers', answers: [2] }, by('ada'));
    rmSync(join(project, `p${i}`), { recursive: true });
  };
  for (let i = 0; i < COUNT; i += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, COUNT - i) }, (_, n) => one(i + n, (i + n) % 40 === 39 ? 20 : 1)));
  const after = await client.status();
  expect(after.pid).toBe(pid);
  expect(after.autoAnswerFailures).toEqual([]);
  expect(outcomes.answered + outcomes.told).toBe(COUNT);
  expect(outcomes.told).toBeGreaterThan(COUNT / 2);
  expect(log()).not.toMatch(/a bug;|something failed/);
  expect(await client.check()).toEqual([]);
  figure(
    `${COUNT.toLocaleString('en')} mutated project files, read by the real broker (seed ${SEED})`,
    `same process; ${outcomes.told} asks told to people, ${outcomes.answered} answered by the rule that the file left; nobody not told`,
  );
});

it.each([
  ['brackets without an end', `routes: ${'['.repeat(5_000)}`, 'is nested too deeply'],
  ['a list of itself', 'forbid: &a [*a]', 'repeats something with a \\*'],
  [
    'thousands of patterns',
    `routes: [${Array.from({ length: 40 }, (_, i) => `{ name: r${i}, when: { text: [${'a, '.repeat(50)}] }, decide: [people] }`).join(', ')}]`,
    'a project.s file may have 300',
  ],
  ['too many mistakes', Array.from({ length: 400 }, (_, i) => `ruotes${i}: 1`).join('\n'), 'unknown field'],
])('%s: people are told, and the status says why, also after a restart', async (_, text, why) => {
  await setUp();
  const folder = folderWith(() => text, 'shop');
  const { pid } = await client.status();
  const ten = await Promise.all(Array.from({ length: 10 }, () => asked(folder)));
  expect(new Set(await Promise.all(ten.map(({ id }) => answeredOrTold(id))))).toEqual(new Set(['told']));
  expect((await client.status()).pid).toBe(pid);
  expect((await at.run(['status'])).out).toMatch(new RegExp(why));
  process.kill(pid, 'SIGKILL');
  await eventually(async () => (await at.pid()) === undefined);
  const again = await client.list({ state: ['open'] });
  expect(again.asks).toHaveLength(10);
  await eventually(async () => new RegExp(why).test((await at.run(['status'])).out));
  const { id } = await asked(folder);
  expect(await answeredOrTold(id)).toBe('told');
});

const stars = (i: number) => Array.from({ length: 5 }, (_, n) => `"${'a*'.repeat(22)}${i}.${n}"`).join(', ');

// About as much as a project's file may have.
it.runIf(canMeasureBlocks).each([
  ['of routes', 60, (i: number) => `  - { name: r${i}, when: { text: [alpha, beta, gamma${i}], project: "~/x/*" }, decide: [people] }`],
  [
    'of short words',
    20,
    (i: number) =>
      `  - { name: r${i}, when: { text: [${Array.from({ length: 14 }, (_, n) => 'a'.repeat(1 + ((i + n) % 20))).join(', ')}] }, decide: [people] }`,
  ],
  ['of patterns with stars', 38, (i: number) => `  - { name: r${i}, when: { text: [${stars(i)}] }, decide: [people] }`],
])('twenty nested files, all of them full %s, do not keep the broker from others', async (what, count, routeOf) => {
  measurable(at.env, at.place.folder);
  await setUp();
  const routes = Array.from({ length: count }, (_, i) => routeOf(i));
  const longest = longestBlock(at.place.folder, (await client.status()).pid);
  const round = async (name: string): Promise<number> => {
    const folder = folderWith(() => `routes:\n${routes.join('\n')}`, name, 20);
    const { own } = await longest(async () =>
      expect(await answeredOrTold((await asked(folder, question(`${'a'.repeat(20_000)}?`))).id)).toBe('answered'),
    );
    return own;
  };
  // The first loads what reads the files. A disk that others keep busy counts as blocked too, but not in every round.
  const rounds = [await round('first'), await round('a'), await round('b'), await round('c')].slice(1);
  const blocked = Math.min(...rounds);
  expect(blocked, `of ${rounds.join(', ')}`).toBeLessThan(MOST_BLOCKED_MS);
  figure(`twenty nested project files, full ${what}`, `the broker was blocked for ${blocked.toFixed(0)} ms at most`);
});

it('a file that is a folder, a link or unreadable: people are told', async () => {
  await setUp();
  mkdirSync(join(project, 'a', FILE), { recursive: true });
  mkdirSync(join(project, 'b'));
  symlinkSync('/dev/zero', join(project, 'b', FILE));
  mkdirSync(join(project, 'c'));
  symlinkSync(FILE, join(project, 'c', FILE));
  for (const name of ['a', 'b', 'c']) {
    const { id } = await asked(join(project, name));
    expect(await answeredOrTold(id)).toBe('told');
  }
});
