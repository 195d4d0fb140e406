// A simulated agent for `doctor`: a question through the whole path, first as a script asks it, then as Claude Code's hooks do.
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { Client } from '../../../client/client.ts';
import type { Status } from '../../../protocol/contract.generated.ts';
import { SELF_TEST } from '../../../question/precedent.ts';
import { modeOf } from './setup.ts';

const QUESTION = 'Is Answerback working?';
const OPTIONS = [
  { label: 'Working', description: 'it arrives' },
  { label: 'Broken', description: 'it does not' },
];
const WORKING = { kind: 'answers', answers: [1] } as const;
const WITHIN_MS = 5_000;
const DOCTOR = { by: { kind: 'person', name: 'doctor', surface: SELF_TEST } } as const;
/** No machine of the user's may answer the self-test, or be woken for it. */
const PAUSE_MS = 60_000;

/** Throws, saying where it stopped; otherwise how long it took. */
export async function throughToolCall(client: Client, project: string): Promise<number> {
  const started = performance.now();
  const session = { id: `doctor-${randomUUID()}`, program: 'doctor', project };
  await client.pause(DOCTOR.by, { kind: 'session', session: session.id }, PAUSE_MS);
  const ask = await client.ask({
    session,
    toolUseId: randomUUID(),
    questions: [{ text: QUESTION, header: 'Self-test', options: OPTIONS }],
    timeoutMs: 60_000,
  });
  await client.decide(ask.id, WORKING, DOCTOR);
  const receipt = await client.receipt(await client.result(ask.id));
  await client.endSession(session.id, 'the self-test is over');
  await client.unpause(DOCTOR.by, { kind: 'session', session: session.id });
  if (receipt.verdict !== 'verified')
    throw new Error(`the answer arrived ${receipt.verdict}: ${receipt.differences.map((d) => d.what).join('; ')}`);
  return performance.now() - started;
}

export async function throughHooks(
  client: Client,
  { url, channels }: Pick<Status, 'url' | 'channels'>,
  token: string,
  project: string,
): Promise<number> {
  const started = performance.now();
  const mode = modeOf(channels);
  const common = { session_id: `doctor-${randomUUID()}`, cwd: project };
  const hook = (event: string, more: object = {}) =>
    post(`${url}/v1/channels/claude-code`, token, { ...common, hook_event_name: event, ...more });
  const call = {
    tool_name: 'AskUserQuestion',
    tool_use_id: randomUUID(),
    tool_input: { questions: [{ question: QUESTION, header: 'Self-test', multiSelect: false, options: OPTIONS }] },
  };
  const { tool_use_id: _, ...dialog } = call;
  const scope = { kind: 'session', session: common.session_id } as const;
  await client.pause(DOCTOR.by, scope, PAUSE_MS);
  try {
    const { events: before } = await client.status();
    const asked = firstAsk(client, common.session_id, before);
    const announced = hook('PreToolUse', call);
    if (mode === 'beside') await announced;
    const ask = await asked;
    const replying = mode === 'beside' ? hook('PermissionRequest', dialog) : announced;
    await client.decide(ask, WORKING, DOCTOR);
    const recorded = inputIn(await replying);
    if (!recorded) throw new Error('the held hook was not answered');
    await hook('PostToolUse', { ...call, tool_response: recorded });
    const { state } = await client.show(ask);
    if (state !== 'verified') throw new Error(`the answer ended as ${state}`);
    return performance.now() - started;
  } finally {
    await hook('SessionEnd', { reason: 'the self-test is over' });
    await client.unpause(DOCTOR.by, scope);
  }
}

/** The id of the ask that this session puts, heard of as everyone hears of it. */
async function firstAsk(client: Client, session: string, after: number): Promise<string> {
  const enough = new AbortController();
  const timer = setTimeout(() => enough.abort(), WITHIN_MS);
  try {
    for await (const item of client.events({ after, signal: enough.signal })) {
      if (item.kind === 'event' && item.event.happening.kind === 'asked' && item.event.happening.ask.session === session)
        return item.event.happening.ask.id;
    }
  } finally {
    clearTimeout(timer);
    enough.abort();
  }
  throw new Error('the hook was taken, but no question arrived (is Answerback paused, or this folder excluded?)');
}

/** Both kinds of hook give the answers back as input for the tool. */
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
            reject(new Error(`${url} replies with something that is not JSON`));
          }
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`${url} does not answer`)));
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}
