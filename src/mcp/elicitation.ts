// The same question as a form in the client's own dialog. Whoever answers first, there or in the inbox, decides.
import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/server';
import type { Question } from '../ask/schema/ask.ts';
import type { AnswerInput, VerdictInput } from '../ask/schema/input.ts';

export const FORM = 'questions';

export function formOf(questions: readonly Question[]): ElicitRequestFormParams {
  const fields = questions.flatMap((question, i) => [
    [`q${i + 1}`, choiceField(question)] as const,
    [`q${i + 1}_other`, { type: 'string', title: `${question.header}: other`, description: 'Your own words instead' }] as const,
  ]);
  return {
    mode: 'form',
    message: questions.map(({ text }) => text).join('\n'),
    requestedSchema: { type: 'object', properties: Object.fromEntries(fields), required: [] },
  };
}

function choiceField({ text, header, options, multiSelect }: Question): ElicitRequestFormParams['requestedSchema']['properties'][string] {
  const choices = options.map(({ label, description }) => ({ const: label, title: description ? `${label}: ${description}` : label }));
  const about = { title: header ?? text, description: text };
  return multiSelect ? { type: 'array', ...about, items: { anyOf: choices } } : { type: 'string', ...about, oneOf: choices };
}

/** Undefined if the form was closed without an answer: the question then stays open in the inbox. */
export function verdictIn({ action, content }: ElicitResult, questions: readonly Question[]): VerdictInput | undefined {
  if (action === 'decline') return { kind: 'decline' };
  if (action !== 'accept' || !content) return undefined;
  const answers = questions.map((_, i) => answerIn(content[`q${i + 1}`], content[`q${i + 1}_other`]));
  return answers.every((answer) => typeof answer === 'object' && 'skip' in answer) ? undefined : { kind: 'answers', answers };
}

function answerIn(chosen: unknown, other: unknown): AnswerInput {
  const choose = [chosen].flat().filter((label): label is string => typeof label === 'string' && label !== '');
  const words = typeof other === 'string' && other.trim() !== '' ? other : undefined;
  if (choose.length === 0) return words === undefined ? { skip: true } : { words };
  return words === undefined ? { choose } : { choose, note: words };
}
