// The real OpenClaw as an answerer, with a fake model. Slow: npm run test:openclaw.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenClawOptions, openOpenClaw } from '../../src/agents/openclaw/answerer.ts';
import { aBriefing } from '../../src/auto-answer/answerers/answering-agent.conformance.ts';
import type { AnsweringAgent } from '../../src/auto-answer/answerers/answering-agent.ts';
import { type FakeCompletions, startFakeCompletions } from '../support/agents/fake-completions.ts';
import { type OpenClawGateway, openclawGateway } from '../support/agents/openclaw-gateway.ts';
import { openclawProgram } from '../support/agents/packages.ts';
import { CLI, type Home, home } from '../support/home.ts';

let at: Home;
let model: FakeCompletions;
let gateway: OpenClawGateway;
let agent: AnsweringAgent | undefined;

beforeAll(async () => {
  at = home();
  model = await startFakeCompletions();
  // OpenClaw offers the skill only if it finds our program.
  const bin = join(at.place.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'answerback'), `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
  chmodSync(join(bin, 'answerback'), 0o755);
  gateway = await openclawGateway({ modelUrl: model.url, path: bin });
  await gateway.start();
}, 300_000);
afterEach(() => agent?.close());
afterAll(async () => {
  await gateway?.stop();
  await model?.stop();
  await at?.close();
});

const ample = () => AbortSignal.timeout(110_000);
const claw = (over: Partial<OpenClawOptions['settings']> = { 'token-env': 'TOKEN' }) => {
  agent = openOpenClaw({
    name: 'claw',
    settings: { url: gateway.url, ...over },
    env: { TOKEN: gateway.token, WRONG: 'wrong-token' },
    version: '0.0.0',
  });
  return agent;
};
let count = 0;
const briefing = () => {
  count += 1;
  const id = `ask${count}`;
  return { ...aBriefing({ id }), brief: `Which database? This is the ask ${id}.`, key: `key-${id}-${process.pid}` };
};
const tag = (id: string) => `I looked. <answer ask="${id}" risk="reversible" reason="I looked">2</answer>`;

describe('the real OpenClaw', () => {
  it('decides over WebSocket, and only once per key', async () => {
    const asked = briefing();
    model.script(asked.brief, [{ text: tag(asked.ask.id) }]);
    const outcome = await claw().decide(asked, ample());
    expect(outcome).toMatchObject({
      kind: 'replied',
      reply: { kind: 'answers', answers: [[2]] },
      effort: { via: 'websocket', model: 'fake/fake-model', inputTokens: 11, outputTokens: 7 },
    });
    const before = model.requests.length;
    expect(await agent?.decide(asked, ample())).toMatchObject({ kind: 'replied' });
    expect(model.requests.length).toBe(before);
  });

  it('gets news in the same conversation', async () => {
    const asked = briefing();
    model.script(asked.brief, [{ text: tag(asked.ask.id) }]);
    await claw().decide(asked, ample());
    const text = `It was recorded otherwise: ${asked.ask.id}.`;
    expect(await agent?.tell({ text, key: `news-${asked.key}`, ask: asked.ask }, ample())).toEqual({ kind: 'told' });
    const told = () => model.requests.find(({ messages }) => JSON.stringify(messages).includes(text));
    await expect.poll(told).toBeDefined();
    expect(JSON.stringify(told()?.messages)).toContain(asked.brief);
  });

  it('has not answered if its words are no answer, and answers in the same conversation when it is told so', async () => {
    const asked = briefing();
    model.script(asked.brief, [{ text: 'I would choose the second one.' }]);
    expect(await claw().decide(asked, ample())).toMatchObject({
      kind: 'failed',
      again: false,
      wrong: true,
      reason: expect.stringContaining('it said nothing that is an answer'),
    });
    const correction = `That was no answer to ${asked.ask.id}. Write a tag.`;
    model.script(correction, [{ text: tag(asked.ask.id) }]);
    const again = { ...asked, brief: correction, key: `${asked.key}-2`, corrects: { key: asked.key, whole: asked.brief } };
    expect(await agent?.decide(again, ample())).toMatchObject({ kind: 'replied', reply: { kind: 'answers', answers: [[2]] } });
    const told = model.requests.find(({ messages }) => JSON.stringify(messages).includes(correction));
    expect(JSON.stringify(told?.messages)).toContain('I would choose the second one.');
  });

  it('reports a wrong token', async () => {
    expect(await claw({ 'token-env': 'WRONG' }).decide(briefing(), ample())).toMatchObject({
      kind: 'failed',
      again: false,
      reason: expect.stringContaining('does not accept the token'),
    });
  });

  it('stops deciding when it is cancelled', async () => {
    const asked = briefing();
    const open = model.hold();
    const time = new AbortController();
    const outcome = claw().decide(asked, time.signal);
    const seen = () => model.requests.some(({ messages }) => JSON.stringify(messages).includes(asked.brief));
    await expect.poll(seen).toBe(true);
    time.abort();
    expect(await outcome).toMatchObject({ kind: 'failed', again: true });
    open();
    // Asked again by a new driver, it decides again.
    model.script(asked.brief, [{ text: tag(asked.ask.id) }]);
    await agent?.close();
    expect(await claw().decide(asked, ample())).toMatchObject({ kind: 'replied' });
  });

  it('fails when it is killed during a run, and decides after a restart', async () => {
    const asked = briefing();
    model.script(asked.brief, [{ text: tag(asked.ask.id) }]);
    const open = model.hold();
    const outcome = claw().decide(asked, ample());
    const seen = () => model.requests.some(({ messages }) => JSON.stringify(messages).includes(asked.brief));
    await expect.poll(seen).toBe(true);
    await gateway.crash();
    expect(await outcome).toMatchObject({ kind: 'failed', again: true });
    open();
    expect(await agent?.decide(asked, ample())).toMatchObject({
      kind: 'failed',
      again: true,
      reason: expect.stringContaining('cannot be reached'),
    });
    await gateway.start();
    expect(await agent?.decide(asked, ample())).toMatchObject({ kind: 'replied', reply: { kind: 'answers', answers: [[2]] } });
  });

  it('is configured by `setup openclaw`, uses the skill and answers; `--undo` removes it', async () => {
    const env = { OPENCLAW_CONFIG_PATH: gateway.config, HOME: gateway.home };
    const { changed, token } = JSON.parse((await at.run(['setup', 'openclaw', '--json'], { env })).out);
    expect({ changed, token }).toEqual({ changed: true, token: 'copied' });
    const route = 'routes:\n  - name: night\n    when: { kind: question }\n    decide: [{ agent: openclaw, within: 60s }, people]\n';
    writeFileSync(at.place.config, `${readFileSync(at.place.config, 'utf8')}${route}`);
    model.script('Which tree is it?', [{ text: '{"answers": [2], "risk": "reversible", "reason": "It has needles.", "confidence": 0.8}' }]);
    expect(await at.run(['ask', 'Which tree is it?', '-o', 'Oak: leaves', '-o', 'Fir: needles'])).toMatchObject({ code: 0, out: 'Fir\n' });
    const asked = model.requests.find(({ messages }) => JSON.stringify(messages).includes('Which tree is it?'));
    expect(JSON.stringify(asked?.messages)).toMatch(/skills\/answerback\/SKILL\.md/);
    await at.run(['setup', 'openclaw', '--undo', '--json'], { env });
    expect(readFileSync(at.place.config, 'utf8')).toBe(route);
  });

  it('answers a question end to end when it is configured with its token', async () => {
    configure(gateway.token);
    model.script('Which colour is it?', [
      { text: '{"answers": [1], "risk": "reversible", "reason": "Red stands out.", "confidence": 0.8}' },
    ]);
    const ran = await at.run(['ask', 'Which colour is it?', '-o', 'Red: warm', '-o', 'Blue: cold']);
    expect(ran).toMatchObject({ code: 0, out: 'Red\n' });
    const [entry] = JSON.parse((await at.run(['log', '--json'])).out);
    expect(entry.decision).toMatchObject({ by: { kind: 'agent', name: 'claw' }, reason: 'Red stands out.' });
    expect(readFileSync(at.place.log, 'utf8')).not.toContain(gateway.token);
  });
});

it('connects to the server that `setup mcp openclaw` adds, and finds the skill', async () => {
  const { node, program, path } = await openclawProgram();
  const state = join(at.place.folder, 'claw');
  const env = { HOME: at.place.folder, OPENCLAW_STATE_DIR: state, OPENCLAW_CONFIG_PATH: '', PATH: path };
  mkdirSync(state);
  writeFileSync(join(state, 'openclaw.json'), '{\n  // mine\n  "gateway": { "mode": "local" },\n}\n');
  await at.run(['setup', 'mcp', 'openclaw', '--skill', '--json'], { env });
  const run = promisify(execFile);
  expect((await run(node, [program, 'mcp', 'probe', 'answerback'], { env })).stdout).toContain('answerback: 2 tools');
  expect((await run(node, [program, 'skills', 'list'], { env })).stdout).toContain('ask-user-question');
}, 180_000);

/** Configures it for every question. */
function configure(token: string): void {
  const file = join(at.place.folder, 'token-file');
  writeFileSync(file, token, { mode: 0o600 });
  const answerer = `  claw:\n    kind: openclaw\n    url: ${gateway.url}\n    token-file: ${file}\n`;
  const route = '  - name: night\n    when: { kind: question }\n    decide: [{ agent: claw, within: 60s }, people]\n';
  writeFileSync(at.place.config, `answerers:\n${answerer}routes:\n${route}`);
}
