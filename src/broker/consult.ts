// Asking one answering agent: tried again where that may help, within its time, and never trusted to keep its promises.
import type { AnsweringAgent, Briefing, Outcome } from '../decide/answering-agent.ts';
import type { Clock } from '../decide/clock.ts';
import { createTurn, type Turn } from './turn.ts';

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 2_000;

/** Undefined when the turn ended first: then whatever the agent still says comes too late. */
export async function consult(agent: AnsweringAgent, briefing: Briefing, clock: Clock, turn: Turn): Promise<Outcome | undefined> {
  const outcome = await repeated(clock, turn, () => attempt(agent, briefing, turn.signal), mayHelp);
  return (
    outcome &&
    (outcome.value.kind === 'failed' ? { ...outcome.value, reason: counted(outcome.value.reason, outcome.attempts) } : outcome.value)
  );
}

/** Three attempts, two seconds between the first two, then four. Undefined when the turn ended. */
export async function repeated<T>(
  clock: Clock,
  turn: Turn,
  once: () => Promise<T>,
  again: (value: T) => boolean,
): Promise<{ readonly value: T; readonly attempts: number } | undefined> {
  for (let attempts = 1; turn.how() === undefined; attempts += 1) {
    const value = await Promise.race([once(), turn.ended.then(() => undefined)]);
    if (turn.how() !== undefined || value === undefined) return undefined;
    if (attempts === ATTEMPTS || !again(value)) return { value, attempts };
    const pause = createTurn(clock, clock.now() + FIRST_PAUSE_MS * 2 ** (attempts - 1));
    await Promise.race([pause.ended, turn.ended]);
    pause.end('over');
  }
  return undefined;
}

const mayHelp = (outcome: Outcome): boolean => outcome.kind === 'failed' && outcome.again;

export const counted = (reason: string, attempts: number): string => (attempts === 1 ? reason : `${reason} (${attempts} attempts)`);

/** A driver must not throw; one that does has failed. */
async function attempt(agent: AnsweringAgent, briefing: Briefing, signal: AbortSignal): Promise<Outcome> {
  try {
    return await agent.decide(briefing, signal);
  } catch (error) {
    return { kind: 'failed', reason: `the driver broke: ${String(error)}`, again: false, effort: { via: 'driver' } };
  }
}
