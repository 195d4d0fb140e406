// The content of a tag, for one ask: `2`, `1,3`, `words: …`, `skip`, a label; several questions separated by semicolons; redirect, decline, pass.
import { findOption, resolveAnswers } from '../../question/answer.ts';
import { type Problem, problem, questionName, shown } from '../../question/problem.ts';
import { isVisible } from '../../question/visible.ts';
import type { AnswerInput, Ask, Question } from '../../question/words.ts';
import type { Grounds, Reply } from '../answering-agent.ts';

export type Read<T> = { readonly kind: 'ok'; readonly value: T } | { readonly kind: 'bad'; readonly problems: readonly Problem[] };

/** A tag for the whole ask. The answers fit the ask. */
export function readBody(body: string, ask: Pick<Ask, 'questions'>, grounds: Grounds): Read<Reply> {
  const way = wayOut(body);
  if (way !== undefined) return way.kind === 'ok' ? ok(grounded(way.value, grounds)) : way;
  const parts = ask.questions.length === 1 ? [body] : splitAtSemicolons(body);
  if (parts.length !== ask.questions.length) {
    const message = `the ask has ${ask.questions.length} questions, but the tag answers ${parts.length}; write one part for each, in order, between semicolons, or one tag for each with question="1"`;
    return bad(problem('reply-count', 'answer', body, message));
  }
  return answersOf(parts, ask, grounds);
}

/** One part for each question, in order. */
export function answersOf(parts: readonly string[], ask: Pick<Ask, 'questions'>, grounds: Grounds): Read<Reply> {
  const reads = ask.questions.map((question, i) => readPart(parts[i] ?? '', question, i));
  const problems = reads.flatMap((read) => (read.kind === 'bad' ? read.problems : []));
  if (problems.length > 0) return { kind: 'bad', problems };
  const answers = reads.flatMap((read) => (read.kind === 'ok' ? [read.value] : []));
  const resolved = resolveAnswers(answers, ask);
  return resolved.kind === 'ok' ? ok({ kind: 'answers', answers, ...grounds }) : { kind: 'bad', problems: resolved.problems };
}

function wayOut(body: string): Read<Reply> | undefined {
  const [, word, colon, rest = ''] = /^(redirect|decline|pass)\s*(?:(:)\s*(.*))?$/is.exec(body) ?? [];
  if (word === undefined) return undefined;
  const kind = word.toLowerCase() as 'redirect' | 'decline' | 'pass';
  const message = unquoted(rest);
  if (kind === 'decline') return ok(isVisible(message) ? { kind, message } : { kind });
  if (colon === undefined || !isVisible(message)) return bad(problem('reply-reason', 'answer', body, `say why: ${kind}: …`));
  return ok(kind === 'pass' ? { kind, reason: message } : { kind, message });
}

function grounded(reply: Reply, grounds: Grounds): Reply {
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
  const labelled = findOption(unquoted(text), question, where);
  if (/^skip$/i.test(text)) {
    if (typeof labelled === 'object') return ok({ skip: true });
    return bad(
      problem(
        'reply-ambiguous',
        where,
        text,
        `${where}: ${shown(text)} is also the label of option ${labelled}; write ${labelled} for the option`,
      ),
    );
  }
  if (/^[\d,\s#]+$/.test(text) && numbersOf(text).length > 0) return ok(numbersOf(text));
  if (typeof labelled === 'number') return ok(labelled);
  return bad(problem('reply-choice', where, text, `${labelled.message}; own words begin with "words:"`));
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
