// The record of a walk: the result of each step, as it is stored in the journal.

import type { Consideration } from '../../ask/schema/route.ts';
import { note } from '../../inbox/amend.ts';
import type { Grounds } from '../../inbox/grounds.ts';
import type { Entry, Journal } from '../../journal/journal.ts';
import type { Clock } from '../../system/clock.ts';
import type { ResolvedRoute } from '../judge.ts';
import { stepName } from './position.ts';

export type Facts = Omit<Consideration, 'route' | 'step' | 'answerer'>;

export type StepRecord = ReturnType<typeof createStepRecord>;

/** `route` is the ask's route at the moment. */
export function createStepRecord(journal: Journal, clock: Clock, id: string, route: () => ResolvedRoute) {
  const consideration = (step: number, facts: Facts): Consideration => ({
    route: route().name,
    step,
    answerer: stepName(route().steps[step]),
    ...facts,
  });
  return {
    /** False if the ask is already over. */
    add(step: number, facts: Facts): Promise<boolean> {
      return note(journal, id, { at: clock.now(), actor: this.actor() }, { kind: 'considered', ...consideration(step, facts) });
    },
    entry(by: string, step: number, facts: Facts): Entry {
      return { at: clock.now(), actor: by, happening: { kind: 'considered', ...consideration(step, facts) } };
    },
    lasted: (since: number): { durationMs: number } => ({ durationMs: clock.now() - since }),
    actor: (): string => `route:${route().name}`,
  };
}

export const reasoned = (reason: string | undefined): { reason?: string } => (reason === undefined ? {} : { reason });

export function grounded({ risk, reason, confidence, category }: Grounds): Pick<Facts, 'risk' | 'reason' | 'confidence' | 'category'> {
  return {
    ...reasoned(reason),
    ...(confidence === undefined ? {} : { confidence }),
    ...(category === undefined ? {} : { category }),
    ...(risk === undefined || risk === 'several' ? {} : { risk }),
  };
}
