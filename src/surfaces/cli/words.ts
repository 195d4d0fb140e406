// Times, names and states in readable form.
import { basename } from 'node:path';
import type { WireEvent } from '../../protocol/contract.generated.ts';
import type { AskView, State } from '../../question/lifecycle.ts';
import type { Consideration, Pause, Question, RouteView } from '../../question/words.ts';
import { printable } from '../../text/printable.ts';
import type { Ink } from './paper.ts';

const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
];

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

/** 90 (seconds), "90s", "5m", "2h", "1d", "500ms" → milliseconds; undefined when it is none of these. */
export function duration(text: string): number | undefined {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim()) ?? [];
  const size = unit === 'ms' ? 1 : UNITS.find(([name]) => name === unit)?.[1];
  const ms = Math.round(Number(amount) * (size ?? Number.NaN));
  return ms > 0 ? ms : undefined;
}

/** The part of an id that is shown in lists; any unambiguous beginning works. */
export const shortId = (id: string): string => id.slice(0, 8);

export const projectName = (project: string): string => printable(basename(project) || project);

export const STATE_INK: Readonly<Record<State, Ink>> = {
  open: 'yellow',
  answered: 'blue',
  declined: 'magenta',
  delivering: 'blue',
  delivered: 'blue',
  verified: 'green',
  mismatched: 'red',
  unconfirmed: 'yellow',
  withdrawn: 'dim',
  expired: 'dim',
};

/** What became of a decision, as a mark that is easy to spot in a list. */
export function receiptMark(view: Pick<AskView, 'state' | 'receipt'>): string {
  if (view.state === 'verified') return '✓ verified';
  if (view.state === 'mismatched') return '✗ mismatched';
  if (view.state === 'unconfirmed') return '? unconfirmed';
  if (view.state === 'withdrawn') return '· withdrawn';
  return view.state === 'delivered' ? '… delivered' : '… not collected yet';
}

/** The first question; a list has no space for more. */
export function headline(view: Pick<AskView, 'questions'>): string {
  const [first, ...others] = view.questions;
  const more = others.length > 0 ? ` (+${others.length} more)` : '';
  return `${printable(first?.text ?? '')}${more}`;
}

/** Where auto-answer is paused, by whom and until when. */
export function pauseWords(pauses: readonly Pause[], now: number): string {
  if (pauses.length === 0) return 'on everywhere';
  return pauses.map((pause) => `paused ${placeOf(pause)} by ${printable(pause.by.name)}${untilOf(pause, now)}`).join('; ');
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

/** "considered: agent claw timed-out: ended with code 1"; for other events only their kind. */
export function eventWords(happening: WireEvent['happening']): string {
  return happening.kind === 'considered' ? `considered: ${consideredWords(happening)}` : happening.kind;
}

export function consideredWords({ answerer, outcome, reason }: Consideration): string {
  const who = answerer.kind === 'people' ? 'people' : `${answerer.kind} ${printable(answerer.name)}`;
  return `${who} ${outcome}${reason === undefined ? '' : `: ${printable(reason)}`}`;
}

export function mismatchWords(count: number): string {
  return `✗ ${count === 1 ? 'A decision of the last day was' : `${count} decisions of the last day were`} recorded differently by the agent: answerback list --state mismatched`;
}

/** Calls that were found in the agent's records have their full text from there. */
export function readOff({ toolUseId, questions }: Pick<AskView, 'toolUseId' | 'questions'>): string {
  if (!toolUseId.startsWith('screen:')) return "seen on the agent's screen, not reported by a hook";
  const unseen = questions.filter((question) => question.unseen === true).length;
  const form =
    unseen === 0
      ? ''
      : `; ${unseen} of ${questions.length} questions were not visible, so it can be answered only at the agent's own keyboard`;
  return `read from the agent's screen: texts may be cut off${form}`;
}

/** How many options may be chosen. */
export function choosing({ options, multiSelect }: Question): string {
  if (options.length === 0) return 'open question';
  return multiSelect ? 'choose any' : 'choose one';
}
