// Whether a notifier tells people about an ask, and when. Pure rules over its settings.
import type { AskView } from '../../question/lifecycle.ts';
import type { AskKind, Notified } from '../../question/words.ts';
import { type Circumstances, factsOf, judge } from '../route/criteria.ts';
import type { Hours } from '../route/fields.ts';
import type { Conditions } from './settings.ts';

/** What there is to tell about an ask as it is now. `forPeople`: an open ask has reached people. */
export function subjectOf(view: AskView, forPeople: boolean): Notified['about'] | undefined {
  if (view.state === 'open') return forPeople ? 'ask' : undefined;
  return view.state === 'undelivered' || view.state === 'mismatched' ? view.state : undefined;
}

export function isWanted({ about, when, unless }: Conditions, view: AskView, subject: Notified['about'], at: Circumstances): boolean {
  const wanted = subject !== 'ask' ? subject : view.kind === 'idle' ? 'finished' : 'asks';
  if (!about.includes(wanted)) return false;
  const facts = factsOf(view);
  if (!judge({ kind: EVERY_KIND, ...when }, facts, at, 'when').every(({ holds }) => holds)) return false;
  return unless === undefined || !judge(unless, facts, at, 'unless').every(({ holds }) => holds);
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

/** When to tell, or when to look again: not before everything else has changed. A time that has passed means now. */
export function dueAt({ after = 0, away = 0, quiet = [] }: Conditions, { now, since, activeAt, minuteOfDay }: Moment): number {
  const earliest = Math.max(since + after, activeAt === undefined ? 0 : activeAt + away);
  if (earliest > now) return earliest;
  const wait = Math.max(0, ...quiet.map((each) => minutesLeft(each, minuteOfDay)));
  return wait === 0 ? earliest : now + wait * 60_000;
}

/** 0 outside of these hours. */
function minutesLeft({ from, to }: Hours, minute: number): number {
  const length = (to - from + DAY) % DAY;
  const passed = (minute - from + DAY) % DAY;
  return passed < length ? length - passed : 0;
}
const DAY = 24 * 60;
