// The self-test for `answerback doctor`: acts like Claude Code and asks a question through its hooks.
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { SelfTest, SetupContext } from '../../../setup/connection.ts';
import { DOCTOR, firstAsk, OPTIONS, QUESTION, WORKING, withoutAutoAnswers } from '../../self-test.ts';
import { hookEndpoint } from './hook-endpoint.ts';
import { HOOK_PATH } from './settings.ts';

/** Throws when a step fails, with what went wrong. */
export async function throughHooks(at: SetupContext): Promise<SelfTest> {
  const started = performance.now();
  const client = at.client();
  const { url, hookToken, mode } = await hookEndpoint(at);
  const common = { session_id: `doctor-${randomUUID()}`, cwd: at.place.folder };
  const hook = (event: string, more: object = {}) => post(`${url}${HOOK_PATH}`, hookToken, { ...common, hook_event_name: event, ...more });
  const call = {
    tool_name: 'AskUserQuestion',
    tool_use_id: randomUUID(),
    tool_input: { questions: [{ question: QUESTION, header: 'Self-test', multiSelect: false, options: OPTIONS }] },
  };
  const { tool_use_id: _, ...dialog } = call;
  await withoutAutoAnswers(client, common.session_id, async () => {
    try {
      const { events: before } = await client.call('GET /v1/status');
      const asked = firstAsk(client, common.session_id, before);
      const announced = hook('PreToolUse', call);
      if (mode === 'beside') await announced;
      const ask = await asked;
      const replying = mode === 'beside' ? hook('PermissionRequest', dialog) : announced;
      await client.decide(ask, WORKING, DOCTOR);
      const recorded = inputIn(await replying);
      if (!recorded) throw new Error('the hook request got no answer');
      await hook('PostToolUse', { ...call, tool_response: recorded });
      const { state } = await client.call('GET /v1/asks/:id', { params: { id: ask } });
      if (state !== 'verified') throw new Error(`the answer was not verified: its state is ${state}`);
    } finally {
      await hook('SessionEnd', { reason: 'the self-test is over' });
    }
  });
  return { by: 'hook', ms: performance.now() - started };
}

/** Both kinds of hook return the answers as the input for the tool. */
function inputIn(reply: unknown): object | undefined {
  const { decision, updatedInput } =
    (reply as { hookSpecificOutput?: { decision?: { updatedInput?: object }; updatedInput?: object } }).hookSpecificOutput ?? {};
  return decision?.updatedInput ?? updatedInput;
}

function post(url: string, token: string, body: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', timeout: 10_000, headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => {
          try {
            resolve(JSON.parse(text));
          } catch {
            reject(new Error(`the reply of ${url} is not JSON`));
          }
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`${url} does not respond`)));
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}
