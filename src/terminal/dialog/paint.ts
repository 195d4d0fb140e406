// Paints the dialog: for any ask and any size it fits, and what is in focus is visible.

import { shownInput } from '../../ask/permission.ts';
import type { Detail } from '../../ask/schema/ask.ts';
import type { ScrollRange } from '../../dialog/dialog/press.ts';
import { type DialogState, onReview, questionAt } from '../../dialog/dialog/state.ts';
import { isTouched } from '../../dialog/dialog/verdict.ts';
import { isVisible } from '../../text/visible.ts';
import { beside, blank, filledTo, fitted, type Line, line, type Painting, type Size, span } from '../canvas.ts';
import { label, quoted, wrapped } from './agent-text.ts';
import { focusedBlock, scrolledBlock, sharedRows } from './blocks.ts';
import { footerLine, helpLines, ruleLine, tabLine, titleLine } from './paint-chrome.ts';
import { paintField } from './paint-field.ts';
import { cutOff, type PaintedList, paintList } from './paint-list.ts';
import { paintReview } from './paint-review.ts';
import type { DialogFacts } from './props.ts';

/** `range` says how far things can be scrolled; the next key needs it. */
export type DialogPainting = Painting & { readonly range: ScrollRange };

/** Below this size only the essentials are shown: the question, the row in focus, one line of keys. */
const SMALL: Size = { columns: 30, rows: 8 };
/** From this width on, previews are shown beside the list. */
const WIDE = 90;
const WIDEST_TEXT = 110;
/** Below this height the rows are needed for the question. */
const ROOM_FOR_NOTICE = 12;
const MOST_PINNED = 3;
const NOTHING_TO_SCROLL = { most: 0, page: 1 };

export function paintDialog(state: DialogState, size: Size, facts: DialogFacts): DialogPainting {
  const small = size.columns < SMALL.columns || size.rows < SMALL.rows;
  const margin = small ? 0 : 1;
  const columns = Math.max(2, size.columns - 2 * margin);
  const top = small ? [] : headLines(state, facts, columns, size.rows);
  const bottom = bottomLines(state, facts, columns, small, size.rows);
  const height = Math.max(0, size.rows - top.length - bottom.length);
  const body = bodyOf(state, { columns, rows: height }, facts);
  const lines = [...top, ...filledTo(body.lines.slice(0, height), height), ...bottom].map((each) => indented(each, margin));
  const inside =
    body.cursor && body.cursor.y < height
      ? { x: Math.min(size.columns - 1, body.cursor.x + margin), y: body.cursor.y + top.length }
      : undefined;
  return { lines: fitted(lines, size), ...(inside ? { cursor: inside } : {}), range: body.range };
}

function headLines(state: DialogState, facts: DialogFacts, columns: number, rows: number): Line[] {
  const tabs = tabLine(state, columns);
  return [titleLine(state, facts, columns), ...(tabs ? [tabs] : []), ruleLine(columns), ...(rows >= 16 ? [blank] : [])];
}

function bottomLines(state: DialogState, facts: DialogFacts, columns: number, small: boolean, rows: number): Line[] {
  const complaint = state.complaint === undefined ? [] : wrapped(`✗ ${state.complaint}`, columns, 'bad', 'bold').slice(0, small ? 1 : 3);
  const stale = facts.stale ? [line('⚠ The broker cannot be reached; retrying. Nothing is lost.', 'warn')] : [];
  if (small)
    return rows < 3
      ? []
      : [
          ...(complaint.length > 0 ? complaint : stale),
          ...(complaint.length + stale.length > 0 ? [] : [line('small window; ? keys', 'dim')]),
        ];
  const notice = facts.notice === undefined || rows < ROOM_FOR_NOTICE ? [] : [line(facts.notice, 'warn')];
  return [...notice, ...stale, ...complaint, ruleLine(columns), footerLine(state, facts, columns)];
}

// ── the body, by mode ──────────────────────────────────────────────────────────────────────────────────────────────

type Body = DialogPainting;
const still = (lines: readonly Line[], cursor?: Painting['cursor']): Body => ({
  lines,
  ...(cursor ? { cursor } : {}),
  range: { text: NOTHING_TO_SCROLL, pane: NOTHING_TO_SCROLL },
});

function bodyOf(state: DialogState, size: Size, facts: DialogFacts): Body {
  const roomy = size.rows >= 12;
  switch (state.mode) {
    case 'help':
      return helpBody(state, size, facts);
    case 'redirect':
      return asking(
        state,
        size,
        ['What is wrong with this question?'],
        'Redirect: the agent reads this message instead of an answer, and continues.',
        state.redirect,
        'the question is wrong, because …',
      );
    case 'decline': {
      const lost = isTouched(state) ? ['What you have entered here will be discarded.'] : [];
      return asking(
        state,
        size,
        ['Decline to answer?', ...lost],
        'The agent is told that you declined. You can give a reason:',
        state.reason,
        'reason (optional)',
      );
    }
    case 'leave':
      return still([
        ...(roomy ? [blank] : []),
        line('Leave without answering?', 'bold'),
        ...wrapped('The question stays open. What you have entered here will be lost.', size.columns),
      ]);
    default:
      return onReview(state) ? reviewBody(state, size) : questionBody(state, size);
  }
}

function helpBody(state: DialogState, { columns, rows }: Size, { host = 'alone' }: DialogFacts): Body {
  const { lines, most, page } = scrolledBlock(helpLines(columns, host), rows, state.scroll.pane, 'PgDn PgUp');
  return { lines, range: { text: NOTHING_TO_SCROLL, pane: { most, page } } };
}

/** A text field with our own question above it, and the agent's question above both if there is enough space. */
function asking(
  state: DialogState,
  { columns, rows }: Size,
  heading: readonly string[],
  explanation: string,
  field: DialogState['reason'],
  placeholder: string,
): Body {
  const question = wrapped(
    questionAt(state, Math.min(state.page, state.ask.questions.length - 1))?.text ?? '',
    Math.min(columns, WIDEST_TEXT),
    'dim',
  );
  const ours = [
    ...heading.map((each, i) => line(each, ...(i === 0 ? (['bold'] as const) : (['warn'] as const)))),
    ...wrapped(explanation, columns, 'dim'),
  ];
  const space = rows >= 10 ? [blank] : [];
  const [fieldRows = 1, oursRows = 0, questionRows = 0] = sharedRows(rows - 2 * space.length, 3, [
    [0, 1],
    [1, ours.length],
    [0, 3],
    [2, Math.min(question.length, 4)],
    [0, rows],
  ]);
  const painted = paintField(field, columns, Math.max(1, fieldRows), placeholder);
  const before = [...question.slice(0, questionRows), ...(questionRows > 0 ? space : []), ...ours.slice(0, oursRows), ...space];
  return still([...before, ...painted.lines], { x: painted.cursor.x, y: before.length + painted.cursor.y });
}

function reviewBody(state: DialogState, { columns, rows }: Size): Body {
  const heading = rows >= 8 ? [line('Is this what you want to send?', 'bold'), blank] : [];
  const list = paintReview(state, columns);
  const shown = focusedBlock(list.lines, rows - heading.length, list.focus);
  return still([...heading, ...shown.lines]);
}

/** The question's text and detail, the rows, the note, and the preview beside or below them. */
function questionBody(state: DialogState, { columns, rows }: Size): Body {
  const preview = paneText(state, columns);
  const wide = preview !== undefined && columns >= WIDE;
  const listColumns = wide ? Math.max(36, Math.floor(columns * 0.45)) : columns;
  const list = withNote(state, paintList(state, listColumns, Math.max(1, Math.min(10, Math.floor(rows / 3)))), listColumns, rows);
  const roomy = rows >= 12;
  const { question, detail } = textLines(state, Math.min(columns, WIDEST_TEXT), roomy);
  const text = [...question, ...detail];
  const paneColumns = wide ? columns - listColumns - 2 : columns;
  const pane = preview === undefined ? [] : paneLines(preview, paneColumns);
  const gap = roomy ? 1 : 0;
  const under = wide || pane.length === 0 ? 0 : pane.length + gap;
  const [listRows = 0, textRows = 0, paneRows = 0] = sharedRows(rows - gap, 3, [
    [0, Math.min(1, list.lines.length)],
    [1, 1],
    [0, Math.min(list.lines.length, Math.max(3, rows * 0.4))],
    // What is to be allowed or approved matters more than the descriptions of yes and no.
    [1, Math.min(text.length, Math.max(2, rows * (detail.length > 0 ? 0.5 : 0.25)))],
    [2, Math.min(under, 5)],
    [0, wide ? Math.max(list.lines.length, Math.min(pane.length, rows * 0.7)) : list.lines.length],
    [1, text.length],
    [2, under],
  ]);
  // A short question stays visible while the rest is scrolled.
  const pinned = question.length <= MOST_PINNED && textRows > question.length + 2 ? question : [];
  const texts = scrolledBlock(
    text.slice(pinned.length),
    textRows - pinned.length,
    state.scroll.text,
    preview === undefined ? 'PgDn PgUp' : '[ ]',
  );
  const rowsShown = focusedBlock(list.lines, listRows, list.focus);
  const panes = scrolledBlock(pane, wide ? listRows : paneRows - gap, state.scroll.pane, 'PgDn PgUp');
  const above = [...pinned, ...texts.lines, ...(gap ? [blank] : [])];
  const below = wide
    ? beside(rowsShown.lines, panes.lines, listColumns + 2)
    : [...rowsShown.lines, ...(gap && panes.lines.length > 0 ? [blank] : []), ...panes.lines];
  const y = list.cursor === undefined ? -1 : list.cursor.y - rowsShown.top;
  return {
    lines: [...above, ...below],
    ...(list.cursor && y >= 0 && y < listRows ? { cursor: { x: list.cursor.x, y: above.length + y } } : {}),
    range: { text: { most: texts.most, page: texts.page }, pane: { most: panes.most, page: panes.page } },
  };
}

function paneText(state: DialogState, columns: number): { title: string; text: string } | undefined {
  const question = questionAt(state, state.page);
  const draft = state.drafts[state.page];
  const option = question?.options[draft?.row ?? -1];
  if (!question || !option) return question?.options.some(({ preview }) => isVisible(preview ?? '')) ? { title: '', text: '' } : undefined;
  const { preview } = option;
  if (preview !== undefined && isVisible(preview)) return { title: label(option.label), text: preview };
  const whole = cutOff(option, question, columns);
  if (whole !== undefined) return { title: 'in full', text: whole };
  return question.options.some((other) => isVisible(other.preview ?? '')) ? { title: '', text: '' } : undefined;
}

function paneLines({ title, text }: { title: string; text: string }, columns: number): Line[] {
  if (text === '') return [];
  return [line(title, 'dim', 'underline'), ...quoted(text, columns)];
}

function withNote(state: DialogState, list: PaintedList, columns: number, rows: number): PaintedList {
  const draft = state.drafts[state.page];
  if (!draft) return list;
  const skipped = draft.skipped ? [blank, line('  – skipped; press s to undo', 'dim')] : [];
  if (state.mode === 'note') {
    const field = paintField(
      draft.note,
      columns - 4,
      Math.max(1, Math.min(6, Math.floor(rows / 3))),
      'a note for the agent, with the answer',
    );
    const before = [...list.lines, ...skipped, ...(rows >= 8 ? [blank] : []), line('  Note', 'bold')];
    const cursor = { x: 2 + field.cursor.x, y: before.length + field.cursor.y };
    return { lines: [...before, ...field.lines.map((each) => indented(each, 2))], focus: { from: cursor.y, to: cursor.y }, cursor };
  }
  if (!isVisible(draft.note.text)) return { ...list, lines: [...list.lines, ...skipped] };
  const note = wrapped(`note: ${draft.note.text}`, columns - 4, 'dim').slice(0, 3);
  return {
    ...list,
    lines: [...list.lines, ...skipped, blank, ...note.map((each, i) => [span(i === 0 ? '  ✎ ' : '    ', 'accent'), ...each])],
  };
}

const indented = (each: Line, by: number): Line => (by === 0 || each.length === 0 ? each : [span(' '.repeat(by)), ...each]);

/** The question, and what it is about. */
function textLines(state: DialogState, columns: number, roomy: boolean): { question: Line[]; detail: Line[] } {
  const question = questionAt(state, state.page);
  if (!question) return { question: [], detail: [] };
  const how = question.multiSelect ? [line('Choose any number.', 'dim')] : [];
  const [gap, ...detail] = state.ask.detail ? detailLines(state.ask.detail, columns) : [];
  return { question: [...wrapped(question.text, columns, 'bold'), ...how], detail: [...(roomy && gap ? [gap] : []), ...detail] };
}

function detailLines(detail: Detail, columns: number): Line[] {
  switch (detail.kind) {
    case 'permission': {
      const { text, remark } = shownInput(detail.input);
      const about = remark === undefined ? [] : wrapped(remark, columns, 'dim');
      return [blank, [span(label(detail.tool), 'accent')], ...about, ...quoted(text, columns)];
    }
    case 'plan':
      return isVisible(detail.plan) ? [blank, ...quoted(detail.plan, columns), ...fileLine(detail.file)] : [];
    case 'file':
      return [blank, ...fileLine(detail.name), ...quoted(detail.text, columns)];
    case 'idle':
      return detail.lastMessage !== undefined && isVisible(detail.lastMessage)
        ? [blank, line('The agent’s last message', 'dim'), ...quoted(detail.lastMessage, columns)]
        : [];
  }
}

const fileLine = (file: string | undefined): Line[] => (file === undefined ? [] : [line(label(file), 'dim')]);
