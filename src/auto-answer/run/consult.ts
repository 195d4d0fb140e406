// Asks one answering agent, with retries, within its time limit. Drivers are not trusted to keep to their contract.

import { backoff } from '../../system/backoff.ts';
import type { Clock } from '../../system/clock.ts';
import { sleep } from '../../system/sleep.ts';
import type { Turn } from '../../system/turn.ts';
import type { AnsweringAgent, Briefing, Outcome } from '../answerers/answering-agent.ts';

const ATTEMPTS = 3;
const PAUSES = { firstMs: 2_000, longestMs: 60_000 };

/** The turn ended first, so the agent's reply is ignored. `failed`: why the last attempt before that failed. */
export type Late = { readonly kind: 'late'; readonly failed?: string | undefined };

export async function consult(agent: AnsweringAgent, briefing: Briefing, clock: Clock, turn: Turn): Promise<Outcome | Late> {
  const { value, attempts, ended } = await repeated(clock, turn, () => attempt(agent, briefing, turn.signal), mayHelp);
  if (value?.kind !== 'failed') return value && !ended ? value : { kind: 'late' };
  const reason = counted(value.reason, attempts);
  return ended ? { kind: 'late', failed: reason } : { ...value, reason };
}

/** `value`: the result of the last completed attempt. `ended`: the turn ended before there was a final result. */
export type Repeated<T> = { readonly value?: T; readonly attempts: number; readonly ended: boolean };

/** Up to three attempts, two and then four seconds apart. */
export async function repeated<T>(clock: Clock, turn: Turn, once: () => Promise<T>, again: (value: T) => boolean): Promise<Repeated<T>> {
  let last: { readonly value?: T; readonly attempts: number } = { attempts: 0 };
  for (let attempts = 1; turn.how() === undefined; attempts += 1) {
    const value = await Promise.race([once(), turn.ended.then(() => undefined)]);
    if (turn.how() !== undefined || value === undefined) break;
    last = { value, attempts };
    if (attempts === ATTEMPTS || !again(value)) return { ...last, ended: false };
    await sleep(clock, backoff(attempts, PAUSES), turn.signal);
  }
  return { ...last, ended: true };
}

const mayHelp = (outcome: Outcome): boolean => outcome.kind === 'failed' && outcome.again;

export const counted = (reason: string, attempts: number): string => (attempts === 1 ? reason : `${reason} (${attempts} attempts)`);

/** A driver must not throw. If it does, that counts as a failure. */
async function attempt(agent: AnsweringAgent, briefing: Briefing, signal: AbortSignal): Promise<Outcome> {
  try {
    return await agent.decide(briefing, signal);
  } catch (error) {
    return { kind: 'failed', reason: `internal error: ${String(error)}`, again: false, effort: { via: 'driver' } };
  }
}
