// Turns a call of our own tool (command line, API, MCP, library) into an ask. Strict by default; tolerant for captured questions.
import { type Resolved, resolveAnswer } from '../../question/answer.ts';
import type { NewAsk } from '../../question/new-ask.ts';
import { problem, shown } from '../../question/problem.ts';
import { capturedQuestions, type SessionInput, toolCall, toolQuestions } from '../../question/schema/input.ts';
import { secretProblem } from '../../question/sealed.ts';
import { readShape } from '../../question/shape.ts';
import { strictProblems } from '../../question/strict.ts';
import { isVisible } from '../../question/visible.ts';
import type { Answer, AnswerInput, Problem, Question } from '../../question/words.generated.ts';

export type Captured = { readonly session: SessionInput; readonly ask: NewAsk; readonly raw: unknown };

export function fromToolCall(body: unknown): Resolved<Captured> {
  const parsed = readShape(toolCall, body);
  if (parsed.kind === 'invalid') return parsed;
  const call = parsed.value;

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
  return { kind: 'ok', value: { session: call.session, ask, raw: call.raw ?? undefined } };
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
