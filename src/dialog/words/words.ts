// Times, names and events in readable form, the same on every surface.

import type { Question } from '../../ask/schema/ask.ts';
import type { DecisionNews, Notified, Overruling } from '../../ask/schema/decision.ts';
import type { AskView, JournalEvent } from '../../ask/schema/history.ts';
import type { Consideration, RouteView } from '../../ask/schema/route.ts';
import type { Pause } from '../../ask/schema/session.ts';
import { isUnidentified } from '../../ask/screen-id.ts';
import { secretKeyOf } from '../../ask/sealed.ts';
import { UNITS } from '../../text/duration.ts';
import { printable } from '../../text/printable.ts';

/** "3m", "2h", "now". */
export function span(ms: number, round: (n: number) => number = Math.floor): string {
  const [unit, size] = UNITS.find(([, length]) => Math.abs(ms) >= length) ?? ['s', 0];
  return size === 0 ? 'now' : `${round(Math.abs(ms) / size)}${unit}`;
}

/** Remaining time, rounded up, so that two hours are not "1h" a moment later. */
export const left = (ms: number): string => span(Math.max(1_000, ms), Math.ceil);

export const ago = (ms: number): string => (span(ms) === 'now' ? 'just now' : `${span(ms)} ago`);

/** The time of day, with the date if it is not today; always in the user's time zone. */
export function clockTime(at: number, now: number): string {
  const date = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const sameDay = date.toDateString() === new Date(now).toDateString();
  return sameDay ? time : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}`;
}

/** The part of an id that is shown in lists; any unambiguous beginning works. */
export const shortId = (id: string): string => id.slice(0, 8);

/** The last part of its path. Without Node, because the web page shows it too. */
export const projectName = (project: string): string => printable(project.split('/').findLast((part) => part !== '') ?? project);

/** The first question; a list has no space for more. */
export function headline(view: Pick<AskView, 'questions'>): string {
  const [first, ...others] = view.questions;
  const more = others.length > 0 ? ` (+${others.length} more)` : '';
  return `${printable(first?.text ?? '')}${more}`;
}

/** Where auto-answer is paused, by whom and until when. Mutes do not count. */
export function pauseWords(all: readonly Pause[], now: number): string {
  const pauses = all.filter(({ mutes }) => !mutes);
  if (pauses.length === 0) return 'on everywhere';
  return pauses.map((pause) => `paused ${placeOf(pause)} by ${printable(pause.by.name)}${untilOf(pause, now)}`).join('; ');
}

/** One line for each mute. */
export function mutedWords(mutes: readonly Pause[], now: number): readonly string[] {
  return mutes.map((mute) => `muted ${placeOf(mute)} by ${printable(mute.by.name)}${untilOf(mute, now)}`);
}

function placeOf({ scope }: Pause): string {
  if (scope.kind === 'all') return 'everywhere';
  return scope.kind === 'project' ? `in ${projectName(scope.project)}` : `for session ${printable(scope.session)}`;
}

function untilOf({ until }: Pause, now: number): string {
  return until === undefined ? '' : ` until ${clockTime(until, now)}`;
}

/** "claw decides until 03:12:00", "people decide". */
export function routeWords({ waitingFor, until }: RouteView, now: number): string {
  if (!waitingFor) return 'people decide';
  const who = waitingFor.kind === 'people' ? 'people decide' : `${printable(waitingFor.name)} decides`;
  return until === undefined ? who : `${who} until ${clockTime(until, now)}`;
}

/** "agent claw timed-out: ended with code 1", "delivered by tool-result". */
export function eventWords(happening: JournalEvent['happening']): string {
  switch (happening.kind) {
    case 'settled':
      return { answers: 'answered', redirect: 'redirected', decline: 'declined' }[happening.decision.kind];
    case 'delivering':
    case 'delivered':
      return `${happening.kind} by ${printable(happening.way)}`;
    case 'delivery-failed':
      return `not delivered by ${printable(happening.way)}: ${printable(happening.reason)}`;
    case 'reported':
      return `reported (${printable(happening.receipt.evidence)})`;
    case 'receipt':
      return `${happening.receipt.verdict} (${printable(happening.receipt.evidence)})`;
    case 'withdrawn':
      return `withdrawn: ${printable(happening.reason)}`;
    case 'considered':
      return consideredWords(happening);
    case 'overruled':
      return `overruled: ${printable(happening.message)}`;
    case 'told':
      return `${printable(happening.to)} ${toldWords(happening)}`;
    case 'notified':
      return notifiedWords(happening);
    case 'reread':
      return 'read more completely';
    case 'continued':
      return 'asked again after a call ended without the answer';
    default:
      return happening.kind;
  }
}

function consideredWords({ answerer, outcome, reason }: Consideration): string {
  const who = answerer.kind === 'people' ? 'people' : `${answerer.kind} ${printable(answerer.name)}`;
  return `${who} ${outcome}${reason === undefined ? '' : `: ${printable(reason)}`}`;
}

export const overruledWords = ({ by, message }: Overruling): string => `overruled by ${printable(by.name)}: ${printable(message)}`;

/** "was told that …", after the name of the answerer. */
export function toldWords({ about, outcome, reason }: DecisionNews): string {
  if (outcome === 'failed') return `could not be told: ${printable(reason ?? '')}`;
  const what = {
    overruled: 'its decision was overruled',
    undelivered: 'its decision did not arrive',
    mismatched: 'the agent recorded something else',
    decided: 'a person decided otherwise',
    expired: 'it expired',
  };
  return `was told that ${what[about ?? 'mismatched']}`;
}

/** "desk: sent", "phone: failed: …" */
export function notifiedWords({ by, step, about, reason }: Notified): string {
  const what = about === 'ask' ? '' : ` (${about})`;
  return `${printable(by)}: ${step === 'planned' ? 'notifies people' : step}${what}${reason === undefined ? '' : `: ${printable(reason)}`}`;
}

export const configWords = (problem: string): string => `✗ ${printable(problem)}  (answerback config check)`;

/** Calls that were found in the agent's records have their full text from there. */
export function readOff({ toolUseId, questions }: Pick<AskView, 'toolUseId' | 'questions'>): string {
  if (!isUnidentified({ toolUseId })) return "seen on the agent's screen, not reported by the agent";
  const unseen = questions.filter((question) => question.unseen === true).length;
  const form =
    unseen === 0
      ? ''
      : `; ${unseen} of ${questions.length} questions were not visible, so it can be answered only at the agent's own keyboard`;
  return `read from the agent's screen: texts may be cut off${form}`;
}

/** How many options may be chosen. */
export function choosing(question: Question): string {
  const { options, multiSelect } = question;
  if (secretKeyOf(question) !== undefined) return 'a secret: encrypted for the asker, never stored in clear';
  if (options.length === 0) return 'open question';
  return multiSelect ? 'choose any' : 'choose one';
}
