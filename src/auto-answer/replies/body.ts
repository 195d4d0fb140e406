// The content of a tag, for one ask: `2`, `1,3`, `words: …`, `skip`, a label; several questions separated by semicolons; redirect, decline, pass.
import { findOption, resolveAnswers } from '../../ask/answer.ts';
import { OTHER, readChoice } from '../../ask/choice.ts';
import { problem, questionName, shown } from '../../ask/problem.ts';
import type { Ask, Question } from '../../ask/schema/ask.ts';
import type { AnswerInput } from '../../ask/schema/input.ts';
import type { Problem } from '../../ask/schema/problem.ts';
import type { Grounds } from '../../inbox/grounds.ts';
import { isVisible } from '../../text/visible.ts';
import type { AgentReply } from '../answerers/answering-agent.ts';

export type Read<T> = { readonly kind: 'ok'; readonly value: T } | { readonly kind: 'bad'; readonly problems: readonly Problem[] };

export type AskedQuestions = Pick<Ask, 'questions'> & Partial<Pick<Ask, 'kind'>>;

/** A tag for the whole ask. The answers fit the ask. */
export function readBody(body: string, ask: AskedQuestions, grounds: Grounds): Read<AgentReply> {
  const way = wayOut(body);
  if (way !== undefined) return way.kind === 'ok' ? ok(grounded(way.value, grounds)) : way;
  const [, prompts] = /^prompts\s*:(.*)$/is.exec(body) ?? [];
  if (prompts !== undefined)
    return readPrompts(
      prompts
        .split('\n')
        .map((line) => line.trim())
        .filter(isVisible),
      ask,
      grounds,
    );
  const parts = ask.questions.length === 1 ? [body] : splitAtSemicolons(body);
  if (parts.length !== ask.questions.length) {
    const message = `the ask has ${ask.questions.length} questions, but the tag answers ${parts.length}; write one part for each, in order, between semicolons, or one tag for each with question="1"`;
    return bad(problem('reply-count', 'answer', body, message));
  }
  return answersOf(parts, ask, grounds);
}

/** One part for each question, in order. */
export function answersOf(parts: readonly string[], ask: Pick<Ask, 'questions'>, grounds: Grounds): Read<AgentReply> {
  const reads = ask.questions.map((question, i) => readPart(parts[i] ?? '', question, i));
  const problems = reads.flatMap((read) => (read.kind === 'bad' ? read.problems : []));
  if (problems.length > 0) return { kind: 'bad', problems };
  const answers = reads.flatMap((read) => (read.kind === 'ok' ? [read.value] : []));
  const resolved = resolveAnswers(answers, ask);
  return resolved.kind === 'ok' ? ok({ kind: 'answers', answers, ...grounds }) : { kind: 'bad', problems: resolved.problems };
}

/** The next prompt for an idle agent, and those after it. */
export function readPrompts(texts: readonly string[], { kind }: AskedQuestions, grounds: Grounds): Read<AgentReply> {
  if (kind !== 'idle') return bad(problem('reply-prompts', 'answer', texts, 'only an idle agent takes prompts; this ask has a question'));
  const [words = '', ...nextPrompts] = texts;
  if (!texts.every(isVisible) || texts.length === 0)
    return bad(problem('reply-prompts', 'answer', texts, 'there is no prompt, or one of them is empty'));
  return ok({ kind: 'answers', answers: [{ words }], ...(nextPrompts.length === 0 ? {} : { nextPrompts }), ...grounds });
}

function wayOut(body: string): Read<AgentReply> | undefined {
  const [, word, colon, rest = ''] = /^(redirect|decline|pass)\s*(?:(:)\s*(.*))?$/is.exec(body) ?? [];
  if (word === undefined) return undefined;
  const kind = word.toLowerCase() as 'redirect' | 'decline' | 'pass';
  const message = unquoted(rest);
  if (kind === 'decline') return ok(isVisible(message) ? { kind, message } : { kind });
  if (colon === undefined || !isVisible(message)) return bad(problem('reply-reason', 'answer', body, `say why: ${kind}: …`));
  return ok(kind === 'pass' ? { kind, reason: message } : { kind, message });
}

function grounded(reply: AgentReply, grounds: Grounds): AgentReply {
  return reply.kind === 'pass' ? reply : { ...reply, ...grounds };
}

function readPart(part: string, question: Question, index: number): Read<AnswerInput> {
  const where = questionName(index, question.header);
  const text = part.trim();
  const [, numbers = '', words] = /^([\d,\s#]*)words\s*:\s*(.*)$/is.exec(text) ?? [];
  if (words !== undefined) {
    const choose = numbersOf(numbers);
    return ok({ ...(choose.length === 0 ? {} : { choose }), words: unquoted(words) });
  }
  if (/^skip$/i.test(text)) {
    const labelled = findOption(text, question, where);
    if (typeof labelled === 'object') return ok({ skip: true });
    const message = `${where}: ${shown(text)} is also the label of option ${labelled}; write ${labelled} for the option, or - to skip`;
    return bad(problem('reply-ambiguous', where, text, message));
  }
  // Blanks may stand between numbers.
  const read = readChoice(/^[\d\s,#]+$/.test(text) ? text.replaceAll(/[\s,]+/g, ',') : text, question, index);
  if (read.kind === 'invalid') {
    const message = `${read.problems.map((each) => each.message).join('; ')}; own words begin with "words:"`;
    return bad(problem('reply-choice', where, text, message));
  }
  const { skip, items } = read.value;
  if (skip) return ok({ skip });
  const choose = items.filter((item) => item !== OTHER);
  if (choose.length === items.length) return ok(choose);
  return bad(problem('reply-choice', where, text, `${where}: own words are written as "words: …"; an option called "Other" by its number`));
}

/** `2`, `#2`, `1, 3`: positions, counted from 1. */
const numbersOf = (text: string): number[] => [...text.matchAll(/\d{1,6}/g)].map(([digits]) => Number(digits));

/** Semicolons between double quotes do not split. */
function splitAtSemicolons(body: string): string[] {
  const parts = [''];
  let quoted = false;
  for (const character of body) {
    if (character === '"') quoted = !quoted;
    if (character === ';' && !quoted) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return quoted ? body.split(';') : parts;
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  return /^"[^"]*"$/s.test(trimmed) ? trimmed.slice(1, -1) : trimmed;
}

const ok = <T>(value: T): Read<T> => ({ kind: 'ok', value });
const bad = <T>(...problems: readonly Problem[]): Read<T> => ({ kind: 'bad', problems });
