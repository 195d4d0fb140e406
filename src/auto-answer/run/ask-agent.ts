// One turn of an answering agent: it is asked, and if its reply cannot be taken, it is told what is wrong, once, within the same time.

import type { Verdict } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { Effort, StepName } from '../../ask/schema/route.ts';
import type { Clock } from '../../system/clock.ts';
import type { Turn } from '../../system/turn.ts';
import type { AnsweringAgent, Briefing, Outcome } from '../answerers/answering-agent.ts';
import { type Judge, type Judged, limitsOf, type ResolvedRoute } from '../judge.ts';
import type { Step } from '../route/route.ts';
import { consult, type Late } from './consult.ts';

/** `over`: the ask was decided meanwhile. */
export type Asked =
  | { readonly kind: 'judged'; readonly judged: Judged; readonly effort: Effort }
  | Exclude<Outcome, { kind: 'replied' }>
  | Late
  | { readonly kind: 'over' };

export type AgentTurn = {
  readonly clock: Clock;
  readonly judge: Judge;
  /** Why this verdict cannot be delivered; undefined if it may work. */
  readonly cannotDeliver: (view: AskView, verdict: Verdict) => Promise<string | undefined>;
  readonly driver: AnsweringAgent;
  readonly view: AskView;
  readonly route: ResolvedRoute;
  readonly step: Step & { kind: 'agent' };
  readonly turn: Turn;
  /** Whether it was told already, before a restart. */
  readonly wasSentBack: boolean;
  /** Records that it is told. False if the ask is already over. */
  readonly onSentBack: (facts: { readonly reason: string; readonly effort: Effort; readonly brief: string }) => Promise<boolean>;
};

export async function askAgent(at: AgentTurn, briefing: Briefing): Promise<Asked> {
  const first = await once(at, briefing);
  const wrong = at.wasSentBack ? undefined : wrongWith(first, at.step);
  if (wrong === undefined || at.turn.how() !== undefined) return first;
  const again = await sentBack(at.judge, briefing, wrong);
  if (!(await at.onSentBack({ ...wrong, brief: again.brief }))) return { kind: 'over' };
  return once(at, again);
}

/** The brief is repeated only for an agent that does not remember it. `brief`: what it was told before a restart. */
export async function sentBack(
  judge: Judge,
  first: Briefing,
  { reason = '', brief }: { readonly reason?: string | undefined; readonly brief?: string | undefined },
): Promise<Briefing> {
  const whole = await judge.sentBack(first.ask, reason, first.brief);
  const again = { ...first, key: `${first.key}:again` };
  if (!first.conversation) return { ...again, brief: brief ?? whole };
  return { ...again, brief: brief ?? (await judge.sentBack(first.ask, reason, undefined)), corrects: { key: first.key, whole } };
}

async function once({ clock, judge, cannotDeliver, driver, view, route, step, turn }: AgentTurn, briefing: Briefing): Promise<Asked> {
  const outcome = await consult(driver, briefing, clock, turn);
  if (outcome.kind !== 'replied') return outcome;
  const { reply, effort } = outcome;
  if (reply.kind === 'review') return { kind: 'judged', judged: { kind: 'refused', reason: 'it reviewed instead of answering' }, effort };
  const judged = judge.reply(reply, view, limitsOf(route, step));
  const problem = judged.kind === 'decided' ? await cannotDeliver(view, judged.verdict) : undefined;
  if (problem === undefined) return { kind: 'judged', judged, effort };
  // Perhaps only because the broker is stopping: its channels stop first.
  if (turn.how() !== undefined) return { kind: 'late', failed: undeliverable(problem, 'agent').reason };
  return { kind: 'judged', judged: undeliverable(problem, 'agent'), effort };
}

/** A rule does nothing wrong, so it passes. An agent can answer otherwise. */
export const undeliverable = (problem: string, by: StepName['kind']): Extract<Judged, { kind: 'passed' | 'refused' }> => ({
  kind: by === 'rule' ? 'passed' : 'refused',
  reason: `what it decided cannot be delivered: ${problem}`,
});

/** What it can be told; undefined if it cannot do better, or need not. */
function wrongWith(asked: Asked, { alwaysAnswers }: AgentTurn['step']): { reason: string; effort: Effort } | undefined {
  if (asked.kind === 'failed') return asked.wrong ? { reason: asked.reason, effort: asked.effort } : undefined;
  if (asked.kind !== 'judged') return undefined;
  const { judged, effort } = asked;
  if (judged.kind === 'passed')
    return alwaysAnswers
      ? { reason: 'it passed, and here it always has to answer; where it is not sure, it says so as the risk', effort }
      : undefined;
  return judged.kind === 'refused' || (judged.kind === 'held' && judged.missing) ? { reason: judged.reason, effort } : undefined;
}
