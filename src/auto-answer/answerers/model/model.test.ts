// Models as answering agents, with both APIs: the conformance suite against a fake endpoint, keys, and misbehaving endpoints.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Api, type FakeEndpoint, type Script, type Seen, startFakeEndpoint } from '../../../../test/support/fake-model-endpoint.ts';
import { openSqliteJournal } from '../../../journal/sqlite/journal.ts';
import { aBriefing, answeringAgentSuite, type Role, type Stage } from '../answering-agent.conformance.ts';
import { choiceFor, conversationSuite, heardBefore } from '../answering-agent-conversation.conformance.ts';
import { conversationFiles } from '../conversation-files.ts';
import { openModel } from './model.ts';

const SECRET = 'sk-secret-of-the-model';
const ample = () => AbortSignal.timeout(120_000);
const decision = (over: object = {}) => ({
  kind: 'answers',
  answers: [{ choose: [2], words: '' }],
  message: '',
  reason: 'It fits.',
  confidence: 0.9,
  ...over,
});
const status =
  (code: number, body = `{"error":{"message":"no: ${SECRET}"}}`): Script =>
  () => ({
    raw: (response) => response.writeHead(code, { 'content-type': 'application/json' }).end(body),
  });

const ROLES: Record<Role, Script> = {
  answers: () => ({ decision: decision() }),
  passes: () => ({ decision: decision({ kind: 'pass', answers: [], reason: 'I cannot tell' }) }),
  'takes its time': () => delay(400, { decision: decision() }),
  crashes: status(500),
  'talks nonsense': () => ({ text: 'Sure thing, boss! {"kind": ' }),
  'never answers': () => ({ raw: () => {} }),
  stubborn: () => ({ raw: (response) => response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders() }),
  'answers twice': () => ({
    decision: decision({
      answers: [
        { choose: [2], words: '' },
        { choose: [1], words: '' },
      ],
    }),
  }),
  lies: () => ({ decision: decision({ answers: [] }) }),
  leaks: () => ({ decision: decision({ answers: [{ choose: [], words: SECRET }], reason: SECRET }) }),
  floods: () => ({ raw: flood }),
  'is gone': () => ({ raw: (response) => response.destroy() }),
};

for (const api of ['anthropic', 'openai'] as const) {
  answeringAgentSuite(`a model that speaks like ${api}`, async (): Promise<Stage> => {
    let endpoint: FakeEndpoint | undefined;
    return {
      secret: SECRET,
      async agent(role) {
        endpoint = await startFakeEndpoint(ROLES[role]);
        return model(api, endpoint.url);
      },
      begun: () => (endpoint?.seen.length ?? 0) > 0,
      running: async () => endpoint?.open() ?? 0,
      close: async () => endpoint?.close(),
    };
  });
}

for (const api of ['anthropic', 'openai'] as const)
  conversationSuite(
    `a model that speaks like ${api}`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'conversations-'));
      const endpoint = await startFakeEndpoint(({ body }) => {
        const said = messagesIn(body);
        const now = said.at(-1) ?? '';
        const reason = heardBefore(said.slice(0, -1).concat(now.includes('recorded otherwise') ? [now] : []));
        return { decision: decision({ answers: [{ choose: [choiceFor(now)], words: '' }], risk: 'reversible', reason }) };
      });
      return {
        agent: async (name) =>
          openModel({
            name,
            settings: { api, model: 'fake-model', url: endpoint.url, 'key-env': 'THE_KEY' },
            conversations: conversationFiles(folder),
            env: { THE_KEY: SECRET },
          }),
        async close() {
          await endpoint.close();
          rmSync(folder, { recursive: true, force: true });
        },
      };
    },
    () => openSqliteJournal(':memory:'),
  );

/** The texts of the user's messages. */
function messagesIn(body: Seen['body']): string[] {
  const messages = body.messages as readonly { role: string; content: string | readonly { text: string }[] }[];
  return messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => (typeof content === 'string' ? content : content.map(({ text }) => text).join('\n')));
}

const NO_MEMORY = { read: async () => undefined, write: async () => {} };
const model = (api: Api, url: string, over: object = { 'key-env': 'THE_KEY' }, env: Record<string, string> = { THE_KEY: SECRET }) =>
  openModel({ name: 'm', settings: { api, model: 'fake-model', url, ...over }, conversations: NO_MEMORY, env });

describe.each(['anthropic', 'openai'] as const)('a model that speaks like %s', (api) => {
  let endpoint: FakeEndpoint;
  afterEach(() => endpoint?.close());
  const decided = async (script: Script, ...more: [object?, Record<string, string>?]) => {
    endpoint = await startFakeEndpoint(script);
    return model(api, endpoint.url, ...more).decide(aBriefing(), ample());
  };

  it('must use the structure, and its cost is reported', async () => {
    const outcome = await decided(ROLES.answers);
    expect(outcome).toMatchObject({
      kind: 'replied',
      reply: { reason: 'It fits.', confidence: 0.9 },
      effort: { via: 'model', model: 'fake-model-1', inputTokens: 11, outputTokens: 7 },
    });
    const { headers, body } = endpoint.seen[0] as Seen;
    expect(JSON.stringify(body)).toContain('"confidence"');
    expect(JSON.stringify(body)).toContain(aBriefing().brief);
    expect(api === 'anthropic' ? headers['x-api-key'] : headers.authorization).toBe(api === 'anthropic' ? SECRET : `Bearer ${SECRET}`);
  });

  it('is offered to pass, unless it always answers', async () => {
    endpoint = await startFakeEndpoint(ROLES.answers);
    const agent = model(api, endpoint.url);
    await agent.decide(aBriefing(), ample());
    await agent.decide({ ...aBriefing(), alwaysAnswers: true }, ample());
    const [offered, always] = endpoint.seen.map(({ body }) => JSON.stringify(body));
    expect(offered).toContain('["answers","redirect","decline","pass"]');
    expect(always).toContain('["answers","redirect","decline"]');
    expect(always).not.toMatch(/pass/);
  });

  it('that answers in text, as the brief says, is also understood', async () => {
    expect(await decided(() => ({ text: `I looked. <answer ask="${aBriefing().ask.id}">2</answer>` }))).toMatchObject({
      kind: 'replied',
      reply: { kind: 'answers' },
    });
  });

  it.each([
    [401, false, 'the key was not accepted'],
    [403, false, 'the key does not allow this'],
    [404, false, 'no such model'],
    [429, true, 'busy'],
    [500, true, 'would not answer'],
    [529, true, 'would not answer'],
  ])('explains HTTP %i, without repeating the key', async (code, again, reason) => {
    const outcome = await decided(status(code));
    expect(outcome).toMatchObject({ kind: 'failed', again, reason: expect.stringContaining(reason) });
    expect(JSON.stringify(outcome)).not.toContain(SECRET);
    expect(endpoint.seen).toHaveLength(1);
  });

  it('that refuses has failed', async () => {
    expect(await decided(() => ({ refusal: 'I will not.' }))).toMatchObject({
      kind: 'failed',
      again: false,
      reason: 'it refused to answer',
    });
  });

  it.each([
    ['no JSON at all', '<html>gateway</html>'],
    ['JSON of another kind', '{"hello":"world"}'],
    ['nothing', ''],
  ])('that sends %s has failed', async (_, body) => {
    expect(await decided(status(200, body))).toMatchObject({ kind: 'failed' });
  });

  it('that redirects is not followed, because the key would be sent along', async () => {
    const other = await startFakeEndpoint(ROLES.answers);
    const outcome = await decided(() => ({ raw: (response) => response.writeHead(307, { location: `${other.url}/messages` }).end() }));
    expect(outcome).toMatchObject({ kind: 'failed' });
    expect(other.seen).toHaveLength(0);
    await other.close();
  });

  it('that cannot be reached is tried again', async () => {
    endpoint = await startFakeEndpoint(ROLES.answers);
    await endpoint.close();
    expect(await model(api, endpoint.url).decide(aBriefing(), ample())).toMatchObject({
      kind: 'failed',
      again: true,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('without a key of its own gets no key, not even that of the default endpoint', async () => {
    expect(await decided(ROLES.answers, {}, { ANTHROPIC_API_KEY: SECRET, OPENAI_API_KEY: SECRET })).toMatchObject({ kind: 'replied' });
    expect(JSON.stringify(endpoint.seen)).not.toContain(SECRET);
  });
});

describe('the key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'key-'));
  const file = join(folder, 'key');
  afterEach(() => rmSync(file, { force: true }));
  const withKey = async (over: object, env: Record<string, string> = {}) => {
    const endpoint = await startFakeEndpoint(ROLES.answers);
    const outcome = await model('openai', endpoint.url, over, env).decide(aBriefing(), ample());
    await endpoint.close();
    return { outcome, sent: endpoint.seen[0]?.headers.authorization };
  };

  it('is read from a file that only the user can read', async () => {
    writeFileSync(file, `${SECRET}\n`, { mode: 0o600 });
    expect(await withKey({ 'key-file': file })).toMatchObject({ outcome: { kind: 'replied' }, sent: `Bearer ${SECRET}` });
  });

  it.each([0o640, 0o604, 0o644])('in a file of mode %o is refused, with what to do', async (mode) => {
    writeFileSync(file, SECRET);
    chmodSync(file, mode);
    const { outcome, sent } = await withKey({ 'key-file': file });
    expect(outcome).toMatchObject({ kind: 'failed', again: false, reason: expect.stringContaining(`chmod 600 ${file}`) });
    expect(sent).toBeUndefined();
  });

  it('that is missing is reported with its place', async () => {
    expect((await withKey({ 'key-file': file })).outcome).toMatchObject({
      kind: 'failed',
      again: false,
      reason: expect.stringContaining(file),
    });
    expect((await withKey({ 'key-env': 'NOT_SET' })).outcome).toMatchObject({
      kind: 'failed',
      again: false,
      reason: expect.stringContaining('NOT_SET'),
    });
  });

  it('is not sent unencrypted over the network', async () => {
    const outcome = await model('openai', 'http://models.example/v1').decide(aBriefing(), ample());
    expect(outcome).toMatchObject({ kind: 'failed', again: false, reason: expect.stringContaining('https://') });
  });
});

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const pour = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
    if (!response.destroyed) response.once('drain', pour);
  };
  pour();
}
