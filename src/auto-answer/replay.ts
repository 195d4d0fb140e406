// Tries the routes on asks that people decided: what would have been answered, by whom, and whether people answered the same.

import { isPermission } from '../ask/permission-marks.ts';
import { decidedByPeople } from '../ask/precedent.ts';
import type { Verdict } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { Replayed } from '../ask/schema/route.ts';
import { decisionLine, summarise } from '../ask/summary.ts';
import { nextSlice } from '../system/slices.ts';
import { normalised } from '../text/visible.ts';
import type { Judge } from './judge.ts';
import { ruleName, stepName } from './route/step-name.ts';

/** In one turn. */
const AT_ONCE = 10;

/** `asks` in any order. Only earlier decisions count as precedents. */
export async function replay(judge: Judge, asks: readonly AskView[]): Promise<readonly Replayed[]> {
  const decided = asks.filter(decidedByPeople).toSorted((a, b) => a.createdAt - b.createdAt);
  const results: Replayed[] = [];
  for (const [i, ask] of decided.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await nextSlice();
    results.push(await replayOne(judge, ask, decided));
  }
  return results;
}

async function replayOne(judge: Judge, ask: AskView, all: readonly AskView[]): Promise<Replayed> {
  const { route, steps, irreversible, named } = await judge.explain(ask);
  const decision = ask.decision as NonNullable<AskView['decision']>;
  const passed: string[] = [];
  const result = (would: Replayed['would']): Replayed => ({
    id: ask.id,
    project: ask.project,
    question: ask.questions[0]?.text ?? '',
    ...(route === undefined ? {} : { route }),
    passed,
    would,
    people: decisionLine(ask, decision),
  });
  let waited = 0;
  for (const step of steps) {
    if (step.kind === 'agent') {
      const may = isPermission(ask) ? step.permissions : ask.kind !== 'idle' || step.prompts !== undefined;
      if (may) return result({ kind: 'agent', by: step.agent });
      passed.push(`${stepName(step)}: it may not ${ask.kind === 'idle' ? 'give prompts' : 'decide permissions'}`);
      continue;
    }
    if (step.kind === 'people') {
      waited += step.withinMs ?? Number.POSITIVE_INFINITY;
      if (decision.at - ask.createdAt < waited) return result({ kind: 'people' });
      continue;
    }
    const past = all.filter((other) => other.project === ask.project && (other.decision?.at ?? 0) < ask.createdAt && other.id !== ask.id);
    const judged = await judge.tryRule(step.rule, ask, past, { irreversible, named });
    if (judged.kind === 'decided')
      return result({
        kind: 'rule',
        by: ruleName(step.rule),
        answer: decisionLine(ask, judged.verdict),
        reason: judged.reason,
        agrees: sameVerdict(ask, judged.verdict, decision),
      });
    passed.push(`${stepName(step)}: ${judged.reason}`);
  }
  return result({ kind: 'people' });
}

/** Ignores notes and the order of a multi-select. */
function sameVerdict(ask: AskView, a: Verdict, b: Verdict): boolean {
  const said = (verdict: Verdict): string => {
    const { outcome, answers, message = '' } = summarise(ask, verdict);
    const each = answers.map(({ numbers, words = '', skipped }) => [skipped, numbers.toSorted(), normalised(words)]);
    return JSON.stringify([outcome, each, normalised(message)]);
  };
  return said(a) === said(b);
}
