// The real OpenClaw in conversations: it remembers, corrects itself, and never mixes two projects. With a fake model. Slow: npm run test:openclaw.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { countingReply, expectConversation } from '../support/agents/conversing.ts';
import { type FakeCompletions, startFakeCompletions } from '../support/agents/fake-completions.ts';
import { type OpenClawGateway, openclawGateway } from '../support/agents/openclaw-gateway.ts';
import { eventually } from '../support/eventually.ts';
import { aRequest, type Home, home } from '../support/home.ts';

let at: Home;
let model: FakeCompletions;
let gateway: OpenClawGateway;
const project = (name: string) => join(at.place.folder, name);

beforeAll(async () => {
  at = home();
  model = await startFakeCompletions((messages) => ({ text: countingReply(userTexts(messages)) }));
  gateway = await openclawGateway({ modelUrl: model.url, agents: ['main', 'banker'] });
  await gateway.start();
  mkdirSync(at.place.folder, { recursive: true });
  const token = join(at.place.folder, 'gateway-token');
  writeFileSync(token, gateway.token, { mode: 0o600 });
  const answerer = (agent: string) => ({ kind: 'openclaw', url: gateway.url, 'token-file': token, agent });
  const route = (name: string, agent: string) => ({ name, when: { project: project(name) }, decide: [{ agent, within: '60s' }, 'people'] });
  writeFileSync(
    at.place.config,
    stringify({
      answerers: { main: answerer('main'), banker: answerer('banker') },
      routes: [route('shop', 'main'), route('bank', 'banker')],
    }),
  );
}, 300_000);
afterAll(async () => {
  await gateway?.stop();
  await model?.stop();
  await at?.close();
});

describe('the real OpenClaw', () => {
  it('keeps one conversation for the questions of a session, corrects itself, and goes on after the broker was killed', async () => {
    await expectConversation(at, project('shop'));
  });

  it('never mixes two projects with two agents, also after it was killed', async () => {
    const client = at.client();
    const ask = async (name: string, text: string) => {
      const questions = [{ text, header: 'Database', options: [{ label: 'Postgres' }, { label: 'SQLite' }] }];
      const session = { id: `session-of-${name}`, program: 'tester', project: project(name) };
      const { id } = await client.ask(aRequest({ toolUseId: text, session, questions, rules: 'tolerant' }));
      return eventually(async () => (await client.show(id)).decision);
    };
    expect(await ask('shop', 'The shop’s secret?')).toMatchObject({ by: { name: 'main' }, reason: 'brief 1' });
    expect(await ask('bank', 'The bank’s secret?')).toMatchObject({ by: { name: 'banker' }, reason: 'brief 1' });
    await gateway.crash();
    await gateway.start();
    expect(await ask('shop', 'The shop again?')).toMatchObject({ by: { name: 'main' }, reason: 'brief 2' });
    expect(await ask('bank', 'The bank again?')).toMatchObject({ by: { name: 'banker' }, reason: 'brief 2' });
    const conversations = model.requests.map(({ messages }) => JSON.stringify(messages));
    expect(conversations.filter((each) => each.includes('The shop’s secret?') && each.includes('The bank’s secret?'))).toEqual([]);
  }, 300_000);
});

/** What the user said, oldest first, without what OpenClaw adds. */
function userTexts(messages: unknown): string[] {
  const all = messages as readonly { role: string; content?: string | readonly { text?: string }[] }[];
  return all
    .filter(({ role }) => role === 'user')
    .map(({ content = '' }) => (typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n')))
    .filter((text) => !text.startsWith('<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>'));
}
