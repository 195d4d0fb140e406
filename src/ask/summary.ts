// Summaries of a decision, as JSON and as text, in the order of the questions. Equal decisions give equal summaries.

import type { Answer, Ask, AskKind, Question } from './schema/ask.ts';
import type { Decision, Verdict } from './schema/decision.ts';
import type { AnswerSummary } from './schema/result.ts';
import { HIDDEN, isSealed } from './sealed.ts';

export type Summary = {
  readonly outcome: Verdict['kind'];
  readonly answers: readonly AnswerSummary[];
  readonly message?: string | undefined;
  readonly text: string;
};

/** Who asks: the program, and the subagent if it is one. */
export const askerOf = ({ program, agent }: Pick<Ask, 'program' | 'agent'>): string =>
  agent === undefined || agent === '' ? program : `${program} (${agent})`;

export function summarise(ask: Pick<Ask, 'questions'>, decision: Verdict | Decision): Summary {
  if (decision.kind !== 'answers') {
    const message = decision.message === undefined ? {} : { message: decision.message };
    return { outcome: decision.kind, answers: [], ...message, text: messageText(decision.kind, decision.message) };
  }
  const answers = ask.questions.map((question, i) => answerSummary(question, decision.answers[i]));
  const nextPrompts = furtherPrompts(decision).map((prompt) => `  → ${prompt}`);
  return { outcome: 'answers', answers, text: [...answers.map(answerLines), ...nextPrompts].join('\n') };
}

/** One line: labels and own words joined as Claude Code does; those with a comma or a quote are in JSON quotes. */
export function answerLine({ chosen, words, skipped }: Pick<AnswerSummary, 'chosen' | 'words' | 'skipped'>): string {
  if (skipped) return '(skipped)';
  const items = words === undefined ? chosen : [...chosen, isSealed(words) ? HIDDEN : words];
  return items.length === 1 ? (items[0] as string) : items.map(quotedIfNeeded).join(', ');
}

/** A whole decision in one line, for lists and logs. */
export function decisionLine(ask: Pick<Ask, 'questions'>, decision: Verdict | Decision): string {
  const summary = summarise(ask, decision);
  if (summary.outcome !== 'answers') return summary.text;
  if (summary.answers.length === 1) return [answerLine(summary.answers[0] as AnswerSummary), ...furtherPrompts(decision)].join(', then ');
  return summary.answers.map((a, i) => `${a.header ?? `Q${i + 1}`}: ${answerLine(a)}`).join('; ');
}

/** What became of an ask that is over, for answerers who come too late. */
export function overLine(
  view: Pick<Ask, 'id' | 'questions'> & {
    readonly state: string;
    readonly ending?: string | undefined;
    readonly decision?: Decision | undefined;
  },
): string {
  const { id, decision } = view;
  if (view.state === 'withdrawn') return `ask ${id} was withdrawn: ${view.ending}`;
  if (!decision) return `ask ${id} has expired: its deadline passed`;
  const how = { answers: 'answered', redirect: 'redirected', decline: 'declined' }[decision.kind];
  return `ask ${id} was already ${how} by ${decision.by.name} (${decision.by.surface}): ${decisionLine(view, decision)}`;
}

function answerSummary(question: Question, answer: Answer | undefined): AnswerSummary {
  const header = question.header === undefined ? {} : { header: question.header };
  const base = { question: question.text, ...header };
  const note = answer?.note === undefined ? {} : { note: answer.note };
  if (!answer || answer.kind === 'skipped') return { ...base, chosen: [], numbers: [], ...note, skipped: true };
  if (answer.kind === 'words') return { ...base, chosen: [], numbers: [], words: answer.words, ...note, skipped: false };
  const chosen = answer.chosen.map((n) => question.options[n - 1]?.label ?? `option ${n}`);
  const words = answer.words === undefined ? {} : { words: answer.words };
  return { ...base, chosen, numbers: answer.chosen, ...words, ...note, skipped: false };
}

function answerLines(answer: AnswerSummary): string {
  const title = answer.header ? `[${answer.header}] ${answer.question}` : answer.question;
  const note = answer.note === undefined ? '' : `\n  note: ${answer.note}`;
  return `${title}\n  → ${answerLine(answer)}${note}`;
}

const furtherPrompts = (verdict: Verdict): readonly string[] => (verdict.kind === 'answers' ? (verdict.nextPrompts ?? []) : []);

function messageText(kind: 'redirect' | 'decline', message: string | undefined): string {
  if (kind === 'redirect') return `Redirected: ${message ?? ''}`;
  return message === undefined ? 'Declined.' : `Declined: ${message}`;
}

/** A label or own words in a list that is joined with commas, as Claude Code writes it. */
export const quotedIfNeeded = (item: string): string => (/, |"/.test(item) ? JSON.stringify(item) : item);

/** What an agent is told when a person declines: a question was not answered, a permission or a plan was refused. */
export function declineMessage(kind: AskKind, message: string | undefined): string {
  return message === undefined ? `${DECLINED[kind]}.` : `${DECLINED[kind]}: ${message}`;
}

const DECLINED: Readonly<Record<AskKind, string>> = {
  question: 'The user declined to answer',
  permission: 'The user does not allow this',
  plan: 'The user does not approve this plan',
  idle: 'The user declined to answer',
};
