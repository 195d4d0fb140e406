// One run of OpenClaw's agent over the gateway's WebSocket: its last words are the reply.

import type { Effort } from '../../../ask/schema/route.ts';
import type { Briefing, Outcome, Told } from '../../../auto-answer/answerers/answering-agent.ts';
import { cut, failed, outcomeFrom, STOPPED } from '../../../auto-answer/answerers/outcome.ts';
import { type GatewayError, type Run, runFrom } from './frames.ts';
import type { Connection, Gateway, Reached } from './gateway.ts';
import type { Order, RunKeys } from './order.ts';

export const EFFORT: Effort = { via: 'websocket' };
/** How long one `agent.wait` waits; it is repeated while there is time. */
const WAIT_MS = 60_000;

export async function decide(gateway: Gateway, keys: RunKeys, order: Order, briefing: Briefing, signal: AbortSignal): Promise<Outcome> {
  const connected = await gateway.connect(order.token);
  if (signal.aborted) return failed(STOPPED, true, EFFORT);
  if (connected.kind !== 'connected') return outcomeOf(connected);
  return followed(connected.connection, keys, order, briefing, signal);
}

/** Returns as soon as the notice is accepted; the agent need not react to it. */
export async function tell(gateway: Gateway, order: Order, signal: AbortSignal): Promise<Told> {
  const connected = await gateway.connect(order.token);
  if (signal.aborted) return { kind: 'failed', reason: STOPPED, again: true };
  if (connected.kind !== 'connected') return { kind: 'failed', ...reasonOf(connected) };
  return new Promise((resolve) => {
    connected.connection.call('agent', paramsOf(order), (reached, done) => {
      done();
      resolve(reached.kind === 'result' ? { kind: 'told' } : { kind: 'failed', ...reasonOf(reached) });
    });
    signal.addEventListener('abort', () => resolve({ kind: 'failed', reason: STOPPED, again: true }), { once: true });
  });
}

function followed(connection: Connection, keys: RunKeys, order: Order, briefing: Briefing, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    /** This call started the run. */
    let ours = false;
    let remembered = 0;
    const run = () => keys.current(order.key);
    const settle = (outcome: Outcome) => {
      signal.removeEventListener('abort', stop);
      resolve(outcome);
    };
    const stop = () => {
      connection.call('chat.abort', { sessionKey: order.session, runId: run() }, (_, done) => done());
      keys.spent(order.key);
      settle(failed(STOPPED, true, EFFORT));
    };
    signal.addEventListener('abort', stop, { once: true });
    const begin = () => connection.call('agent', paramsOf({ ...order, key: run() }), follow);
    const wait = () => connection.call('agent.wait', { runId: run(), timeoutMs: WAIT_MS }, follow);
    const follow = (reached: Reached, done: () => void): void => {
      if (signal.aborted) return done();
      if (reached.kind !== 'result') {
        done();
        if (reached.kind === 'refused') keys.spent(order.key);
        return settle(outcomeOf(reached));
      }
      const state = runFrom(reached.payload);
      if (state.kind === 'accepted') {
        ours = true;
        return;
      }
      done();
      if (state.kind === 'in flight' || state.kind === 'not yet') return wait();
      if (state.kind === 'failed') keys.spent(order.key);
      else keys.decided(order.key);
      // A run of an earlier attempt failed or was stopped, which says nothing about this attempt.
      if (state.kind === 'failed' && !ours && remembered < MOST_REMEMBERED_ENDS) {
        remembered += 1;
        return begin();
      }
      settle(ended(state, order, briefing));
    };
    begin();
  });
}
const MOST_REMEMBERED_ENDS = 5;

function paramsOf({ message, agent, session, key }: Order): object {
  return { message, agentId: agent, sessionKey: session, idempotencyKey: key };
}

function ended(run: Extract<Run, { kind: 'ended' | 'failed' }>, { hidden }: Order, briefing: Briefing): Outcome {
  if (run.kind === 'failed') return failed(`its run failed: ${cut(hidden(run.reason), 500)}`, true, EFFORT);
  return outcomeFrom(hidden(run.text), briefing, { ...EFFORT, ...run.spent });
}

function outcomeOf(reached: Exclude<Reached, { kind: 'result' }>): Outcome {
  const { reason, again } = reasonOf(reached);
  return failed(reason, again, EFFORT);
}

function reasonOf(reached: Exclude<Reached, { kind: 'result' }>): { reason: string; again: boolean } {
  if (reached.kind === 'lost') return { reason: `the gateway of OpenClaw cannot be reached: ${cut(reached.reason, 300)}`, again: true };
  return { reason: refusalWords(reached.error), again: reached.error.code === 'UNAVAILABLE' };
}

function refusalWords({ message, detail }: GatewayError): string {
  if (detail === 'PROTOCOL_MISMATCH')
    return 'this gateway speaks another version of the protocol than Answerback (4); update the older of the two';
  if (detail.startsWith('AUTH_')) return `the gateway of OpenClaw does not accept the token: ${cut(message, 300)}`;
  return `the gateway of OpenClaw refused: ${cut(message, 300)}`;
}
