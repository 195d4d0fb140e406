// What people are told about an ask: as much of it as the notifier may show, as plain text without control characters.

import { projectName } from '../ask/named-ask.ts';
import { commandOf, subjectOf } from '../ask/permission.ts';
import { markOf } from '../ask/permission-marks.ts';
import type { Question } from '../ask/schema/ask.ts';
import type { Notified } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { AgentSession } from '../ask/schema/session.ts';
import { isSecret } from '../ask/sealed.ts';
import { decisionLine } from '../ask/summary.ts';
import { seen } from '../text/fence.ts';
import { shellWord } from '../text/shell-quoted.ts';
import { shortened } from '../text/shortened.ts';
import type { About, Choice, Message, Outdated, ShownAsk, ShownSession } from './notifier.ts';
import type { Show } from './settings.ts';
import type { Subject } from './subject.ts';

type Death = Subject & { readonly about: 'died' };

const MOST_BODY = 1_500;
const MOST_LINE = 300;
/** Some services have three buttons, and more are not simple. */
const MOST_CHOICES = 3;
const MOST_LISTED = 10;

export function messageOf(subject: Subject, show: Show, key: string): Message {
  if (subject.about === 'died') return deathOf(subject, show, key);
  const { ask } = subject;
  const about = subject.about === 'ask' && ask.kind === 'idle' ? 'finished' : subject.about;
  return {
    key,
    about,
    title: titled(TITLES[about], ask, show),
    body: show === 'full' ? shortened(fullBody(ask, about), MOST_BODY) : show === 'header' ? headers(ask) : '',
    open: about === 'mismatched' ? `answerback show ${ask.id}` : openCommand(ask),
    asks: [shownAsk(ask, show)],
    choices: show === 'full' && about === 'ask' ? choicesOf(ask) : [],
  };
}

function deathOf(subject: Death, show: Show, key: string): Message {
  const shown = shownSession(subject, show);
  const { project, program } = subject.session;
  return {
    key,
    about: 'died',
    title: titled(TITLES.died, subject.session, show),
    body: show === 'nothing' ? '' : line(`${program} in ${project} crashed or was killed.`),
    open: shown.resume ?? 'answerback sessions --all',
    asks: [],
    sessions: [shown],
    choices: [],
  };
}

/** Many at once: one message. */
export function digestOf(subjects: readonly Subject[], show: Show, key: string): Message {
  const asks = subjects.flatMap((subject) => (subject.about === 'died' ? [] : [subject.ask]));
  const deaths = subjects.filter((subject) => subject.about === 'died');
  const lines = [
    ...asks.map((view, i) => `${i + 1}. ${name(view)}: ${show === 'full' ? line(view.questions[0]?.text ?? '') : headers(view)}`),
    ...deaths.map(({ session }) => `${name(session)}: ${line(session.program)} died`),
  ];
  const more = lines.length > MOST_LISTED ? [`and ${lines.length - MOST_LISTED} more`] : [];
  const titles = [
    ...(asks.length > 0 ? [`${counted(asks.length, 'ask waits', 'asks wait')} for you`] : []),
    ...(deaths.length > 0 ? [counted(deaths.length, 'agent died', 'agents died')] : []),
  ];
  return {
    key,
    about: 'digest',
    title: titles.join(', '),
    body: show === 'nothing' ? '' : shortened([...lines.slice(0, MOST_LISTED), ...more].join('\n'), MOST_BODY),
    open: 'answerback inbox',
    asks: asks.map((view) => shownAsk(view, show)),
    ...(deaths.length > 0 ? { sessions: deaths.map((death) => shownSession(death, show)) } : {}),
    choices: [],
  };
}

export function testMessage(key: string): Message {
  const body = 'This is a test. Notifications of Answerback get through.';
  return { key, about: 'test', title: 'Test from Answerback', body, open: 'answerback inbox', asks: [], choices: [] };
}

/** A choice in a notification that could not be stored: the ask is still open. */
export function notAnswered(view: AskView, reason: string, show: Show, key: string): Message {
  const asks = [shownAsk(view, show)];
  const body = show === 'nothing' ? '' : line(reason);
  return { key, about: 'ask', title: titled('Not answered', view, show), body, open: openCommand(view), asks, choices: [] };
}

export function outdatedAsk(view: AskView, { message, reference, about }: Notified, show: Show): Outdated {
  return { key: message, reference, title: titled(TITLES[about], view, show), outcome: show === 'full' ? line(outcomeOf(view)) : '' };
}

export function outdatedDeath(session: AgentSession, { message, reference }: Notified, show: Show): Outdated {
  return { key: message, reference, title: titled(TITLES.died, session, show), outcome: show === 'nothing' ? '' : 'it is running again' };
}

const TITLES: Readonly<Record<About, string>> = {
  ask: 'Decision needed',
  finished: 'Agent finished its turn',
  undelivered: 'Decision not delivered',
  mismatched: 'Agent recorded something else',
  died: 'Agent died',
  digest: 'Decisions needed',
  test: 'Test',
};

function fullBody(view: AskView, about: About): string {
  if (about === 'mismatched') {
    const differences = view.receipt?.differences ?? [];
    return [
      line(view.questions[0]?.text ?? ''),
      ...differences.map((each) => `${line(each.what)}: ${line(each.recorded)}, not ${line(each.intended)}`),
    ].join('\n');
  }
  if (about === 'undelivered')
    return [line(view.questions[0]?.text ?? ''), `Why: ${line(view.delivery?.failures.at(-1)?.reason ?? 'not known')}`].join('\n');
  if (view.detail?.kind === 'idle') return seen(view.detail.lastMessage ?? 'It waits for a prompt.').trim();
  const call = view.detail?.kind === 'permission' ? [line(commandOf(view.detail.input) ?? subjectOf(view.detail.input) ?? '')] : [];
  const questions = view.questions.flatMap(({ text, options }, q) => [
    line(text),
    ...options.map(({ label }, i) => {
      const mark = markOf(view, q, i + 1);
      return `${i + 1}. ${line(label)}${mark === undefined ? '' : ` (${mark})`}`;
    }),
  ]);
  return [...call.filter((text) => text !== '' && !questions[0]?.includes(text)), ...questions].join('\n');
}

/** The options that can be buttons: those of a single question that the message shows in full. */
export function choicesOf({ id, kind, detail, questions }: AskView): readonly Choice[] {
  const [question] = questions;
  if (kind !== 'question' || detail !== undefined || questions.length !== 1 || !question) return [];
  if (question.multiSelect || isSecret({ questions }) || !isShownWhole(question)) return [];
  return question.options.slice(0, MOST_CHOICES).map(({ label }, i) => ({ ask: id, number: i + 1, label: line(label) }));
}

/** Read as a whole by us, and short enough for a line of the message. */
const isShownWhole = ({ text, options, unseen }: Question): boolean =>
  !unseen && [text, ...options.map(({ label }) => label)].every((each) => each.length <= MOST_LINE) && !options.some((each) => each.unseen);

function shownAsk({ id, kind, project, program, createdAt, questions }: AskView, show: Show): ShownAsk {
  if (show === 'nothing') return { id };
  const shown = {
    id,
    kind,
    project: seen(project),
    program: seen(program),
    createdAt,
    headers: questions.map(({ header }) => seen(header ?? '')),
  };
  if (show === 'header') return shown;
  const asked = questions.map(({ text, multiSelect, options }) => ({
    text: seen(text),
    multiSelect,
    options: options.map(({ label }) => seen(label)),
  }));
  return { ...shown, questions: asked };
}

function shownSession({ session, resume }: Death, show: Show): ShownSession {
  const { id, project, program, endedAt } = session;
  if (show === 'nothing') return { id: seen(id) };
  const more = {
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(resume === undefined || !isPlain(project) ? {} : { resume: `cd ${shellWord(project)} && ${resume.map(shellWord).join(' ')}` }),
  };
  return { id: seen(id), project: seen(project), program: seen(program), ...more };
}

/** Shown as it is, on one line. */
const isPlain = (text: string): boolean => seen(text) === text && !/[\n\t]/.test(text);

function outcomeOf(view: AskView): string {
  const { decision, state } = view;
  if (!decision) return state === 'withdrawn' ? `withdrawn: ${view.ending}` : 'expired';
  const how = { answers: 'answered', redirect: 'redirected', decline: 'declined' }[decision.kind];
  return `${how} by ${decision.by.name}: ${decisionLine(view, decision)}`;
}

const openCommand = ({ id }: Pick<AskView, 'id'>): string => `answerback answer ${id}`;

type InProject = { readonly project: string };
const titled = (words: string, where: InProject, show: Show): string => (show === 'nothing' ? words : `${words}: ${name(where)}`);
const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const name = ({ project }: InProject): string => shortened(line(projectName(project)), 80);
const headers = ({ kind, questions }: AskView): string =>
  questions.flatMap(({ header }) => (header ? [line(header)] : [])).join(', ') || KINDS[kind];
const KINDS = { question: 'a question', permission: 'a permission', plan: 'a plan', idle: 'it waits for a prompt' } as const;

const line = (text: string): string => shortened(seen(text).replaceAll(/\s+/g, ' ').trim(), MOST_LINE);
