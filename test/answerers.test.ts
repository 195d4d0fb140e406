// Answering agents in the built product: a model from its separate file, and a command when the broker stops or is killed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { isAlive } from '../src/system/processes.ts';
import { loadedBy } from './support/built.ts';
import { eventually } from './support/eventually.ts';
import { type FakeEndpoint, startFakeEndpoint } from './support/fake-model-endpoint.ts';
import { aRequest, type Home, home } from './support/home.ts';

const KEY = 'sk-the-key-of-the-model';
let at: Home;
beforeEach(() => {
  at = home();
});
afterEach(() => at.close());

function configure(settings: object): void {
  const routes = [{ name: 'all', when: { kind: 'question' }, decide: [{ agent: 'machine', within: '10m' }, 'people'] }];
  writeFileSync(at.place.config, stringify({ answerers: { machine: settings }, routes }));
}

describe('a model', () => {
  let endpoint: FakeEndpoint | undefined;
  afterEach(() => endpoint?.close());

  it.each(['anthropic', 'openai'] as const)('with the API of %s decides, and its key is stored nowhere', async (api) => {
    const decision = {
      kind: 'answers',
      answers: [{ choose: [2], words: '' }],
      message: '',
      risk: 'reversible',
      reason: `It fits. ${KEY}`,
      confidence: 0.9,
    };
    endpoint = await startFakeEndpoint(() => ({ decision }));
    const file = join(at.place.folder, 'key');
    writeFileSync(file, KEY, { mode: 0o600 });
    configure({ kind: 'model', api, model: 'fake-model', url: endpoint.url, 'key-file': file });
    const ran = await at.run(['ask', 'Which database?', '-o', 'Postgres: a server', '-o', 'SQLite: one file']);
    expect(ran).toMatchObject({ code: 0, out: 'SQLite\n' });
    expect(JSON.stringify(endpoint.seen[0]?.headers)).toContain(KEY);
    const why = await at.run(['log', '--json']);
    for (const kept of [why.out, readFileSync(at.place.log, 'utf8'), readFileSync(at.place.journal, 'latin1')])
      expect(kept).not.toContain(KEY);
  });

  it('costs nothing in a broker that uses none', () => {
    const loaded = loadedBy('broker.js');
    expect(loaded.size).toBeGreaterThan(10);
    const withModels = readdirSync('dist').filter(
      (name) => /^part-.*\.js$/.test(name) && readFileSync(join('dist', name), 'utf8').includes('AI_APICallError'),
    );
    expect(withModels).not.toEqual([]);
    for (const name of withModels) expect(loaded).not.toContain(name);
  });
});

describe('a command', () => {
  const file = () => join(at.place.folder, 'program');
  const pid = (): number => {
    try {
      return Number(readFileSync(file(), 'utf8'));
    } catch {
      return 0;
    }
  };
  const begun = async () => {
    configure({ kind: 'command', run: ['sh', '-c', `echo $$ > '${file()}'; sleep 1000 & wait`] });
    const client = at.client();
    const { id } = await client.ask(aRequest());
    await expect.poll(pid).toBeGreaterThan(0);
    return { client, id, first: pid() };
  };

  it('does not outlive a broker that stops', async () => {
    const { id, first } = await begun();
    await at.run(['broker', 'stop']);
    await expect.poll(() => isAlive(first)).toBe(false);
    // Auto-answer is off now; otherwise the next broker would continue with the ask.
    writeFileSync(at.place.config, '');
    expect((await at.client().show(id)).state).toBe('open');
  });

  it('of a broker that was killed is ended by the next one, which asks it again', async () => {
    const { client, id, first } = await begun();
    process.kill((await at.pid()) as number, 'SIGKILL');
    expect(isAlive(first)).toBe(true);
    expect((await client.show(id)).state).toBe('open');
    await expect.poll(() => isAlive(first)).toBe(false);
    const second = await eventually(() => pid() !== first && pid() > 0 && pid());
    await at.run(['broker', 'stop']);
    await expect.poll(() => isAlive(second)).toBe(false);
  });

  it('continues its conversation after the broker was killed, and is told what is wrong with its reply', async () => {
    const script = join(at.place.folder, 'conversing.mjs');
    writeFileSync(script, CONVERSING);
    const run = (how: string) => [process.execPath, script, how, '{conversation}'];
    configure({ kind: 'command', run: run('begin'), resume: run('resume') });
    const client = at.client();
    const decided = async (toolUseId: string) => {
      const { id } = await client.ask(aRequest({ toolUseId }));
      return eventually(async () => (await client.show(id)).decision);
    };
    expect(await decided('t1')).toMatchObject({ answers: [{ chosen: [1] }], reason: '1 message before' });
    process.kill((await at.pid()) as number, 'SIGKILL');
    expect(await decided('t2')).toMatchObject({ answers: [{ chosen: [1] }], reason: '3 messages before' });
    const [last] = (await client.list({})).asks;
    const why = await at.run(['log', '--why', last?.id ?? '', '--json']);
    expect(JSON.parse(why.out).considered.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['asked', 'sent-back', 'answered']);
  });

  it('cannot ask questions itself', async () => {
    const ran = await at.run(['ask', 'May I?'], { env: { ANSWERBACK_ANSWERING: 'k3f9' } });
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('an answerer cannot ask questions') });
  });
});

/** Chooses an option that is not there until it is told so, and counts the messages of its conversation. */
const CONVERSING = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const [how, id] = process.argv.slice(2);
const file = new URL(id, import.meta.url);
if (existsSync(file) !== (how === 'resume')) process.exit(1);
const before = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
writeFileSync(file, String(before + 1));
const text = readFileSync(0, 'utf8');
const reason = before + (before === 1 ? ' message before' : ' messages before');
console.log(JSON.stringify({ answers: [text.includes('cannot be taken') ? 1 : 9], risk: 'reversible', reason }));
`;
