// Turns a verdict as sent into one as stored, or into a list of what is wrong with it.
import { answerInputOf, type Resolved, resolveAnswers } from './answer.ts';
import { problem } from './problem.ts';
import { isVisible } from './visible.ts';
import type { Ask, Verdict, VerdictInput } from './words.ts';

export function resolveVerdict(input: VerdictInput, ask: Pick<Ask, 'questions'>): Resolved<Verdict> {
  switch (input.kind) {
    case 'answers': {
      const answers = resolveAnswers(input.answers, ask);
      return answers.kind === 'ok' ? ok({ kind: 'answers', answers: answers.value }) : answers;
    }
    case 'redirect':
      return isVisible(input.message)
        ? ok({ kind: 'redirect', message: input.message })
        : emptyMessage(input.message, 'a redirect needs a message: say what is wrong with the question');
    case 'decline':
      if (input.message === undefined) return ok({ kind: 'decline' });
      return isVisible(input.message)
        ? ok({ kind: 'decline', message: input.message })
        : emptyMessage(input.message, 'the message is empty; write something or leave it out');
  }
}

/** The reverse: a resolved verdict in the form in which it is sent. */
export function verdictInputOf(verdict: Verdict): VerdictInput {
  return verdict.kind === 'answers' ? { kind: 'answers', answers: verdict.answers.map(answerInputOf) } : verdict;
}

const ok = (value: Verdict): Resolved<Verdict> => ({ kind: 'ok', value });

function emptyMessage(message: string, what: string): Resolved<Verdict> {
  return { kind: 'invalid', problems: [problem('message-empty', 'message', message, what)] };
}
