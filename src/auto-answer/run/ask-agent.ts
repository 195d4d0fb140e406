// Asks an answering agent for a decision, or a reviewer for a review, and says what came of it.

import type { AskView } from '../../ask/schema/history.ts';
import type { Consideration, Effort, ReviewRecord } from '../../ask/schema/route.ts';
import type { Decider } from '../../inbox/decide.ts';
import type { Clock } from '../../system/clock.ts';
import type { Slots } from '../../system/slots.ts';
import { createTurn, type Turn } from '../../system/turn.ts';
import type { AnsweringAgent, Briefing, Outcome } from '../answerers/answering-agent.ts';
import type { Conversation } from '../answerers/conversation.ts';
import type { Proposal } from '../brief/review.ts';
import { type Judge, type Judged, limitsOf, type ResolvedRoute } from '../judge.ts';
import type { Step } from '../route/route.ts';
import { consult } from './consult.ts';
import { type Begun, type RunEvent, undeliverable } from './progress.ts';

/** What came of the work of a state. `out-of-time`: nothing did before its turn ended. */
export type WorkDone = RunEvent | { readonly kind: 'out-of-time'; readonly reason?: string | undefined };
export const OUT_OF_TIME: WorkDone = { kind: 'out-of-time' };
export const busy = (agent: string): WorkDone => ({ kind: 'out-of-time', reason: `${agent} was busy with other asks` });

type AgentCall = {
  readonly clock: Clock;
  readonly judge: Judge;
  readonly decider: Pick<Decider, 'cannotDeliver'>;
  readonly driver: AnsweringAgent;
  readonly view: AskView;
  readonly route: ResolvedRoute;
  readonly step: Step & { kind: 'agent' };
  readonly begun: Begun;
  readonly conversation: Conversation | undefined;
  readonly key: string;
  readonly turn: Turn;
};

/** If its reply cannot be taken, it is told what is wrong, once, within the same time. */
export async function askAgent(call: AgentCall): Promise<WorkDone> {
  const { clock, judge, driver, view, step, begun, conversation, key, turn } = call;
  const first: Briefing = {
    ask: view,
    wants: 'decision',
    alwaysAnswers: step.alwaysAnswers,
    brief: begun.brief ?? '',
    key: `${key}:${begun.until}`,
    conversation,
  };
  const briefing = begun.sentBack ? await sentBack(judge, first, begun.sentBack) : first;
  const outcome = await consult(driver, briefing, clock, turn);
  if (outcome.kind === 'late') return outOfTime(outcome.failed);
  const done = outcome.kind === 'replied' ? await judged(call, outcome) : outcome;
  const wrong = begun.sentBack || turn.how() !== undefined ? undefined : wrongWith(done, step);
  if (wrong === undefined) return done;
  return { kind: 'sent-back', ...wrong, brief: (await sentBack(judge, first, wrong)).brief };
}

const outOfTime = (failed: string | undefined): WorkDone => ({
  kind: 'out-of-time',
  reason: failed === undefined ? undefined : `${failed}, then its time was over`,
});

/** The brief is repeated only for an agent that does not remember it. `brief`: what it was told before. */
async function sentBack(
  judge: Judge,
  first: Briefing,
  { reason = '', brief }: Pick<Consideration, 'reason'> & { readonly brief?: string | undefined },
): Promise<Briefing> {
  const whole = await judge.sentBack(first.ask, reason, first.brief);
  const again = { ...first, key: `${first.key}:again` };
  if (!first.conversation) return { ...again, brief: brief ?? whole };
  return { ...again, brief: brief ?? (await judge.sentBack(first.ask, reason, undefined)), corrects: { key: first.key, whole } };
}

async function judged(
  { judge, decider, view, route, step, turn }: AgentCall,
  { reply, effort }: Outcome & { kind: 'replied' },
): Promise<WorkDone> {
  if (reply.kind === 'review')
    return { kind: 'judged', judged: { kind: 'refused', reason: 'it reviewed instead of answering' }, effort, route };
  const result: Judged = judge.reply(reply, view, limitsOf(route, step));
  const problem = result.kind === 'decided' ? await decider.cannotDeliver(view, result.verdict) : undefined;
  if (problem === undefined) return { kind: 'judged', judged: result, effort, route };
  const refused = undeliverable(problem, 'agent');
  // Perhaps only because the broker is stopping: its channels stop first.
  return turn.how() === undefined ? { kind: 'judged', judged: refused, effort, route } : outOfTime(refused.reason);
}

/** What it can be told; undefined if it cannot do better, or need not. */
function wrongWith(done: Outcome | WorkDone, { alwaysAnswers }: AgentCall['step']): { reason: string; effort: Effort } | undefined {
  if (done.kind === 'failed') return 'wrong' in done && done.wrong ? { reason: done.reason, effort: done.effort } : undefined;
  if (done.kind !== 'judged') return undefined;
  const { judged: result, effort } = done;
  if (result.kind === 'passed')
    return alwaysAnswers
      ? { reason: 'it passed, and here it always has to answer; where it is not sure, it says so as the risk', effort }
      : undefined;
  return result.kind === 'refused' || (result.kind === 'held' && result.missing) ? { reason: result.reason, effort } : undefined;
}

type ReviewerCall = {
  readonly clock: Clock;
  readonly judge: Judge;
  readonly agent: (name: string) => AnsweringAgent | undefined;
  readonly slots: Slots;
};

/**
 * A second answerer reviews an answer before it is accepted. If the review fails in any way, the answer is held. `onTurn` receives the turn, so that
 * a pause or the end of the ask can end it: then there is no review.
 */
export async function askReviewer(
  { clock, judge, agent, slots }: ReviewerCall,
  by: string,
  view: AskView,
  proposal: Proposal,
  key: string,
  onTurn: (turn: Turn) => void,
): Promise<ReviewRecord | undefined> {
  const done = (outcome: ReviewRecord['outcome'], reason: string, more: Partial<ReviewRecord> = {}): ReviewRecord => ({
    by,
    outcome,
    reason,
    ...more,
  });
  const driver = agent(by);
  if (!driver) return done('failed', `no answerer is called "${by}"`);
  const brief = await judge.reviewBrief(view, proposal);
  if (brief === undefined) return done('failed', 'the policy file cannot be read');
  const turn = createTurn(clock, clock.now() + judge.within(by));
  onTurn(turn);
  const late = async (reason: string) => ((await turn.ended) === 'time' ? done('timed-out', reason, { brief }) : undefined);
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
