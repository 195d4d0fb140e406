// Translates what Claude Code recorded about a tool call into our own types.
import type { Recorded, RecordedAnswer } from '../../question/compare.ts';
import type { Ending } from '../../question/ending.ts';
import { asObject } from '../../question/json.ts';
import type { Answer, Ask, Decision, Question } from '../../question/words.ts';
import { ALLOW } from './capture.ts';
import { declineMessage, REFUSED } from './hooks/reply.ts';
import { bare } from './screen/join.ts';
import { chosenIn, type Outcome } from './screen/outcome.ts';

type Asked = Pick<Ask, 'kind' | 'questions'>;

/** From PostToolUse.tool_response or the transcript's toolUseResult. A tool that ran was allowed. */
export function endingFromResponse(ask: Asked, response: unknown, decision: Decision | undefined): Ending {
  if (ask.kind !== 'question') return { kind: 'recorded', recorded: allowed(ask, decision) };
  const { answers, annotations, afkTimeoutMs } = asObject(response) ?? {};
  if (typeof afkTimeoutMs === 'number') return { kind: 'auto-continued', afterMs: afkTimeoutMs };
  const answerOf = asObject(answers) ?? {};
  const annotationOf = asObject(annotations) ?? {};
  const recorded = ask.questions.map((question) =>
    recordedAnswer(question, answerOf[question.text], asObject(annotationOf[question.text])?.notes),
  );
  if (recorded.every((answer) => answer === null)) return { kind: 'unanswered' };
  return { kind: 'recorded', recorded: { kind: 'answers', answers: recorded } };
}

const REJECTED = "The user doesn't want to proceed with this tool use.";
const CHAT = 'The user wants to clarify these questions.';
const NO_RESPONSE = /^No response after \d+s/;

/** From the text that the model received: PostToolBatch.tool_response or a tool_result in the transcript. */
export function endingFromText(ask: Asked, text: string, decision: Decision | undefined, isError?: boolean): Ending {
  if (text.includes(CHAT) && text.startsWith(REJECTED))
    return { kind: 'recorded', recorded: { kind: 'redirect', message: chatMessage(decision) } };
  if (text.startsWith(REJECTED)) return { kind: 'dismissed' };
  if (NO_RESPONSE.test(text)) return { kind: 'auto-continued', afterMs: Number(/\d+/.exec(text)?.[0]) * 1000 };
  const denied = deniedBy(ask, text, decision);
  if (denied) return { kind: 'recorded', recorded: denied };
  if (ask.kind === 'question') return { kind: 'unanswered' };
  if (isError && decision === undefined) return { kind: 'unanswered' };
  return { kind: 'recorded', recorded: allowed(ask, decision) };
}

/** From the lines above the input box, when there is nothing better. "Chat about this" and Esc look the same there, and notes are not shown. */
export function endingFromScreen(ask: Asked, outcome: Outcome, decision: Decision | undefined): Ending | undefined {
  if (ask.kind !== 'question') return undefined;
  if (decision?.kind === 'answers' && decision.answers.some((answer) => answer.note !== undefined)) return undefined;
  if (outcome.kind === 'declined') return decision?.kind === 'redirect' ? undefined : { kind: 'dismissed' };
  const texts = ask.questions.map(({ text }) => text);
  const recorded = ask.questions.map((question, i) => {
    const value = chosenIn(outcome.text, question.text, texts.toSpliced(i, 1));
    const answer = decision?.kind === 'answers' ? decision.answers[i] : undefined;
    return value === undefined ? null : shownAnswer(question, value, answer);
  });
  return recorded.every((answer) => answer === null) ? undefined : { kind: 'recorded', recorded: { kind: 'answers', answers: recorded } };
}

/** Line wrapping loses white space, so a text that differs from a label or from the decided words only in white space counts as equal. */
function shownAnswer(question: Question, value: string, answer: Answer | undefined): RecordedAnswer {
  const labels = question.options.map((o) => o.label);
  const decided = answer && 'words' in answer ? answer.words : undefined;
  const candidates = [...labels, ...(decided === undefined ? [] : [decided])];
  const item = (text: string): string => candidates.find((candidate) => bare(candidate) === bare(text)) ?? text;
  const items = question.multiSelect && !labels.some((l) => bare(l) === bare(value)) ? splitItems(value, labels).map(item) : [item(value)];
  const words = items.filter((i) => !labels.includes(i)).join(', ');
  return { chosen: items.filter((i) => labels.includes(i)), ...(words === '' ? {} : { words }) };
}

/** Claude Code does not record which "Yes" was chosen. If the tool ran, we take it to be the one that was decided, or else a plain "Yes". */
function allowed(ask: Asked, decision: Decision | undefined): Recorded {
  const [question] = ask.questions;
  const labels = question?.options.map((o) => o.label) ?? [];
  const [answer] = decision?.kind === 'answers' ? decision.answers : [];
  const chosen = answer?.kind === 'chosen' && answer.chosen[0] !== labels.length ? (answer.chosen[0] ?? ALLOW) : ALLOW;
  return { kind: 'answers', answers: [{ chosen: [labels[chosen - 1] ?? 'Yes'] }] };
}

/** A denial is recognised by the exact message we sent. PreToolUse puts a prefix in front of it. */
function deniedBy(ask: Asked, text: string, decision: Decision | undefined): Recorded | undefined {
  const ends = (message: string) => text === message || text.endsWith(`hook error: ${message}`);
  if (decision?.kind === 'redirect' && ends(decision.message)) return { kind: 'redirect', message: decision.message };
  if (decision?.kind === 'decline' && ends(declineMessage(decision.message))) return { kind: 'decline', message: decision.message };
  if (decision?.kind !== 'answers' || ask.kind === 'question') return undefined;
  const [answer] = decision.answers;
  const [question] = ask.questions;
  if (answer?.kind === 'words' && ends(answer.words)) return { kind: 'answers', answers: [{ chosen: [], words: answer.words }] };
  const refusal = answer?.note ?? (ask.kind === 'plan' ? REFUSED.plan : REFUSED.permission);
  if (!ends(refusal)) return undefined;
  return {
    kind: 'answers',
    answers: [{ chosen: [question?.options.at(-1)?.label ?? 'No'], ...(answer?.note === undefined ? {} : { note: answer.note }) }],
  };
}

const chatMessage = (decision: Decision | undefined): string =>
  decision?.kind === 'redirect' ? decision.message : 'chose “Chat about this” at the keyboard';

function recordedAnswer(question: Question, value: unknown, notes: unknown): RecordedAnswer | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  const note = typeof notes === 'string' && notes !== '' ? { note: notes } : {};
  if (value === NOTES_ONLY) return 'note' in note ? { chosen: [], ...note } : null;
  const labels = question.options.map((o) => o.label);
  if (!question.multiSelect || labels.includes(value))
    return { ...(labels.includes(value) ? { chosen: [value] } : { chosen: [], words: value }), ...note };
  const items = splitItems(value, labels);
  const chosen = items.filter((item) => labels.includes(item));
  const words = items.filter((item) => !labels.includes(item)).join(', ');
  return { chosen, ...(words === '' ? {} : { words }), ...note };
}

const NOTES_ONLY = '(notes only)';

/** Splits `A, "B, C", free text`. An item is a JSON string, or else a whole label (which may contain commas), or else runs to the next comma. */
export function splitItems(value: string, labels: readonly string[]): string[] {
  const byLength = [...labels].sort((a, b) => b.length - a.length);
  const items: string[] = [];
  for (let at = 0; at < value.length; ) {
    const rest = value.slice(at);
    const quoted = /^"(?:[^"\\]|\\.)*"(?=, |$)/s.exec(rest)?.[0];
    const label = byLength.find((l) => l !== '' && rest.startsWith(l) && (rest.length === l.length || rest.startsWith(', ', l.length)));
    const plain = rest.slice(0, rest.indexOf(', ') === -1 ? rest.length : rest.indexOf(', '));
    const raw = quoted ?? label ?? plain;
    items.push(quoted === undefined ? raw : unquoted(raw));
    at += Math.max(1, raw.length) + 2;
  }
  return items.filter((item) => item !== '');
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
