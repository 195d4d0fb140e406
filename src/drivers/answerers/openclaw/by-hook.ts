// The third way to OpenClaw, if there is only a hook token: the agent is woken, and answers by itself.
import type { Told } from '../../../decide/answering-agent.ts';
import type { Effort } from '../../../question/words.generated.ts';
import { cut, failed, STOPPED } from '../heard.ts';
import { type Attempt, beyond, type Order } from './order.ts';
import { httpUrl, type Posted, post } from './post.ts';

const EFFORT: Effort = { via: 'hook' };

export async function wakeByHook(url: string, order: Order, signal: AbortSignal): Promise<Attempt> {
  const posted = await send(url, order, signal);
  if (signal.aborted) return beyond(failed(STOPPED, true, EFFORT));
  const problem = problemOf(posted, order);
  if (problem) return { kind: 'not begun', outcome: failed(problem.reason, problem.again, EFFORT) };
  return beyond({ kind: 'woken', effort: EFFORT });
}

export async function tellByHook(url: string, order: Order, signal: AbortSignal): Promise<Told> {
  const posted = await send(url, order, signal);
  const problem = signal.aborted ? { reason: STOPPED, again: true } : problemOf(posted, order);
  return problem ? { kind: 'failed', ...problem } : { kind: 'told' };
}

/** No session key, because most gateways allow none from outside. Nothing is sent to a chat. */
function send(url: string, { message, agent, key, token }: Order, signal: AbortSignal): Promise<Posted> {
  return post(
    httpUrl(url, 'hooks/agent'),
    token,
    { message, agentId: agent, name: 'Answerback', idempotencyKey: key, deliver: false },
    {},
    signal,
  );
}

function problemOf(posted: Posted, { hidden }: Order): { reason: string; again: boolean } | undefined {
  if (posted.kind === 'lost') return { reason: `the gateway of OpenClaw cannot be reached: ${cut(posted.reason, 300)}`, again: true };
  const { status, body, text } = posted;
  if (status === 200 && body.ok === true) return undefined;
  if (status === 401 || status === 403) return { reason: "OpenClaw does not accept the hook's token", again: false };
  if (status === 404) return { reason: 'its hooks are off (hooks.enabled)', again: false };
  const said = typeof body.error === 'string' ? body.error : text;
  return { reason: `OpenClaw could not be woken (HTTP ${status}): ${cut(hidden(said), 300)}`, again: status === 429 || status >= 500 };
}
