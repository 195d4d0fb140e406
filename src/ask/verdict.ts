// Turns a verdict as sent into one as stored, or into a list of what is wrong with it.

import { isVisible } from '../text/visible.ts';
import { answerInputOf, type Resolved, resolveAnswers } from './answer.ts';
import { problem, questionName } from './problem.ts';
import type { Answer, Ask, Question } from './schema/ask.ts';
import type { Verdict } from './schema/decision.ts';
import type { VerdictInput } from './schema/input.ts';
import type { Problem } from './schema/problem.ts';
import { isSealed, secretKeyOf } from './sealed.ts';

export function resolveVerdict(input: VerdictInput, ask: Pick<Ask, 'questions'> & Partial<Pick<Ask, 'kind'>>): Resolved<Verdict> {
  const place = onlyAt(ask);
  if (place !== undefined) {
    const message = `this dialog cannot be read from here, so it cannot be answered from here; answer it in its pane: ${place}`;
    return { kind: 'invalid', problems: [problem('only-at', 'ask', input.kind, message)] };
  }
  switch (input.kind) {
    case 'answers': {
      const answers = resolveAnswers(input.answers, ask);
      if (answers.kind === 'invalid') return answers;
      const problems = answers.value.flatMap((answer, i) => secretProblem(answer, ask.questions[i], i));
      if (problems.length > 0) return { kind: 'invalid', problems };
      const { nextPrompts } = input;
      if (nextPrompts === undefined) return ok({ kind: 'answers', answers: answers.value });
      if (ask.kind === 'idle' && nextPrompts.every(isVisible)) return ok({ kind: 'answers', answers: answers.value, nextPrompts });
      return wrong(
        'nextPrompts',
        'nextPrompts',
        nextPrompts,
        ask.kind === 'idle' ? 'one of the prompts is empty' : 'only an idle agent takes several prompts',
      );
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

/** Anything else than a sealed answer to a secret question would be stored in clear. */
function secretProblem(answer: Answer, question: Question | undefined, index: number): Problem[] {
  const isSafe = answer.note === undefined && (answer.kind === 'skipped' || (answer.kind === 'words' && isSealed(answer.words)));
  if (secretKeyOf(question) === undefined || isSafe) return [];
  const where = questionName(index, question?.header);
  const message = `${where} asks for a secret, which a person gives in the inbox, in the dialog or with \`answerback answer\`: they encrypt it for the asker; it takes no note`;
  return [problem('secret-in-clear', where, null, message)];
}

/** The reverse: a resolved verdict in the form in which it is sent. */
export function verdictInputOf(verdict: Verdict): VerdictInput {
  return verdict.kind === 'answers' ? { ...verdict, answers: verdict.answers.map(answerInputOf) } : verdict;
}

/** How to get to the dialog of an ask that can only be answered there; undefined if it can be answered from here. */
export function onlyAt({ questions }: Pick<Ask, 'questions'>): string | undefined {
  return questions.map((question) => question.onlyAt).find((place) => typeof place === 'string');
}

const ok = (value: Verdict): Resolved<Verdict> => ({ kind: 'ok', value });

const emptyMessage = (message: string, what: string): Resolved<Verdict> => wrong('message-empty', 'message', message, what);

function wrong(rule: string, where: string, value: unknown, what: string): Resolved<Verdict> {
  return { kind: 'invalid', problems: [problem(rule, where, value, what)] };
}
