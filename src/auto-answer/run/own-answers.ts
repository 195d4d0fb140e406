// Answers that the agent whose turn it is sends with its own command: judged, reviewed and recorded like any other.

import { isPermission } from '../../ask/permission-marks.ts';
import type { Answerer, Verdict } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { ReviewRecord } from '../../ask/schema/route.ts';
import { decisionLine } from '../../ask/summary.ts';
import type { Grounds } from '../../inbox/grounds.ts';
import { actorName } from '../../inbox/settle.ts';
import type { Entry } from '../../journal/journal.ts';
import type { Clock } from '../../system/clock.ts';
import { type Judge, limitsOf } from '../judge.ts';
import { CHANGED, considered, type Facts, grounded, holdReason, type Progress, type RunEvent, workingAgent } from './progress.ts';

type OwnAnswersParts = {
  readonly judge: Judge;
  readonly clock: Clock;
  readonly progress: () => Progress;
  /** What an answer at this step is judged by. */
  readonly terms: () => string;
  /** Undefined if the review was interrupted. */
  readonly review: (view: AskView, verdict: Verdict, grounds: Grounds) => Promise<ReviewRecord | undefined>;
  readonly tell: (event: RunEvent) => Promise<void>;
};

/** What is recorded with an answer that is accepted. */
type Remarks = { readonly review?: ReviewRecord; readonly warning?: string };
type Result = { readonly refused: string } | { readonly refused?: undefined; readonly remarks: Remarks };

export function createOwnAnswers({ judge, clock, progress, terms, review, tell }: OwnAnswersParts) {
  /** A repeated answer is reviewed only once. */
  const results = new Map<string, Promise<Result>>();
  const accepted = new Map<string, Remarks>();

  return {
    async consider(view: AskView, verdict: Verdict, grounds: Grounds): Promise<string | undefined> {
      const key = keyOf(verdict, grounds);
      const known = results.get(key) ?? judged(view, verdict, grounds);
      results.set(key, known);
      const result = await known;
      if (result.refused !== undefined) results.delete(key);
      else accepted.set(key, result.remarks);
      return result.refused;
    },

    /** Whether this answer was judged by what holds now. */
    wasJudged: (verdict: Verdict, grounds: Grounds): boolean => accepted.has(keyOf(verdict, grounds)),

    async pass(reason: string): Promise<string | undefined> {
      const { route, state } = progress();
      const step = route.steps[state.step];
      if (workingAgent(progress()) === undefined || step?.kind !== 'agent') return undefined;
      if (step.alwaysAnswers) return 'you always have to answer here; where you are not sure, say so as the risk';
      await tell({ kind: 'own', step: state.step, facts: { outcome: 'passed', reason } });
      return undefined;
    },

    answeredBy(by: Answerer, verdict: Verdict, grounds: Grounds): readonly Entry[] {
      const { route, state } = progress();
      const agent = workingAgent(progress());
      if (!agent) return [];
      const at = clock.now();
      const facts: Facts = { outcome: 'answered', ...grounded(grounds), effort: { via: by.surface }, durationMs: at - agent.since };
      const happening = {
        kind: 'considered',
        ...considered(route, state.step, { ...facts, ...accepted.get(keyOf(verdict, grounds)) }),
      } as const;
      return [{ at, actor: actorName(by), happening }];
    },
  };

  /** If risk or reason is missing, the agent may send it again. If the answer is for people, that is recorded and the agent's turn ends. */
  async function judged(view: AskView, verdict: Verdict, grounds: Grounds): Promise<Result> {
    const { route, state } = progress();
    const step = route.steps[state.step];
    if (workingAgent(progress()) === undefined || step?.kind !== 'agent') return { remarks: {} };
    if (isPermission(view) && !step.permissions) return { refused: CHANGED };
    const weighed = judge.weigh(verdict, grounds, view, limitsOf(route, step));
    if (weighed.kind === 'held' && weighed.missing) return { refused: `${weighed.reason}; say both and send it again` };
    const isReviewed = weighed.kind === 'decided' && step.review !== undefined;
    const record = isReviewed ? await review(view, verdict, grounds) : undefined;
    if (isReviewed && !record) return { refused: 'the review was interrupted; people decide it, or send it again' };
    const held = weighed.kind === 'held' ? weighed.reason : record && holdReason(record);
    const reviewed = record ? { review: record } : {};
    if (held === undefined) {
      const warning = await judge.warning(view, grounds.category);
      return { remarks: { ...reviewed, ...(warning ? { warning } : {}) } };
    }
    const facts = { outcome: 'held', ...grounded(grounds), proposed: decisionLine(view, verdict), ...reviewed, reason: held } as const;
    await tell({ kind: 'own', step: state.step, facts });
    return { refused: `people decide this now: ${held}` };
  }

  function keyOf(verdict: Verdict, { risk, reason }: Grounds): string {
    return JSON.stringify([verdict, risk, reason, terms()]);
  }
}
