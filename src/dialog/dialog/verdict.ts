// Turns drafts into a verdict, or says what is missing.
import { resolveAnswers } from '../../ask/answer.ts';
import { LONGEST_TEXT } from '../../ask/limits.ts';
import type { Ask, Question } from '../../ask/schema/ask.ts';
import type { Verdict } from '../../ask/schema/decision.ts';
import type { AnswerInput } from '../../ask/schema/input.ts';
import { secretKeyOf } from '../../ask/sealed.ts';
import { isVisible } from '../../text/visible.ts';
import { type DialogState, type Draft, openDialog } from './state.ts';

type DraftState = 'answered' | 'skipped' | 'missing';

export function draftState(draft: Draft): DraftState {
  if (draft.skipped) return 'skipped';
  return draft.chosen.length > 0 || (draft.other && isVisible(draft.words.text)) ? 'answered' : 'missing';
}

/** What would be sent now, or the first problem with it, and on which page that is. */
export type Checked =
  | { readonly kind: 'ok'; readonly verdict: Verdict }
  | { readonly kind: 'wrong'; readonly message: string; readonly page: number };

export function verdictOf({ ask, drafts }: Pick<DialogState, 'ask' | 'drafts'>): Checked {
  const missing = drafts.flatMap((draft, i) => (draftState(draft) === 'missing' ? [i] : []));
  const [first] = missing;
  if (first !== undefined) {
    const names = missing.map((i) => nameOf(ask.questions[i], i)).join(', ');
    return wrong(
      `${missing.length === 1 ? 'Still open' : `${missing.length} are still open`}: ${names}. Answer or skip ${missing.length === 1 ? 'it' : 'them'} first.`,
      first,
    );
  }
  if (drafts.every((draft) => draft.skipped)) return wrong('All questions are skipped. Answer one, or decline.', 0);
  const long = drafts.findIndex((draft) => [draft.words, draft.note].some(({ text }) => tooLong(text) !== undefined));
  if (long >= 0) return wrong(tooLong(drafts[long]?.words.text ?? '') ?? tooLong(drafts[long]?.note.text ?? '') ?? '', long);
  const resolved = resolveAnswers(drafts.map(answerInput), ask);
  if (resolved.kind === 'ok') return { kind: 'ok', verdict: { kind: 'answers', answers: resolved.value } };
  return wrong(resolved.problems.map((p) => p.message).join('; '), 0);
}

/** Why a question cannot be skipped, if it cannot. */
export const cannotSkip = ({ questions }: Pick<Ask, 'questions'>): string | undefined =>
  questions.length === 1 ? 'The only question cannot be skipped. You can decline it.' : undefined;

/** What is sent to the broker, per question. */
export function answerInput(draft: Draft): AnswerInput {
  const note = isVisible(draft.note.text) ? { note: draft.note.text } : {};
  if (draft.skipped) return { skip: true, ...note };
  return {
    ...(draft.chosen.length === 0 ? {} : { choose: [...draft.chosen] }),
    ...(draft.other && isVisible(draft.words.text) ? { words: draft.words.text } : {}),
    ...note,
  };
}

/** The person has entered something that would be lost. Moving around does not count. */
export function isTouched(state: DialogState): boolean {
  const fresh = openDialog(state.ask);
  const same = (a: Draft, b: Draft): boolean =>
    a.other === b.other &&
    a.skipped === b.skipped &&
    a.words.text === b.words.text &&
    a.note.text === b.note.text &&
    a.chosen.length === b.chosen.length &&
    a.chosen.every((n) => b.chosen.includes(n));
  return isVisible(state.redirect.text) || state.drafts.some((draft, i) => !same(draft, fresh.drafts[i] as Draft));
}

/** What may be shown of typed words: a secret is only dots. */
export const shownWords = (question: Question | undefined, text: string): string =>
  secretKeyOf(question) !== undefined ? '•'.repeat(text.length) : text;

export function tooLong(text: string): string | undefined {
  if (text.length <= LONGEST_TEXT) return undefined;
  return `The text has ${text.length} characters; at most ${LONGEST_TEXT} are allowed. Shorten it.`;
}

/** Its header, or its number if it has none. */
export function nameOf(question: Question | undefined, index: number): string {
  return question?.header !== undefined && isVisible(question.header) ? question.header : `Question ${index + 1}`;
}

const wrong = (message: string, page: number) => ({ kind: 'wrong', message, page }) as const;
