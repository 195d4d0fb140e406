// What a message to people is about: an ask as it is now, or an agent that died.
import { isOpen } from '../ask/lifecycle.ts';
import type { Notified } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { AgentSession } from '../ask/schema/session.ts';

export type Subject =
  | { readonly about: Exclude<Notified['about'], 'died'>; readonly ask: AskView }
  /** `resume`: the program and arguments that continue it. */
  | { readonly about: 'died'; readonly session: AgentSession; readonly resume?: readonly string[] | undefined };

/** What there is to tell about an ask. `forPeople`: it is open and has reached people. */
export function subjectOfAsk(ask: AskView, forPeople: boolean): Subject | undefined {
  if (ask.state === 'open') return forPeople ? { about: 'ask', ask } : undefined;
  return ask.state === 'undelivered' || ask.state === 'mismatched' ? { about: ask.state, ask } : undefined;
}

export function subjectOfSession(session: AgentSession, resume?: readonly string[]): Subject | undefined {
  return session.died ? { about: 'died', session, resume } : undefined;
}

export const idOf = (subject: Subject): string => (subject.about === 'died' ? subject.session.id : subject.ask.id);

/** Since when it is as it is, as far as it is not a matter of routes. */
export const happenedAt = (subject: Subject): number =>
  subject.about === 'died'
    ? (subject.session.endedAt ?? subject.session.seenAt)
    : isOpen(subject.ask)
      ? subject.ask.createdAt
      : subject.ask.updatedAt;

/** What pauses, mutes and criteria look at. */
export const placeOf = (subject: Subject): { readonly project: string; readonly session: string } =>
  subject.about === 'died' ? { project: subject.session.project, session: subject.session.id } : subject.ask;

/** What was told about the ask is no longer so. That a record differs stays true. */
export function isAskOver({ state }: AskView, about: Notified['about']): boolean {
  return about === 'ask' ? state !== 'open' : about === 'undelivered' && state !== 'undelivered';
}
