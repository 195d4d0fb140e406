// What to type into a dialog of Claude Code, and whether this version of the dialog accepts it.

import type { Answer, Ask, Question } from '../../../ask/schema/ask.ts';
import type { Verdict } from '../../../ask/schema/decision.ts';
import { isVisible } from '../../../text/visible.ts';
import { isWithoutDetails } from '../format/reply.ts';
import { wordsOfRefusal } from '../rejected.ts';
import { QUESTION_NOT_SHOWN } from '../screen/state.ts';
import { columnsOf } from '../screen/width.ts';
import { untypableWords } from './prompt-text.ts';
import { looksLike } from './step.ts';

export type Goal = {
  readonly ask: Pick<Ask, 'kind' | 'questions' | 'detail'>;
  readonly verdict: Verdict;
  readonly version: Quirks;
};

/** How the keyboard handling of versions differs. Observed, not documented. */
export type Quirks = {
  /** Older versions merge keys that arrive together into one; they need this pause between two keys. */
  readonly gapMs: number;
  /** The text row accepts a bracketed paste. Without it, multi-line text cannot be typed. */
  readonly pastes: boolean;
  /** Own words typed into the text row of a multi-select are part of the answer. Older versions tick the row, but leave them out. */
  readonly ticksTyped: boolean;
  /** Esc leaves the notes of a preview. In older versions it cancels the whole dialog. */
  readonly leavesNotes: boolean;
  /** In a pane with fewer columns, the notes cannot be read while they are typed. */
  readonly noteColumns: number;
};

export function quirksOf(version: string | undefined): Quirks {
  const [major = 0, minor = 0, patch = 0] = (version ?? '').split('.').map(Number);
  const newer = (than: number) => major > 2 || (major === 2 && (minor > 1 || (minor === 1 && patch >= than)));
  return {
    gapMs: newer(325) ? 0 : 60,
    pastes: newer(100),
    ticksTyped: newer(181),
    leavesNotes: newer(150),
    noteColumns: newer(325) ? 0 : 80,
  };
}

/** Why this cannot be typed into a pane of this size. */
export function tooSmall(
  { verdict, version }: Goal,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): string | undefined {
  const notes = verdict.kind === 'answers' ? verdict.answers.flatMap(({ note }) => note ?? []) : [];
  if (notes.length > 0 && columns < version.noteColumns)
    return `in this version of Claude Code, notes need a pane of ${version.noteColumns} columns; this one has ${columns}`;
  const isTooLong = rows < SMALL_ROWS && notes.some((note) => columnsOf(note) > LEAST_NOTE_COLUMNS * (rows - ROWS_BESIDE_NOTE));
  return isTooLong ? `the pane is too small for a note of this length: it has ${rows} rows` : undefined;
}

/** In a pane with fewer rows, a long note pushes all options above the top. */
const SMALL_ROWS = 24;
/** The least width of the text field of a note. */
const LEAST_NOTE_COLUMNS = 16;
/** A small preview box, the rows below it, and the first option. */
const ROWS_BESIDE_NOTE = 12;

/** What this version does not accept when an answer is typed. Hooks can deliver all of it. */
export const untypableIn = (version: string | undefined): readonly string[] => {
  const { pastes, ticksTyped, leavesNotes } = quirksOf(version);
  return [
    ...(pastes ? [] : ['multi-line text']),
    ...(ticksTyped ? [] : ['own words together with options']),
    ...(leavesNotes ? [] : ['notes']),
  ];
};

/** Options with previews have their own layout, which accepts notes but no own words. */
export const takesNotes = (question: Question | undefined): boolean =>
  question?.multiSelect === false && question.options.some((option) => typeof option.preview === 'string');

/** Why this cannot be typed at all, whatever the screen shows; undefined when it can. */
export function untypable({ ask, verdict, version }: Goal): string | undefined {
  if (isWithoutDetails(ask)) return "what it asks is not known; answer it at the agent's own keyboard";
  if (ask.kind === 'idle') return 'use `answerback send` to give an idle agent its next prompt';
  if (verdict.kind === 'redirect' && ask.kind === 'plan') return untypableText(verdict.message, version);
  const words = followUp({ ask, verdict });
  const reason = words === undefined ? undefined : untypableWords(words);
  if (reason) return reason;
  if (verdict.kind !== 'answers') return undefined;
  if (ask.questions.some(({ unseen, text }) => unseen === true || (ask.questions.length > 1 && text === QUESTION_NOT_SHOWN)))
    return "only the question on the screen could be read; answer this form at the agent's own keyboard, or run `answerback setup claude-code`: hooks capture whole forms";
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
    if (ask.questions.length === 1) return 'the only question cannot be skipped';
    return answer.note === undefined ? undefined : 'a skipped question cannot have a note';
  }
  const { words, note } = answer;
  for (const text of [words, note]) {
    const reason = text === undefined ? undefined : untypableText(text, version);
    if (reason) return reason;
  }
  if (ask.kind !== 'question') return undefined;
  if (words !== undefined && takesNotes(question)) return 'this dialog does not accept own words; choose an option';
  if (note !== undefined && !takesNotes(question)) return 'this dialog does not accept notes';
  if (note !== undefined && !version.leavesNotes) return 'this version of Claude Code does not accept notes';
  if (question?.multiSelect && words !== undefined && !version.ticksTyped)
    return 'this version of Claude Code does not accept own words together with options';
  return undefined;
}

function untypableText(text: string, version: Quirks): string | undefined {
  // Pressing Enter on blank text would decline the whole dialog.
  if (!isVisible(text)) return 'the text is empty';
  if (/[\p{Cc}\p{Cs}]/u.test(text.replaceAll('\n', ''))) return 'the text contains control characters';
  return !version.pastes && text.includes('\n') ? 'this version of Claude Code does not accept multi-line text' : undefined;
}

/** What to tell the agent once the dialog is closed, because the dialog itself cannot accept it. */
export function followUp({ ask, verdict }: Pick<Goal, 'ask' | 'verdict'>): string | undefined {
  if (verdict.kind === 'redirect') return ask.kind === 'plan' ? undefined : verdict.message;
  if (verdict.kind === 'decline') return verdict.message;
  return ask.kind === 'permission' ? wordsOfRefusal(ask, verdict.answers[0]) : undefined;
}
