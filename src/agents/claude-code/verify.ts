// Translates what Claude Code recorded about a tool call into our own types.

import type { Recorded } from '../../ask/compare.ts';
import type { Ending } from '../../ask/ending.ts';
import type { Answer, Question } from '../../ask/schema/ask.ts';
import type { RecordedAnswer } from '../../ask/schema/result.ts';
import { declineMessage } from '../../ask/summary.ts';
import { asObject } from '../../text/json.ts';
import { recordedAnswers, splitItems } from './format/answers.ts';
import { ALLOW, isWithoutDetails, REFUSED } from './format/reply.ts';
import { type EndedAsk, endingFromRejection, isRejected, refusedWith, wordsOfRefusal } from './rejected.ts';
import { bare } from './screen/join.ts';
import { chosenIn, isIn, type Outcome } from './screen/outcome.ts';

/** From PostToolUse.tool_response or the transcript's toolUseResult. A tool that ran was allowed. */
export function endingFromResponse(ask: EndedAsk, response: unknown): Ending | undefined {
  if (ask.kind !== 'question') return { kind: 'recorded', recorded: allowed(ask) };
  const { answers, afkTimeoutMs } = asObject(response) ?? {};
  if (typeof afkTimeoutMs === 'number') return { kind: 'auto-continued', afterMs: afkTimeoutMs };
  if (isWithoutDetails(ask)) return endingWithoutDetails(answers);
  const recorded = recordedAnswers(ask.questions, response);
  if (recorded.every((answer) => answer === null)) return { kind: 'unanswered' };
  return { kind: 'recorded', recorded: { kind: 'answers', answers: recorded } };
}

function endingWithoutDetails(answers: unknown): Ending | undefined {
  const words = Object.values(asObject(answers) ?? {}).filter((value) => typeof value === 'string');
  return words.length === 0
    ? undefined
    : { kind: 'recorded', recorded: { kind: 'answers', answers: [{ chosen: [], words: words.join(', ') }] } };
}

const NO_RESPONSE = /^No response after (\d+)s/;
const NOT_ANSWERED = 'The user did not answer the questions.';

/**
 * From the text that the model received: PostToolBatch.tool_response or a tool_result in the transcript. `prompts` are those that came after
 * it. Undefined when the text does not say how the ask ended.
 */
export function endingFromText(ask: EndedAsk, text: string, isError?: boolean, prompts: readonly string[] = []): Ending | undefined {
  if (isRejected(text)) return endingFromRejection(ask, text, prompts);
  const afterSeconds = NO_RESPONSE.exec(text)?.[1];
  if (afterSeconds !== undefined) return { kind: 'auto-continued', afterMs: Number(afterSeconds) * 1000 };
  const denied = deniedBy(ask, text);
  if (denied) return { kind: 'recorded', recorded: denied };
  if (ask.kind === 'question') return isError || text.startsWith(NOT_ANSWERED) ? { kind: 'unanswered' } : undefined;
  if (isError && ask.decision === undefined) return { kind: 'unanswered' };
  return { kind: 'recorded', recorded: allowed(ask) };
}

/** From the lines above the input box, when there is nothing better. "Chat about this" and Esc look the same there, and notes are not shown. */
export function endingFromScreen(ask: EndedAsk, outcome: Outcome): Ending | undefined {
  const { decision } = ask;
  if (ask.kind !== 'question') return undefined;
  if (decision?.kind === 'answers' && decision.answers.some((answer) => answer.note !== undefined)) return undefined;
  const texts = ask.questions.map(({ text }) => text);
  if (outcome.kind === 'declined') {
    // The words of a refusal are typed as the next prompt, and nothing on the screen proves that they arrived.
    const isUnclear = decision?.kind === 'redirect' || (decision?.kind === 'decline' && decision.message !== undefined);
    return isUnclear || !texts.some((text) => isIn(outcome.text, text)) ? undefined : { kind: 'dismissed' };
  }
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

/**
 * Claude Code does not record which "Yes" was chosen. If the tool ran, we take it to be the one that we delivered, or else a plain "Yes".
 */
function allowed({ questions: [question], decision, state }: EndedAsk): Recorded {
  const labels = question?.options.map((o) => o.label) ?? [];
  const [answer] = decision?.kind === 'answers' && state !== 'undelivered' ? decision.answers : [];
  const chosen = answer?.kind === 'chosen' && answer.chosen[0] !== labels.length ? (answer.chosen[0] ?? ALLOW) : ALLOW;
  return { kind: 'answers', answers: [{ chosen: [labels[chosen - 1] ?? 'Yes'] }] };
}

/** A denial is recognised by the exact message we sent. PreToolUse puts a prefix in front of it. */
function deniedBy(ask: EndedAsk, text: string): Recorded | undefined {
  const { decision } = ask;
  const ends = (message: string) => text === message || text.endsWith(`hook error: ${message}`);
  if (decision?.kind === 'redirect' && ends(decision.message)) return { kind: 'redirect', message: decision.message };
  if (decision?.kind === 'decline' && ends(declineMessage(ask.kind, decision.message)))
    return { kind: 'decline', message: decision.message };
  if (decision?.kind !== 'answers' || (ask.kind === 'question' && !isWithoutDetails(ask))) return undefined;
  const [answer] = decision.answers;
  const refusal = wordsOfRefusal(ask, answer) ?? (ask.kind === 'plan' ? REFUSED.plan : REFUSED.permission);
  return ends(refusal) ? { kind: 'answers', answers: [refusedWith(ask, answer)] } : undefined;
}
