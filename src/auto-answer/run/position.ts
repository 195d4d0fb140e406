// Where an ask is on its route, read from its recorded events.

import type { JournalEvent } from '../../ask/schema/history.ts';
import type { Consideration, StepName } from '../../ask/schema/route.ts';
import type { Step } from '../route/route.ts';
import { ruleName } from '../route/step-name.ts';

/** At the start of a step, or in the middle of it after a restart. */
export type Position = { readonly step: number; readonly begun?: Begun | undefined };
/** `sentBack`: what is wrong with its reply, as it was told. */
type Begun = Pick<Consideration, 'outcome' | 'until' | 'brief'> & {
  readonly sentBack?: Pick<Consideration, 'reason' | 'brief'> | undefined;
};

export type Recorded = { readonly last: Consideration; readonly position: Position };

/** Undefined if nothing was considered yet. A held answer is for people, who are the last step. */
export function recordedPosition(history: readonly JournalEvent[], lastStep: number): Recorded | undefined {
  const considered = history.flatMap(({ happening }) => (happening.kind === 'considered' ? [happening] : []));
  const last = considered.at(-1);
  if (!last) return undefined;
  switch (last.outcome) {
    case 'asked':
    case 'sent-back':
    case 'woken': {
      const sentBack = last.outcome === 'sent-back' ? last : undefined;
      const brief = considered.findLast(({ step, outcome }) => step === last.step && outcome === 'asked')?.brief;
      return { last, position: { step: last.step, begun: { outcome: last.outcome, until: last.until, brief, sentBack } } };
    }
    case 'held':
      return { last, position: { step: lastStep } };
    case 'skipped':
      return { last, position: { step: last.step } };
    default:
      return { last, position: { step: last.step + 1 } };
  }
}

export function stepName(step: Step | undefined): StepName {
  switch (step?.kind) {
    case 'rule':
      return { kind: 'rule', name: ruleName(step.rule) };
    case 'agent':
      return { kind: 'agent', name: step.agent };
    default:
      return { kind: 'people', name: 'people' };
  }
}

/** Whether the route still has this step here. The files may have changed. */
export function hasStepAt(steps: readonly Step[], at: number, { kind, name }: StepName): boolean {
  const now = stepName(steps[at]);
  return steps[at] !== undefined && now.kind === kind && now.name === name;
}
