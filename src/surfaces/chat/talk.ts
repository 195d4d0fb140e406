// The state of a conversation in a chat about one ask: the drafts of the dialog, the current question, and what the next text is for.
import type { Ask, Question, Verdict } from '../../question/words.generated.ts';
import { type DialogState, type Draft, openDialog } from '../views/dialog/state.ts';

/**
 * list: the options of a question, or the review of several · words, note, redirect: the next text is that · decline: the confirmation; a text is the
 * reason · warned: the confirmation of a choice with a warning
 */
export type TalkMode = 'list' | 'words' | 'note' | 'redirect' | 'decline' | 'warned';

/** Plain data, so that it survives a restart of the broker. */
export type Talk = {
  readonly drafts: readonly Draft[];
  /** The index of a question; the number of questions is the review. */
  readonly page: number;
  readonly mode: TalkMode;
  /** What each message of a person was said to, so that an edit of the message can be followed. */
  readonly said: Readonly<Record<string, { readonly page: number; readonly mode: TalkMode }>>;
};

/** `tell` is for the person who tapped or wrote. */
export type Step = { readonly talk: Talk; readonly verdict?: Verdict; readonly tell?: string };

export function openTalk(ask: Ask): Talk {
  return { drafts: openDialog(ask).drafts, page: 0, mode: 'list', said: {} };
}

/** The dialog of the terminal in the same state. */
export const dialogOf = (ask: Ask, { drafts, page }: Talk): DialogState => ({ ...openDialog(ask), drafts, page });

export const questionOf = (ask: Ask, { page }: Talk): Question | undefined => ask.questions[page];

/** Several questions are reviewed before they are sent. A single one is seen as a whole while it is answered. */
export const hasReview = ({ questions }: Ask): boolean => questions.length > 1;
export const onReview = ({ questions }: Ask, { page }: Talk): boolean => page === questions.length;

export function withDraft(talk: Talk, change: Partial<Draft>): Talk {
  return { ...talk, drafts: talk.drafts.map((draft, i) => (i === talk.page ? { ...draft, ...change } : draft)) };
}
