// What opencode recorded for a request: from the tool part, never from the API reply, because an aborted question accepts replies too.
import type { Ending } from '../../ask/ending.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import type { Decision } from '../../ask/schema/decision.ts';
import { asDecided, recordedAnswers, sameItems, textsIn } from './answers.ts';
import { PLAN_TOOL } from './capture.ts';
import { sayingInstead, wordsBeside } from './deliver.ts';
import { isEnded, type ToolPart } from './events.ts';

/** An ask, as far as is needed to read how it ended. */
type EndedAsk = Pick<Ask, 'kind' | 'questions'> & { readonly decision?: Decision | undefined };

const REJECTED = 'The user rejected permission to use this specific tool call';
const FEEDBACK = `${REJECTED} with the following feedback: `;
const DISMISSED = ['The user dismissed this question', 'Tool execution aborted'];

/** Undefined while the part shows no result: "running" proves neither a grant nor that a question still waits. */
export function endingOf(ask: EndedAsk, part: ToolPart, reply?: string | undefined): Ending | undefined {
  if (!isEnded(part)) return undefined;
  if (ask.kind === 'permission') return permissionEnding(ask, part, reply);
  if (part.state.status === 'error') {
    // The message to the agent is sent as a prompt, and verified by that.
    if (ask.decision && wordsBeside(ask, ask.decision) !== undefined) return undefined;
    const refused = part.tool === PLAN_TOOL && ask.decision?.kind === 'answers';
    if (refused && isDismissal(part)) return answers([{ chosen: [ask.questions[0]?.options.at(-1)?.label ?? 'No'] }]);
    return isDismissal(part) ? { kind: 'dismissed' } : { kind: 'unanswered' };
  }
  // The plan tool completes only when the plan was approved, and records no answers.
  if (part.tool === PLAN_TOOL) return answers([{ chosen: [ask.questions[0]?.options[0]?.label ?? 'Yes'] }]);
  return questionEnding(ask, part);
}

/** The tool continued: the permission was granted, once or for longer. Undefined when it is not known for how long, and that was decided. */
export function granted({ questions, decision }: EndedAsk, reply?: string | undefined): Ending | undefined {
  const labels = questions[0]?.options.map(({ label }) => label) ?? [];
  if (reply === undefined && decision && labels.length > 2) return undefined;
  const [answer] = decision?.kind === 'answers' ? decision.answers : [];
  const decided = answer?.kind === 'chosen' && answer.chosen[0] !== labels.length ? (answer.chosen[0] ?? 1) : 1;
  const chosen = reply === 'always' && labels.length > 2 ? 2 : reply === 'once' ? 1 : decided;
  return answers([{ chosen: [labels[chosen - 1] ?? 'Yes'] }]);
}

/** A prompt that was sent in place of an answer. */
export function saidInstead(ask: EndedAsk, text: string): Ending | undefined {
  const { decision } = ask;
  if (!decision || wordsBeside(ask, decision) !== text) return undefined;
  if (decision.kind === 'answers') return answers(ask.questions.map((question, i) => asDecided(question, decision.answers[i])));
  return { kind: 'recorded', recorded: { kind: decision.kind, message: decision.message } };
}

function questionEnding(ask: EndedAsk, { state }: ToolPart): Ending {
  const { decision, questions } = ask;
  const recorded: readonly unknown[] = Array.isArray(state.metadata?.answers) ? state.metadata.answers : [];
  if (decision && decision.kind !== 'answers') {
    const meant = sayingInstead(ask, decision);
    if (meant.every((items, i) => sameItems(items, textsIn(recorded[i]))))
      return { kind: 'recorded', recorded: { kind: decision.kind, message: decision.message } };
  }
  const read = recordedAnswers(questions, recorded, decision);
  return read.every((answer) => answer === null) ? { kind: 'unanswered' } : answers(read);
}

function permissionEnding(ask: EndedAsk, part: ToolPart, reply: string | undefined): Ending | undefined {
  const { status, error = '' } = part.state;
  if (status === 'completed') return granted(ask, reply);
  if (error.startsWith(FEEDBACK)) return refusedWith(ask, error.slice(FEEDBACK.length));
  if (error.startsWith(REJECTED)) return refused(ask);
  return isDismissal(part) ? { kind: 'dismissed' } : granted(ask, reply);
}

function refused({ questions, decision }: EndedAsk): Ending {
  if (decision?.kind !== 'answers') return { kind: 'dismissed' };
  return answers([{ chosen: [questions[0]?.options.at(-1)?.label ?? 'No'] }]);
}

function refusedWith({ questions, decision }: EndedAsk, feedback: string): Ending {
  if (decision?.kind === 'decline' && feedback === decision.message)
    return { kind: 'recorded', recorded: { kind: 'decline', message: decision.message } };
  const [answer] = decision?.kind === 'answers' ? decision.answers : [];
  if (answer?.kind === 'words') return answers([{ chosen: [], words: feedback }]);
  if (answer) return answers([{ chosen: [questions[0]?.options.at(-1)?.label ?? 'No'], note: feedback }]);
  return { kind: 'recorded', recorded: { kind: 'redirect', message: feedback } };
}

type Recorded = Extract<Extract<Ending, { kind: 'recorded' }>['recorded'], { kind: 'answers' }>['answers'];
const answers = (recorded: Recorded): Ending => ({ kind: 'recorded', recorded: { kind: 'answers', answers: recorded } });
const isDismissal = ({ state }: ToolPart): boolean => state.metadata?.interrupted === true || DISMISSED.includes(state.error ?? '');
