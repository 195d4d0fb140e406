// kill -9 right after a hook has said how an ask ended: what it said is not lost, also in a session without a transcript.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { payload, post, pre, request } from './support/claude-code/hooks-harness.ts';
import type { Client } from './support/client.ts';
import { eventually } from './support/eventually.ts';
import { by, type Home, home } from './support/home.ts';
import { replaceBroker } from './support/kill.ts';
import { answers } from './support/samples.ts';

let at: Home;
let client: Client;
beforeEach(() => {
  at = home();
  client = at.client();
});
afterEach(() => at.close());

/** What Claude Code sends in a session that writes no transcript. */
const withoutTranscript = () => ({ transcript_path: join(at.place.folder, 'none.jsonl') });

async function hook(body: object): Promise<unknown> {
  const { url } = await client.status();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${readFileSync(at.place.hookToken, 'utf8').trim()}` };
  const sent = { ...body, ...withoutTranscript() };
  return (await fetch(`${url}/v1/channels/claude-code`, { method: 'POST', headers, body: JSON.stringify(sent) })).json();
}

const open = () => eventually(async () => (await client.list({ state: ['open'] })).asks[0]);

it('a question whose hook has said how it was answered is verified after the restart', async () => {
  await hook(pre());
  const replying = hook(request());
  const ask = await open();
  await client.decide(ask.id, answers(1), by('ada'));
  expect(await replying).toMatchObject({ hookSpecificOutput: {} });
  await hook(post(ask));
  await replaceBroker(at);
  await expect
    .poll(() => client.show(ask.id))
    .toMatchObject({ state: 'verified', receipt: { evidence: 'PostToolUse', recorded: { answers: [{ chosen: ['Postgres'] }] } } });
});

it('so is an answer that was recorded differently, and it stays mismatched', async () => {
  await hook(pre());
  const replying = hook(request());
  const ask = await open();
  await client.decide(ask.id, answers(1), by('ada'));
  await replying;
  await hook(post(ask, 'SQLite'));
  await replaceBroker(at);
  await expect.poll(() => client.show(ask.id)).toMatchObject({ state: 'mismatched', receipt: { evidence: 'PostToolUse' } });
});

it('so is a permission whose command has run, also when the agent has ended its session since', async () => {
  const call = { tool_name: 'Bash', tool_input: { command: 'npm run build' } };
  await hook(payload('PreToolUse-Bash', { ...call, tool_use_id: 'b1' }));
  const replying = hook(payload('PermissionRequest-Bash', call));
  const ask = await open();
  await client.decide(ask.id, answers('Yes'), by('ada'));
  await replying;
  await hook(payload('PostToolUse-Bash', { ...call, tool_use_id: 'b1' }));
  await hook(payload('SessionEnd'));
  await replaceBroker(at);
  await expect.poll(() => client.show(ask.id)).toMatchObject({ state: 'verified', receipt: { evidence: 'PostToolUse' } });
});
