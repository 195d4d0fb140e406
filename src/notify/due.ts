// Whether a notifier tells people about an ask, and when. Pure rules over its settings.

import type { Criteria } from '../ask/match/criteria.ts';
import { type Circumstances, type Facts, factsOf, judge } from '../ask/match/criteria.ts';
import type { Hours } from '../ask/match/fields.ts';
import type { AskKind } from '../ask/schema/ask.ts';
import type { Conditions } from './settings.ts';
import type { Subject } from './subject.ts';

export function isWanted({ about, when, unless }: Conditions, subject: Subject, at: Circumstances): boolean {
  const wanted = subject.about !== 'ask' ? subject.about : subject.ask.kind === 'idle' ? 'finished' : 'asks';
  if (!about.includes(wanted)) return false;
  const fits = (criteria: Criteria, side: 'when' | 'unless') =>
    judge(...(subject.about === 'died' ? ofSession(criteria, subject) : ([criteria, factsOf(subject.ask)] as const)), at, side).every(
      ({ holds }) => holds,
    );
  return fits({ kind: EVERY_KIND, ...when }, 'when') && (unless === undefined || !fits(unless, 'unless'));
}

/** Of an agent that died, only these are known. Criteria about asks are ignored. */
function ofSession({ project, program, session, hours }: Criteria, { session: died }: Subject & { about: 'died' }): [Criteria, Facts] {
  const ask = {
    ...died,
    session: died.id,
    toolUseId: '',
    kind: 'question',
    source: 'tool',
    createdAt: died.seenAt,
    questions: [],
  } as const;
  return [{ project, program, session, hours }, factsOf(ask)];
}

/** Unlike a route, a notifier is for every kind of ask unless it says otherwise. */
const EVERY_KIND: readonly AskKind[] = ['question', 'permission', 'plan', 'idle'];

/** `since`: when it reached people. `activeAt`: when a person was last active, if that is known. */
export type Moment = {
  readonly now: number;
  readonly since: number;
  readonly activeAt?: number | undefined;
  readonly minuteOfDay: number;
};

/** When to notify, or to check again whether to. A time in the past means now. */
export function dueAt({ after = 0, away = 0, quiet = [] }: Conditions, { now, since, activeAt, minuteOfDay }: Moment): number {
  const earliest = Math.max(since + after, activeAt === undefined ? 0 : activeAt + away);
  if (earliest > now) return earliest;
  const wait = Math.max(0, ...quiet.map((each) => minutesLeft(each, minuteOfDay)));
  return wait === 0 ? earliest : now + Math.min(wait, LOOK_AGAIN_MINUTES) * 60_000;
}
/** Summer time may begin or end during quiet hours. */
const LOOK_AGAIN_MINUTES = 30;

/** 0 outside of these hours. */
function minutesLeft({ from, to }: Hours, minute: number): number {
  const length = (to - from + DAY) % DAY;
  const passed = (minute - from + DAY) % DAY;
  return passed < length ? length - passed : 0;
}
const DAY = 24 * 60;
