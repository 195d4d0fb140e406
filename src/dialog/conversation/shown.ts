// What a conversation shows: the question or the review, and what it is about, as sanitised blocks of text.

import { shownInput } from '../../ask/permission.ts';
import { markOf } from '../../ask/permission-marks.ts';
import type { Ask, Detail } from '../../ask/schema/ask.ts';
import { answerLine } from '../../ask/summary.ts';
import { diff, diffText } from '../../text/diff.ts';
import { asObject } from '../../text/json.ts';
import { printableLines } from '../../text/printable.ts';
import { shortened } from '../../text/shortened.ts';
import { isVisible } from '../../text/visible.ts';
import type { Block } from '../card.ts';
import { draftState, nameOf } from '../dialog/verdict.ts';
import { oneLine } from '../foreign-text.ts';
import { type Conversation, onReview } from './conversation.ts';

export type Look = {
  /** An option, from its number, its label and its description, which may be empty. */
  readonly option: (number: number, label: string, description: string) => string;
  /** A line below the options, for own words. */
  readonly other?: string | undefined;
  /** How many characters of a plan. */
  readonly plan: number;
};

export const lines = (text: string): string => printableLines(text.trim()).join('\n');

export function pageBlocks(ask: Ask, state: Conversation, look: Look): readonly Block[] {
  if (onReview(ask, state)) return ask.questions.map((_, i) => ({ kind: 'text', text: reviewOf(ask, state, i) }));
  const detail = state.page === 0 ? detailBlocks(ask.detail, look) : [];
  return [...detail, ...questionBlocks(ask, state.page, look), ...enteredBlocks(state)];
}

export function questionBlocks(ask: Ask, index: number, look: Look): readonly Block[] {
  const question = ask.questions[index];
  if (!question) return [];
  const options = question.options.flatMap(({ label, description = '', preview = '' }, i): Block[] => {
    const told = description !== label && isVisible(description) ? lines(description) : '';
    const mark = markOf(ask, index, i + 1);
    const text = [look.option(i + 1, oneLine(label), told), ...(mark === undefined ? [] : [`(${mark})`])].join('\n');
    return [{ kind: 'text', text }, ...(isVisible(preview) ? [{ kind: 'code', text: lines(preview) } as const] : [])];
  });
  const other: readonly Block[] = look.other !== undefined && options.length > 0 ? [{ kind: 'text', text: look.other }] : [];
  return [{ kind: 'text', text: lines(question.text) || '‹blank›' }, ...joined([...options, ...other])];
}

/** Options below each other, without a gap. */
function joined(blocks: readonly Block[]): readonly Block[] {
  const all: Block[] = [];
  for (const block of blocks) {
    const last = all.at(-1);
    const isNext = last?.kind === 'text' && block.kind === 'text' && last.text.length + block.text.length <= MOST_JOINED;
    if (isNext) all.splice(-1, 1, { kind: 'text', text: `${last.text}\n${block.text}` });
    else all.push(block);
  }
  return all;
}
/** Longer ones stay apart, so that each can be cut by itself. */
const MOST_JOINED = 600;

function enteredBlocks({ drafts, page }: Conversation): readonly Block[] {
  const draft = drafts[page];
  if (!draft) return [];
  const entered = [
    ...(draft.skipped ? ['Skipped'] : []),
    ...(draft.other && !draft.skipped && isVisible(draft.words.text) ? [`Own words: ${lines(draft.words.text)}`] : []),
    ...(isVisible(draft.note.text) ? [`Note: ${lines(draft.note.text)}`] : []),
  ];
  return entered.map((text) => ({ kind: 'text', text }));
}

function reviewOf(ask: Ask, { drafts }: Conversation, index: number): string {
  const [question, draft] = [ask.questions[index], drafts[index]];
  if (!question || !draft) return '';
  const words = draft.other && isVisible(draft.words.text) ? { words: draft.words.text } : {};
  const chosen = draft.chosen.map((n) => question.options[n - 1]?.label ?? '');
  const answer = draftState(draft) === 'missing' ? 'not answered yet' : answerLine({ chosen, skipped: draft.skipped, ...words });
  const note = isVisible(draft.note.text) ? `\nNote: ${lines(draft.note.text)}` : '';
  const number = ask.questions.length > 1 ? `${index + 1}. ` : '';
  return `${number}${oneLine(nameOf(question, index))}: ${lines(answer)}${note}`;
}

/** The call, the plan, the file, or the agent's last message. */
export function detailBlocks(detail: Detail | undefined, look: Look): readonly Block[] {
  switch (detail?.kind) {
    case 'permission': {
      const { text, remark } = shownInput(detail.input);
      const shown = changeOf(detail.input) ?? text;
      return [
        { kind: 'text', text: [oneLine(detail.tool), ...(remark === undefined ? [] : [oneLine(remark)])].join(': ') },
        ...(isVisible(shown) ? [{ kind: 'code', text: lines(shown) } as const] : []),
      ];
    }
    case 'plan':
      return [{ kind: 'text', text: shortened(lines(detail.plan), look.plan) }];
    case 'file':
      return [
        { kind: 'text', text: oneLine(detail.name) },
        { kind: 'code', text: lines(detail.text) || '‹blank›' },
      ];
    case 'idle':
      return [{ kind: 'text', text: lines(detail.lastMessage ?? '') || 'It waits for a prompt.' }];
    case undefined:
      return [];
  }
}

/** An edit or a new file as a diff; undefined if the call is something else. */
function changeOf(input: unknown): string | undefined {
  const fields = asObject(input) ?? {};
  const { file_path: file, old_string: before, new_string: after, content } = fields;
  if (typeof file !== 'string') return undefined;
  if (typeof before === 'string' && typeof after === 'string') return changed(file, before, after);
  return typeof content === 'string' && Object.keys(fields).length === 2 ? changed(file, undefined, content) : undefined;
}

/** Only a part of the file is known, so there are no line numbers. */
function changed(file: string, before: string | undefined, after: string): string {
  const whole = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
  return diffText(diff(file, before === undefined ? undefined : whole(before), whole(after)).filter(({ kind }) => kind !== 'hunk'));
}
