// What is to be typed into a dialog of Claude Code, and what this version of it can take.
import type { Answer, Ask, Verdict } from '../../../question/words.ts';

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
};

export function quirksOf(version: string | undefined): Quirks {
  const [major = 0, minor = 0, patch = 0] = (version ?? '').split('.').map(Number);
  const newer = (than: number) => major > 2 || (major === 2 && (minor > 1 || (minor === 1 && patch >= than)));
  if (newer(325)) return { gapMs: 0, pastes: true, ticksTyped: true };
  return { gapMs: 60, pastes: false, ticksTyped: newer(220) };
}

/** Why this cannot be typed at all, whatever the screen shows. */
export function untypable({ ask, verdict, version }: Goal): string | undefined {
  if (ask.kind === 'idle') return 'an idle agent is given its next prompt with `answerback send`';
  if (verdict.kind !== 'answers') return undefined;
  for (const [i, answer] of verdict.answers.entries()) {
    const reason = untypableAnswer(answer, version, ask.questions[i]?.multiSelect === true, ask.questions.length);
    if (reason) return reason;
  }
  return undefined;
}

function untypableAnswer(answer: Answer, version: Quirks, multi: boolean, questions: number): string | undefined {
  if (answer.kind === 'skipped') return questions === 1 ? 'a lone question cannot be skipped' : undefined;
  const text = `${answer.words ?? ''}${answer.note ?? ''}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be typed
  if (/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(text)) return 'the text contains control characters';
  if (!version.pastes && text.includes('\n')) return 'this version takes no text of several lines';
  if (multi && answer.words !== undefined && !version.ticksTyped) return 'this version does not take own words beside options';
  return undefined;
}
