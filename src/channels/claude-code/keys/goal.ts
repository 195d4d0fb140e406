// What is to be typed into a dialog of Claude Code, and what this version of it can take.
import { isVisible } from '../../../question/visible.ts';
import type { Answer, Ask, Question, Verdict } from '../../../question/words.ts';
import { looksLike } from './step.ts';

export type Goal = {
  readonly ask: Pick<Ask, 'kind' | 'questions' | 'detail'>;
  readonly verdict: Verdict;
  readonly version: Quirks;
};

/** How versions differ under the fingers. Observed, not documented. */
export type Quirks = {
  /** Older versions take keys that arrive together for one; they need this long between two. */
  readonly gapMs: number;
  /** A bracketed paste lands in the text row. Where it does not, text of several lines cannot be typed. */
  readonly pastes: boolean;
  /** Typing into the text row of a multi-select ticks it. */
  readonly ticksTyped: boolean;
  /** Esc leaves the notes of a preview. Where it does not, it declines the whole dialog. */
  readonly leavesNotes: boolean;
};

export function quirksOf(version: string | undefined): Quirks {
  const [major = 0, minor = 0, patch = 0] = (version ?? '').split('.').map(Number);
  const newer = (than: number) => major > 2 || (major === 2 && (minor > 1 || (minor === 1 && patch >= than)));
  if (newer(325)) return { gapMs: 0, pastes: true, ticksTyped: true, leavesNotes: true };
  return { gapMs: 60, pastes: false, ticksTyped: newer(220), leavesNotes: newer(160) };
}

/** Options with previews are shown in a layout of their own: it takes notes, but no own words. */
export const takesNotes = (question: Question | undefined): boolean =>
  question?.multiSelect === false && question.options.some((option) => typeof option.preview === 'string');

/** Why this cannot be typed at all, whatever the screen shows. */
export function untypable({ ask, verdict, version }: Goal): string | undefined {
  if (ask.questions.some((question) => question.unseen === true))
    return 'only the question that was on the screen could be read; answer this form at its own keyboard, or let the hooks ask (answerback setup claude-code)';
  if (ask.kind === 'idle') return 'an idle agent is given its next prompt with `answerback send`';
  if (verdict.kind === 'redirect' && ask.kind === 'plan') return untypableText(verdict.message, version);
  if (verdict.kind !== 'answers') return undefined;
  if (ask.questions.some((a, i) => ask.questions.some((b, j) => j < i && looksLike(a.text, b.text))))
    return 'two of the questions look the same on the screen';
  for (const [i, answer] of verdict.answers.entries()) {
    const reason = untypableAnswer(answer, version, ask.questions[i], ask);
    if (reason) return reason;
  }
  return undefined;
}

function untypableAnswer(answer: Answer, version: Quirks, question: Question | undefined, ask: Goal['ask']): string | undefined {
  if (answer.kind === 'skipped') {
    if (ask.questions.length === 1) return 'a lone question cannot be skipped';
    return answer.note === undefined ? undefined : 'a note needs an answer';
  }
  const { words, note } = answer;
  for (const text of [words, note]) {
    const reason = text === undefined ? undefined : untypableText(text, version);
    if (reason) return reason;
  }
  if (ask.kind !== 'question') return undefined;
  if (words !== undefined && takesNotes(question)) return 'this dialog takes no own words';
  if (note !== undefined && !takesNotes(question)) return 'this dialog takes no notes';
  if (note !== undefined && !version.leavesNotes) return 'this version takes no notes';
  if (question?.multiSelect && words !== undefined && !version.ticksTyped) return 'this version does not take own words beside options';
  return undefined;
}

function untypableText(text: string, version: Quirks): string | undefined {
  // Entered, nothing but blanks would decline the whole dialog.
  if (!isVisible(text)) return 'the text is empty';
  if (/[\p{Cc}\p{Cs}]/u.test(text.replaceAll('\n', ''))) return 'the text contains control characters';
  return !version.pastes && text.includes('\n') ? 'this version takes no text of several lines' : undefined;
}
