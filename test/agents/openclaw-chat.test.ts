// Our plugin in the real OpenClaw: questions appear in the conversation of its agent, and are answered in the agent's ordinary replies.
// The model is a fake. Slow: npm run test:openclaw.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { chatTokenFile } from '../../src/client/place.ts';
import { tagsIn } from '../../src/text/tags.ts';
import { type FakeCompletions, startFakeCompletions, type Turn } from '../support/agents/fake-completions.ts';
import { type OpenClawGateway, openclawGateway } from '../support/agents/openclaw-gateway.ts';
import { type Owner, ownerOf } from '../support/agents/openclaw-owner.ts';
import { eventually } from '../support/eventually.ts';
import { aRequest, by, type Home, home } from '../support/home.ts';
import { killBroker } from '../support/kill.ts';
import { ownPort } from '../support/own-port.ts';
import { answers } from '../support/samples.ts';

let at: Home;
let model: FakeCompletions;
let gateway: OpenClawGateway;
let owner: Owner;
/** What the model says: the first of these whose text is in the last message to it. */
let script: { readonly when: string; readonly turns: Turn[] }[] = [];
let held: Promise<void> = Promise.resolve();

type Messages = readonly { readonly role: string; readonly content?: unknown }[];
const lastOf = (messages: Messages): string => {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => JSON.stringify(content));
  return said.filter((text) => !text.includes('OPENCLAW_INTERNAL_CONTEXT')).at(-1) ?? '';
};
const heard = (text: string) =>
  model.requests.filter(({ messages }) => lastOf(messages).includes(text)).map(({ messages }) => lastOf(messages));

beforeAll(async () => {
  at = home();
  // The plugin finds the broker by its port, which is remembered only if it is not just any.
  at.env.ANSWERBACK_PORT = String(await ownPort());
  model = await startFakeCompletions(async (messages) => {
    await held;
    const last = lastOf(messages as Messages);
    return script.find(({ when, turns }) => last.includes(when) && turns.length > 0)?.turns.shift() ?? { text: 'Understood.' };
  });
  gateway = await openclawGateway({ modelUrl: model.url });
  await at.run(['setup', 'openclaw', '--json'], { env: { OPENCLAW_CONFIG_PATH: gateway.config, HOME: gateway.home } });
  const settings = JSON.parse(readFileSync(gateway.config, 'utf8'));
  settings.agents.list = [{ id: 'main', default: true }, { id: 'beta' }];
  settings.plugins.entries.answerback.config.agents.beta = { as: 'beta' };
  writeFileSync(gateway.config, JSON.stringify(settings));
  mkdirSync(at.place.chatTokens, { recursive: true });
  writeFileSync(chatTokenFile(at.place, 'beta'), 'the-token-of-beta\n', { mode: 0o600 });
  const routes = [
    { name: 'shop', when: { project: '/srv/shop' }, decide: [{ agent: 'openclaw-chat', within: '10m' }, 'people'] },
    { name: 'web', when: { project: '/srv/web' }, decide: [{ agent: 'beta', within: '10m' }, 'people'] },
  ];
  const config = readFileSync(at.place.config, 'utf8').replace('answerers:\n', 'answerers:\n  beta: { kind: chat }\n');
  writeFileSync(at.place.config, `${config}routes: ${JSON.stringify(routes)}\n`);
  await at.run(['broker', 'start']);
  await gateway.start();
  owner = await ownerOf(gateway);
}, 300_000);
afterAll(async () => {
  owner?.leave();
  await gateway?.stop();
  await model?.stop();
  await at?.close();
});
beforeEach(() => {
  script = [];
  held = Promise.resolve();
});

const ask = (text: string, project = '/srv/shop') =>
  at.client().ask(
    aRequest({
      session: { id: `of-${project}`, program: 'tester', project },
      questions: [{ text, header: 'Test', options: ['Large', 'Small'].map((label) => ({ label, description: `a ${label} one` })) }],
    }),
  );
/** A coding agent ends its turn, as the hook of Claude Code reports it. Returns the id of its idle ask. */
async function finishes(lastMessage: string, project: string): Promise<string> {
  const hook = {
    hook_event_name: 'Stop',
    session_id: `turns-of-${project}`,
    cwd: project,
    prompt_id: crypto.randomUUID(),
    last_assistant_message: lastMessage,
  };
  const headers = { authorization: `Bearer ${readFileSync(at.place.hookToken, 'utf8').trim()}` };
  await fetch(`http://127.0.0.1:${at.env.ANSWERBACK_PORT}/v1/channels/claude-code`, {
    method: 'POST',
    headers,
    body: JSON.stringify(hook),
  });
  const { asks } = await at.client().list({ kind: ['idle'], limit: 50 });
  const found = asks.find(({ detail }) => detail?.kind === 'idle' && detail.lastMessage === lastMessage);
  return found?.id ?? '';
}
/** The model says nothing until the returned function is called: for a script that contains the id of the ask. */
function holdReplies(): () => void {
  let reply = () => {};
  held = new Promise((resolve) => {
    reply = resolve;
  });
  return reply;
}
const decided = async (id: string) => (await at.client().show(id)).decision;
const grounds = 'risk="reversible" reason="one user"';
const tag = (id: string, body: string | number) => `<answer ask="${id}" ${grounds}>${body}</answer>`;

it('a question appears in its conversation, and a tag in its ordinary reply answers it and is taken out', async () => {
  script = [
    { when: 'Which tree?', turns: [{ text: `I looked. <cc_answer project="shop" ${grounds}>2</cc_answer> That will do.`, pieces: 7 }] },
  ];
  const { id } = await ask('Which tree?');
  expect(await eventually(() => decided(id))).toMatchObject({
    answers: [{ chosen: [2] }],
    by: { kind: 'agent', name: 'openclaw-chat', surface: 'chat' },
    reason: 'one user',
  });
  const [told] = heard('Which tree?');
  expect(told).toMatch(/option 1: Large.*option 2: Small/);
  expect(told).toContain(`shop [ASKING: Which tree? / 1: Large / 2: Small] #${id}`);
  const conversation = await eventually(async () => /That will do/.test(await owner.reads()) && owner.reads());
  expect(conversation).toMatch(/Answerback: a coding agent asks/);
  expect(tagsIn(conversation)).toEqual([]);
});

it('while something is pending, every message to it begins with the roster, and it is told what became of its answer', async () => {
  const { id } = await ask('Which boat?');
  await eventually(() => heard('Which boat?').length > 0);
  script = [{ when: 'Build me a raft', turns: [{ text: `First the question: ${tag(id, 1)} Now the raft.`, pieces: 5 }] }];
  expect(await owner.says('Build me a raft')).toMatch(/^First the question: \S.* Now the raft\.$/);
  expect(heard('Build me a raft')[0]).toMatch(new RegExp(`1 ask is pending\\. Deal with it before any new task.*#${id}.*Build me a raft`));
  expect(await eventually(() => decided(id))).toMatchObject({ answers: [{ chosen: [1] }] });
  expect(tagsIn(await owner.reads())).toEqual([]);
  await owner.says('Thank you');
  expect(heard('Thank you')[0]).toContain(`ask ${id} answered: Large`);
  expect(heard('Thank you')[0]).not.toContain('is pending');
});

it('corrects a wrong answer in the same turn', async () => {
  const reply = holdReplies();
  const { id } = await ask('Which hat?');
  script = [
    { when: 'Which hat?', turns: [{ text: `Mine. ${tag(id, 9)}` }] },
    { when: 'not every answer', turns: [{ text: `Sorry. ${tag(id, 2)}` }] },
  ];
  reply();
  expect(await eventually(() => decided(id))).toMatchObject({ answers: [{ chosen: [2] }] });
});

it('answers with the tool', async () => {
  const replyWithCup = holdReplies();
  const { id } = await ask('Which cup?');
  const args = { id, answers: [2], risk: 'reversible', reason: 'it is small' };
  // Tools of plugins are behind OpenClaw's own search: the model reaches them through `tool_call`.
  script = [{ when: 'Which cup?', turns: [{ call: { name: 'tool_call', arguments: { id: 'answer_question', args } } }] }];
  replyWithCup();
  expect(await eventually(() => decided(id))).toMatchObject({ answers: [{ chosen: [2] }], reason: 'it is small' });

  const replyWithPlate = holdReplies();
  const other = await ask('Which plate?');
  const pass = { id: other.id, pass: 'the cupboard is locked', risk: 'unsure', reason: 'it cannot be known' };
  script = [{ when: 'Which plate?', turns: [{ call: { name: 'tool_call', arguments: { id: 'answer_question', args: pass } } }] }];
  replyWithPlate();
  const isForPeople = async () => (await at.client().show(other.id)).route?.waitingFor?.kind === 'people';
  await eventually(isForPeople);
  await at.client().withdraw(other.id, 'the end of the test');
});

it('is told what was answered elsewhere and what was withdrawn', async () => {
  const [one, two] = [await ask('Which road?'), await ask('Which river?')];
  await eventually(() => heard('Which river?').length > 0);
  await at.client().decide(one.id, answers(1), by('ada'));
  await at.client().withdraw(two.id, 'the agent is gone');
  const told = await eventually(async () => {
    await owner.says('What is new?');
    const all = heard('What is new?').join('\n');
    return all.includes('already answered by ada') && all.includes('withdrawn: the agent is gone') && all;
  });
  expect(told).toContain(`ask ${one.id} is no longer for you`);
});

it('is told that a coding agent has finished, once, as information', async () => {
  const id = await finishes('The fence is painted.', '/srv/shop');
  await eventually(() => heard('The fence is painted.').length > 0);
  const [told] = heard('The fence is painted.');
  expect(told).toContain(`a coding agent has finished its turn (ask ${id}). This is for your information; it asks for no answer from you.`);
  expect(told).not.toContain('is pending');
  const conversation = await eventually(async () => /has finished its turn/.test(await owner.reads()) && owner.reads());
  expect(conversation).toContain('The fence is painted.');
  await owner.says('Anything new?');
  expect(heard('Anything new?')[0]).not.toMatch(/is pending|The fence is painted/);
  expect(heard('The fence is painted.')).toHaveLength(1);
  expect(await at.client().show(id)).toMatchObject({ state: 'open' });
});

it('two projects with two agents never mix', async () => {
  const reply = holdReplies();
  const [one, two] = [await ask('Which lamp?'), await ask('Which door?', '/srv/web')];
  script = [
    { when: 'Which lamp?', turns: [{ text: `Both. ${tag(one.id, 1)} ${tag(two.id, 1)}` }] },
    {
      when: 'Which door?',
      turns: [{ text: `Mine. <cc_answer project="web" ${grounds}>2</cc_answer> <cc_answer project="shop" ${grounds}>2</cc_answer>` }],
    },
  ];
  reply();
  expect(await eventually(() => decided(one.id))).toMatchObject({ by: { name: 'openclaw-chat' }, answers: [{ chosen: [1] }] });
  expect(await eventually(() => decided(two.id))).toMatchObject({ by: { name: 'beta' }, answers: [{ chosen: [2] }] });
  expect(await owner.reads('agent:beta:main')).not.toContain('Which lamp?');
  expect(await owner.reads('agent:main:main')).not.toContain('Which door?');
});

it('leaves the conversations of the broker alone', async () => {
  const { id } = await ask('Which sky?');
  await eventually(() => heard('Which sky?').length > 0);
  const asked = 'Decide ask zzzz.';
  script = [{ when: asked, turns: [{ text: tag('zzzz', 1) }] }];
  expect(await owner.runs(asked, 'main', 'agent:main:answerback:zzzz')).toContain('<answer ask=');
  expect(heard(asked)[0]).not.toContain('is pending');
  await at.client().withdraw(id, 'done');
});

it('kill -9 of OpenClaw during its turn, and of the broker: the question is told again, and answered once', async () => {
  const reply = holdReplies();
  const { id } = await ask('Which star?');
  await eventually(() => heard('Which star?').length > 0);
  await gateway.crash();
  await eventually(() => killBroker(at));
  script = [{ when: 'Which star?', turns: [{ text: tag(id, 1) }, { text: tag(id, 2) }] }];
  reply();
  await at.run(['broker', 'start']);
  await gateway.start();
  owner = await ownerOf(gateway);
  expect(await eventually(() => decided(id))).toMatchObject({ by: { name: 'openclaw-chat' } });
  const asked = heard('Which star?').length;
  await gateway.crash();
  await gateway.start();
  // It has looked at everything since, and was not told again of what is answered.
  const last = (await at.client().history(id)).at(-1)?.seq ?? 0;
  const seen = () => JSON.parse(readFileSync(at.place.chats, 'utf8'))['openclaw-chat'];
  await eventually(() => seen() >= last);
  expect(heard('Which star?').length).toBe(asked);
  expect((await at.client().history(id)).filter(({ happening }) => happening.kind === 'settled')).toHaveLength(1);
}, 400_000);

it('is removed by --undo', async () => {
  const env = { OPENCLAW_CONFIG_PATH: gateway.config, HOME: gateway.home };
  await at.run(['setup', 'openclaw', '--undo', '--json'], { env });
  expect(JSON.parse(readFileSync(gateway.config, 'utf8')).plugins?.entries?.answerback).toBeUndefined();
  expect(() => readFileSync(join(gateway.home, '.openclaw/extensions/answerback/index.js'))).toThrow();
});
