// Real agents ask through `answerback mcp`: the question waits longer than one call may take, and the answer reaches the model.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AskView } from '../../src/ask/schema/history.ts';
import { isAnswer, pendingId } from '../support/agents/asking-model.ts';
import { AGENTS, type Conversation, claudeInTerminal, LIMIT_MS } from '../support/agents/mcp-agents.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { by, type Home, home } from '../support/home.ts';

let at: Home;
let reader: Client;
let folder: string;
let conversation: Conversation | undefined;
beforeEach(() => {
  at = home();
  reader = at.client();
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-client-')));
  mkdirSync(join(folder, 'project'));
});
afterEach(async () => {
  await conversation?.stop();
  await at.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

describe.each(AGENTS)('$name', ({ program, reportsTimeouts, start }) => {
  const open = () => eventually(async () => (await reader.list({ state: ['open'] })).asks[0]);
  const all = async () => (await reader.list({ state: ['open', 'withdrawn', 'verified', 'answered'] })).asks;
  const results = () => conversation?.results() ?? [];
  const isTold = () => eventually(() => results().some(isAnswer));

  it('asks, checks while the question is pending, and gets the answer', async () => {
    conversation = await start(at, folder, '2s');
    const { id, ...ask } = await open();
    expect(ask).toMatchObject({ program, project: conversation.project });
    const since = Date.now();
    await eventually(() => Date.now() - since > LIMIT_MS && results().length >= 2);
    expect(results().map(pendingId)).toEqual(results().map(() => id));
    await reader.decide(id, { kind: 'answers', answers: [2] }, by('ada'));
    await isTold();
    await eventually(async () => (await reader.show(id)).state === 'verified');
    expect(await all()).toHaveLength(1);
  });

  it('asks again when its own time limit ended the call, and gets the answer', async () => {
    conversation = await start(at, folder, '1h');
    const first = await open();
    await eventually(() => results().length > 0);
    // Claude Code reports the end of a call late. An answer at that very moment would go to the call that it has given up.
    const since = Date.now();
    await eventually(() => Date.now() - since > LIMIT_MS / 2);
    const isMeant = (ask: AskView) => (ask.id === first.id) === reportsTimeouts;
    const { id } = await eventually(async () => (await reader.list({ state: ['open'] })).asks.find(isMeant));
    await reader.decide(id, { kind: 'answers', answers: [2] }, by('ada'));
    await isTold();
    await eventually(async () => (await reader.show(id)).state === 'verified');
    expect((await all()).map(({ state }) => state)).toEqual(reportsTimeouts ? ['verified'] : ['verified', 'withdrawn']);
  });

  it('is killed while it waits, and its question is withdrawn', async () => {
    conversation = await start(at, folder, '1h');
    const { id } = await open();
    await conversation.stop();
    conversation = undefined;
    await eventually(async () => (await reader.show(id)).state === 'withdrawn');
  });
});

it('Claude Code tells its model the answer to a call that it moved to the background', async () => {
  const claude = await claudeInTerminal(at, folder, '1h', 3_000);
  conversation = claude;
  await eventually(() => claude.results().some((result) => result.includes('moved to the background')));
  const { id } = await eventually(async () => (await reader.list({ state: ['open'] })).asks[0]);
  await reader.decide(id, { kind: 'answers', answers: [2] }, by('ada'));
  await eventually(() => isAnswer(JSON.stringify(claude.requests.at(-1)?.body.messages)));
  await eventually(async () => (await reader.show(id)).state === 'verified');
});
