// What a tool call comes to: the collected answers, or one of several errors. Nothing here ever stands for an answer that nobody gave.
import type { Answerer } from '../ask/schema/decision.ts';
import type { AnswerSummary, ToolResult } from '../ask/schema/result.ts';

/** For code. `answers` has one text per header; a question that was skipped is missing from it. */
export type Collected = {
  readonly answers: Readonly<Record<string, string>>;
  readonly questions: readonly AnswerSummary[];
  readonly decidedBy?: Answerer | undefined;
  readonly decidedAt: number;
  /** The ask's id in the inbox; absent if the question was not asked there. */
  readonly id?: string | undefined;
};

export type ToolErrorKind = 'invalid' | 'declined' | 'redirected' | 'expired' | 'withdrawn' | 'aborted' | 'dialog-open' | 'unavailable';

export type ToolOutcome =
  | { readonly kind: 'answered'; readonly text: string; readonly details: Collected }
  | { readonly kind: 'error'; readonly error: ToolErrorKind; readonly text: string };

/** Thrown by `ask()` and by tools for frameworks that expect an exception. */
export class AskUserQuestionError extends Error {
  readonly kind: ToolErrorKind;

  constructor(kind: ToolErrorKind, message: string) {
    super(message);
    this.name = 'AskUserQuestionError';
    this.kind = kind;
  }
}

export const ABORTED: ToolOutcome = { kind: 'error', error: 'aborted', text: 'Operation aborted' };
const CANCELLED = 'AskUserQuestion cancelled by user';

export function outcomeOf(result: Omit<ToolResult, 'id' | 'text'> & { readonly id?: string | undefined }): ToolOutcome {
  const { outcome, message } = result;
  switch (outcome) {
    case 'answers': {
      const details = collected(result);
      return { kind: 'answered', text: answersText(details), details };
    }
    case 'decline':
      return toolError('declined', message === undefined ? CANCELLED : `${CANCELLED}: ${message}`);
    case 'redirect':
      return toolError('redirected', `The user did not choose and says: ${message ?? ''}`);
    case 'expired':
      return toolError('expired', 'Nobody answered before the deadline. This is not an answer.');
    case 'withdrawn':
      return toolError('withdrawn', `The question was withdrawn: ${message ?? 'no reason given'}`);
  }
}

export function toolError(error: ToolErrorKind, text: string): ToolOutcome {
  return { kind: 'error', error, text };
}

/** The same answers always give the same text: one line per question, in order, and then everything as JSON. */
function answersText({ answers, questions }: Collected): string {
  const lines = questions.map(
    (question, i) => `- ${headerOf(question, i)}: ${oneLine(answerText(question) ?? '(skipped)')}${noteText(question)}`,
  );
  return ['Collected answers:', ...lines, 'JSON:', JSON.stringify({ answers })].join('\n');
}

function collected({ answers, by, at, id }: Parameters<typeof outcomeOf>[0]): Collected {
  const texts = answers.flatMap((answer, i) => {
    const text = answerText(answer);
    return text === undefined ? [] : [[headerOf(answer, i), text] as const];
  });
  return { answers: Object.fromEntries(texts), questions: answers, decidedBy: by, decidedAt: at, ...(id === undefined ? {} : { id }) };
}

function answerText({ chosen, words, skipped }: AnswerSummary): string | undefined {
  if (skipped) return undefined;
  return [...chosen, ...(words === undefined ? [] : [`Other: ${words}`])].join(', ');
}

const headerOf = ({ header }: AnswerSummary, index: number): string => header || `Question ${index + 1}`;
const noteText = ({ note }: AnswerSummary): string => (note === undefined ? '' : ` (note: ${oneLine(note)})`);
const oneLine = (text: string): string => text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
