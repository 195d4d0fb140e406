// A second answerer reviews an answer before it is accepted. If the review fails in any way, the answer is held.

import type { AskView } from '../../ask/schema/history.ts';
import type { ReviewRecord } from '../../ask/schema/route.ts';
import type { Clock } from '../../system/clock.ts';
import type { Slots } from '../../system/slots.ts';
import { createTurn, type Turn, type TurnEnd } from '../../system/turn.ts';
import type { AnsweringAgent } from '../answerers/answering-agent.ts';
import type { Proposal } from '../brief/review.ts';
import type { Judge } from '../judge.ts';
import { consult } from './consult.ts';

type ReviewParts = {
  readonly clock: Clock;
  readonly judge: Judge;
  readonly agent: (name: string) => AnsweringAgent | undefined;
  readonly slots: Slots;
};

/** `ended`: something other than its time limit ended the review, so there is nothing to record. */
export type Reviewed =
  | { readonly kind: 'reviewed'; readonly record: ReviewRecord }
  | { readonly kind: 'ended'; readonly how: Exclude<TurnEnd, 'time'> };

/** `onTurn` receives the turn, so that a pause or the end of the ask can end it. */
export async function review(
  { clock, judge, agent, slots }: ReviewParts,
  by: string,
  view: AskView,
  proposal: Proposal,
  key: string,
  onTurn: (turn: Turn) => void,
): Promise<Reviewed> {
  const done = (outcome: ReviewRecord['outcome'], reason: string, more: Partial<ReviewRecord> = {}): Reviewed => ({
    kind: 'reviewed',
    record: { by, outcome, reason, ...more },
  });
  const driver = agent(by);
  if (!driver) return done('failed', `no answerer is called "${by}"`);
  const brief = await judge.reviewBrief(view, proposal);
  if (brief === undefined) return done('failed', 'the policy file cannot be read');
  const turn = createTurn(clock, clock.now() + judge.within(by));
  onTurn(turn);
  const late = async (reason: string): Promise<Reviewed> => {
    const how = await turn.ended;
    return how === 'time' ? done('timed-out', reason, { brief }) : { kind: 'ended', how };
  };
  const release = await slots.take(by, turn.signal);
  if (!release) return late(`${by} was busy with other asks`);
  const outcome = await consult(driver, { ask: view, wants: 'review', brief, key: `${key}:review` }, clock, turn).finally(release);
  if (outcome.kind === 'late') return late(outcome.failed ?? 'its time was over');
  turn.end('over');
  const { effort } = outcome;
  if (outcome.kind === 'failed') return done('failed', outcome.reason, { brief, effort });
  if (outcome.kind === 'woken') return done('failed', 'it answers by itself, so it cannot review', { brief, effort });
  if (outcome.reply.kind !== 'review') return done('failed', 'it answered instead of reviewing', { brief, effort });
  return done(outcome.reply.review, outcome.reply.reason, { brief, effort });
}

/** Why the answer is held for people. */
export function holdReason({ by, outcome, reason }: ReviewRecord): string | undefined {
  if (outcome === 'pass') return undefined;
  return outcome === 'hold'
    ? `${by} reviewed the answer and holds it: ${reason}`
    : `the review by ${by} ${outcome === 'failed' ? 'failed' : 'took too long'}: ${reason}`;
}
