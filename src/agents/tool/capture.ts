// Turns a call of our own tool (command line, API, MCP, library) into an ask. Strict by default; tolerant for captured questions.
import { type Resolved, resolveAnswer } from '../../ask/answer.ts';
import type { NewAsk } from '../../ask/new-ask.ts';
import { problem, shown } from '../../ask/problem.ts';
import type { Answer, Question } from '../../ask/schema/ask.ts';
import type { AnswerInput } from '../../ask/schema/input.ts';
import { capturedQuestions, type SessionInput, type ToolCall, toolQuestions } from '../../ask/schema/input.ts';
import type { Problem } from '../../ask/schema/problem.ts';
import { secretProblem } from '../../ask/sealed.ts';
import { readShape } from '../../ask/shape.ts';
import { strictProblems } from '../../ask/strict.ts';
import { isVisible } from '../../text/visible.ts';

export type Captured = {
  readonly session: SessionInput;
  readonly ask: NewAsk;
  readonly idMayRepeat: boolean;
  readonly continues: Continues | undefined;
  readonly raw: unknown;
};
export type Continues = NonNullable<ToolCall['continues']>;

/** Only its questions were not read yet: their form depends on its rules. */
export function fromToolCall(call: ToolCall): Resolved<Captured> {
  const asked = readShape<readonly Question[]>(call.rules === 'strict' ? toolQuestions : capturedQuestions, call.questions, 'questions');
  if (asked.kind === 'invalid') return asked;
  const questions = asked.value;

  const broken = call.rules === 'strict' ? strictProblems(questions) : emptyQuestions(questions);
  const prefilled = prefill(call.answers, questions);
  const problems = [...broken, ...unusableKeys(questions), ...(prefilled.kind === 'invalid' ? prefilled.problems : [])];
  if (problems.length > 0 || prefilled.kind === 'invalid') return { kind: 'invalid', problems };

  const ask: NewAsk = {
    kind: call.kind,
    session: call.session.id,
    toolUseId: call.toolUseId,
    program: call.session.program,
    project: call.session.project,
    source: 'tool',
    questions,
    detail: call.detail,
    prefilled: prefilled.value,
    timeoutMs: call.timeoutMs,
  };
  return {
    kind: 'ok',
    value: { session: call.session, ask, idMayRepeat: call.idMayRepeat === true, continues: call.continues, raw: call.raw ?? undefined },
  };
}

/** Even the tolerant rules reject an empty question: nobody could answer it. */
function emptyQuestions(questions: readonly Question[]): Problem[] {
  return questions.flatMap(({ text }, i) =>
    isVisible(text)
      ? []
      : [problem('text-empty', `question ${i + 1}`, text, `question ${i + 1}: the text is empty; write out the question`)],
  );
}

function unusableKeys(questions: readonly Question[]): Problem[] {
  return questions.flatMap((question, i) => {
    const why = secretProblem(question);
    return why === undefined ? [] : [problem('secret-key', `question ${i + 1}`, question.secret, `question ${i + 1}: ${why}`)];
  });
}

function prefill(
  answers: Record<string, AnswerInput> | undefined,
  questions: readonly Question[],
): Resolved<readonly (Answer | null)[] | undefined> {
  if (!answers) return { kind: 'ok', value: undefined };
  const headers = questions.map((q) => q.header);
  const unknownHeaders = Object.keys(answers)
    .filter((header) => !headers.includes(header))
    .map((header) =>
      problem(
        'prefilled-header',
        'answers',
        header,
        `answers: no question has the header ${shown(header)}; the headers are ${headers.map(shown).join(', ')}`,
      ),
    );
  const results = questions.map((question, i) => {
    const given = question.header === undefined ? undefined : answers[question.header];
    return given === undefined ? null : resolveAnswer(given, question, i);
  });
  const problems = [...unknownHeaders, ...results.flatMap((r) => (r?.kind === 'invalid' ? r.problems : []))];
  if (problems.length > 0) return { kind: 'invalid', problems };
  return { kind: 'ok', value: results.map((r) => (r?.kind === 'ok' ? r.value : null)) };
}
