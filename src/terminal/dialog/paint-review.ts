// The review page: all answers, the names of unanswered questions, and the row that submits.

import type { Question } from '../../ask/schema/ask.ts';
import { type DialogState, type Draft, questionAt } from '../../dialog/dialog/state.ts';
import { answerInput, draftState, nameOf, shownWords } from '../../dialog/dialog/verdict.ts';
import { isVisible } from '../../text/visible.ts';
import { pad, width } from '../../text/width.ts';
import { blank, type Line, line, type Style, span } from '../canvas.ts';
import { firstLines, label } from './agent-text.ts';
import type { PaintedList } from './paint-list.ts';

const WIDEST_NAME = 16;
const MOST_LINES = 4;

export function paintReview(state: DialogState, columns: number): PaintedList {
  const names = state.drafts.map((_, i) => label(nameOf(questionAt(state, i), i)));
  const room = Math.min(WIDEST_NAME, Math.max(...names.map(width)));
  const lines: Line[] = [];
  let focus = { from: 0, to: 0 };
  state.drafts.forEach((draft, i) => {
    const from = lines.length;
    const focused = state.reviewRow === i;
    const said = saidLines(draft, questionAt(state, i), Math.max(8, columns - room - 6));
    const mark =
      draftState(draft) === 'missing' ? span('○ ', 'warn') : draftState(draft) === 'skipped' ? span('– ', 'dim') : span('✓ ', 'good');
    said.forEach((each, n) => {
      const head =
        n === 0
          ? [
              focused ? span('❯ ', 'accent', 'bold') : span('  '),
              mark,
              span(pad(names[i] ?? '', room), ...(focused ? (['bold'] as const) : [])),
              span('  '),
            ]
          : [span(' '.repeat(room + 6))];
      lines.push([...head, ...each]);
    });
    if (focused) focus = { from, to: lines.length - 1 };
  });
  const missing = state.drafts.filter((draft) => draftState(draft) === 'missing').length;
  const ready = missing === 0;
  const submit = state.reviewRow === state.drafts.length;
  lines.push(blank, [
    submit ? span('❯ ', 'accent', 'bold') : span('  '),
    span(' Submit ', ...(submit ? (['inverse', 'bold'] as const) : ready ? (['bold'] as const) : (['dim'] as const))),
    ...(ready ? [] : [span(`  ${missing === 1 ? 'one question is' : `${missing} questions are`} still open`, 'warn')]),
  ]);
  if (submit) focus = { from: lines.length - 1, to: lines.length - 1 };
  return { lines, focus };
}

function saidLines(draft: Draft, question: Question | undefined, columns: number): Line[] {
  const note = isVisible(draft.note.text) ? limited(`note: ${draft.note.text}`, columns, 'dim') : [];
  if (draftState(draft) === 'missing') return [line('not answered yet', 'warn'), ...note];
  if (draft.skipped) return [line('skipped', 'dim'), ...note];
  const input = answerInput(draft) as { choose?: number[]; words?: string };
  const chosen = (input.choose ?? []).flatMap((n) => limited(question?.options[n - 1]?.label ?? '', columns));
  const words = input.words === undefined ? [] : limited(`“${shownWords(question, input.words)}”`, columns);
  return [...chosen, ...words, ...note];
}

function limited(text: string, columns: number, ...styles: readonly Style[]): Line[] {
  const { lines, all } = firstLines(text, columns, MOST_LINES, ...styles);
  return all ? [...lines] : [...lines.slice(0, -1), line('…', 'dim')];
}
