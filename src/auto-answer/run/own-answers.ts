// Answers that the agent whose turn it is sends with its own command: judged, reviewed and recorded like any other.

import type { Answerer, Verdict } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { ReviewRecord } from '../../ask/schema/route.ts';
import { decisionLine } from '../../ask/summary.ts';
import type { Grounds } from '../../inbox/grounds.ts';
import { actorName } from '../../inbox/settle.ts';
import type { Entry } from '../../journal/journal.ts';
import type { Proposal } from '../brief/review.ts';
import { type Judge, limitsOf, type ResolvedRoute } from '../judge.ts';
import { holdReason, type Reviewed } from './review.ts';
import { type Facts, grounded, type StepRecord } from './step-record.ts';

/** The agent whose turn it is, at which step, since when. */
export type Current = { readonly name: string; readonly step: number; readonly since: number };

type OwnAnswersParts = {
  readonly judge: Judge;
  readonly record: StepRecord;
  readonly current: () => Current | undefined;
  readonly route: () => ResolvedRoute;
  /** What an answer at this step is judged by. */
  readonly termsAt: (step: number) => string;
  /** Undefined if the step has no reviewer. */
  readonly reviewAt: (step: number, view: AskView, proposal: Proposal) => Promise<Reviewed | undefined>;
  /** held: the answer is for people to give. passed: the next step decides. */
  readonly endTurn: (how: 'held' | 'passed') => void;
};

/** What is recorded with an answer that is accepted. */
type Remarks = { readonly review?: ReviewRecord; readonly warning?: string };
type Considered = { readonly refused: string } | { readonly refused?: undefined; readonly remarks: Remarks };

export function createOwnAnswers({ judge, record, current, route, termsAt, reviewAt, endTurn }: OwnAnswersParts) {
  /** A repeated answer is reviewed only once. */
  const considered = new Map<string, Promise<Considered>>();
  const accepted = new Map<string, Remarks>();

  return {
    /** Why the answer is not accepted; undefined if it may be. Includes the review, if the step has one. */
    async consider(view: AskView, verdict: Verdict, grounds: Grounds): Promise<string | undefined> {
      const key = keyOf(verdict, grounds, current()?.step ?? 0);
      const known = considered.get(key) ?? judged(view, verdict, grounds);
      considered.set(key, known);
      const result = await known;
      if (result.refused !== undefined) considered.delete(key);
      else accepted.set(key, result.remarks);
      return result.refused;
    },
    /** Leaves the ask to the next step. Why that is not accepted; undefined if it is. */
    async pass(reason: string): Promise<string | undefined> {
      const now = current();
      const step = now && route().steps[now.step];
      if (!now || step?.kind !== 'agent') return undefined;
      if (step.alwaysAnswers) return 'you always have to answer here; where you are not sure, say so as the risk';
      if (await record.add(now.step, { outcome: 'passed', reason, ...record.lasted(now.since) })) endTurn('passed');
      return undefined;
    },
    /** What is stored with the decision. */
    answeredBy(by: Answerer, verdict: Verdict, grounds: Grounds): readonly Entry[] {
      const now = current();
      if (!now) return [];
      const facts: Facts = { outcome: 'answered', ...grounded(grounds), effort: { via: by.surface }, ...record.lasted(now.since) };
      return [record.entry(actorName(by), now.step, { ...facts, ...accepted.get(keyOf(verdict, grounds, now.step)) })];
    },
  };

  /** If risk or reason is missing, the agent may send it again. If the answer is for people, that is recorded and the agent's turn ends. */
  async function judged(view: AskView, verdict: Verdict, grounds: Grounds): Promise<Considered> {
    const now = current();
    if (!now) return { remarks: {} };
    const { step, name, since } = now;
    const weighed = judge.weigh(verdict, grounds, view, limitsOf(route(), route().steps[step]));
    if (weighed.kind === 'held' && weighed.missing) return { refused: `${weighed.reason}; say both and send it again` };
    const reviewed = weighed.kind === 'decided' ? await reviewAt(step, view, { verdict, by: { kind: 'agent', name }, grounds }) : undefined;
    if (reviewed?.kind === 'ended') return { refused: 'the review was interrupted; people decide it, or send it again' };
    const held = weighed.kind === 'held' ? weighed.reason : reviewed && holdReason(reviewed.record);
    if (held === undefined) {
      const warning = await judge.warning(view, grounds.category);
      return { remarks: { ...(reviewed ? { review: reviewed.record } : {}), ...(warning ? { warning } : {}) } };
    }
    const seen = { proposed: decisionLine(view, verdict), ...(reviewed ? { review: reviewed.record } : {}) };
    if (current()?.step === step) {
      await record.add(step, { outcome: 'held', ...grounded(grounds), ...seen, reason: held, ...record.lasted(since) });
      endTurn('held');
    }
    return { refused: `people decide this now: ${held}` };
  }

  function keyOf(verdict: Verdict, { risk, reason }: Grounds, step: number): string {
    return JSON.stringify([verdict, risk, reason, termsAt(step)]);
  }
}
