// The rows of a question: the options with their marks, and own words as the last row.
import { markOf } from '../../ask/permission-marks.ts';
import type { Option, Question } from '../../ask/schema/ask.ts';
import { secretKeyOf } from '../../ask/sealed.ts';
import { type DialogState, type Draft, leftWords, questionAt } from '../../dialog/dialog/state.ts';
import { shownWords } from '../../dialog/dialog/verdict.ts';
import { isVisible } from '../../text/visible.ts';
import { cut, width } from '../../text/width.ts';
import { type Line, line, type Span, span } from '../canvas.ts';
import { firstLines, label, wrapped } from './agent-text.ts';
import type { Focus } from './blocks.ts';
import { paintField } from './paint-field.ts';

export type PaintedList = {
  readonly lines: readonly Line[];
  readonly focus: Focus;
  readonly cursor?: { readonly x: number; readonly y: number } | undefined;
};

/** `❯ (•) 2  `: only rows up to 9 have a number key, and show it. */
const HEAD = 9;
const WIDEST_LABEL = 30;
const NARROWEST_DESCRIPTION = 24;
/** Longer labels and descriptions are shown in full in the pane when the option is in focus. */
const MOST_LABEL_LINES = 3;
const MOST_DESCRIPTION_LINES = 4;

export function paintList(state: DialogState, columns: number, fieldHeight: number): PaintedList {
  const question = questionAt(state, state.page);
  // While own words are being typed, the marks show what they will be after leaving the field.
  const draft = (state.mode === 'words' ? leftWords(state) : state).drafts[state.page];
  if (!question || !draft) return { lines: [], focus: { from: 0, to: 0 } };
  const lines: Line[] = [];
  let focus: Focus = { from: 0, to: 0 };
  const shape = shapeOf(question, columns);
  question.options.forEach((option, i) => {
    const from = lines.length;
    lines.push(...optionLines(option, headOf(draft, question, i, state), shape, markOf(state.ask, state.page, i + 1)));
    if (draft.row === i) focus = { from, to: lines.length - 1 };
  });
  const from = lines.length;
  const other = otherLines(state, question, draft, shape, fieldHeight);
  lines.push(...other.lines);
  if (draft.row === question.options.length || state.mode === 'words') focus = { from, to: lines.length - 1 };
  const cursor = other.cursor && { x: other.cursor.x, y: from + other.cursor.y };
  return { lines, focus: cursor ? { from: cursor.y, to: cursor.y } : focus, cursor };
}

/** The whole text of an option that was too long for the list. */
export function cutOff(option: Option, question: Question, columns: number): string | undefined {
  const shape = shapeOf(question, columns);
  const tooLong =
    !firstLines(option.label, shape.label, MOST_LABEL_LINES).all ||
    (describes(option) && !firstLines(option.description ?? '', shape.description, MOST_DESCRIPTION_LINES).all);
  return tooLong ? `${option.label}\n\n${describes(option) ? option.description : ''}`.trimEnd() : undefined;
}

// ── widths ─────────────────────────────────────────────────────────────────────────────────────────────────────────

type Shape = {
  readonly head: number;
  readonly label: number;
  readonly description: number;
  readonly beside: boolean;
  readonly columns: number;
};

/** Descriptions go beside the labels if all labels are short and there is enough space; otherwise below them. */
function shapeOf({ options }: Question, columns: number): Shape {
  const widest = Math.max(5, ...options.map((option) => width(label(option.label, WIDEST_LABEL))));
  const beside = widest <= WIDEST_LABEL && columns - HEAD - widest - 2 >= NARROWEST_DESCRIPTION;
  const rest = Math.max(2, columns - HEAD);
  return beside
    ? { head: HEAD, label: widest, description: rest - widest - 2, beside, columns }
    : { head: HEAD, label: rest, description: Math.max(2, rest - 2), beside, columns };
}

/** `❯ (•) 2  `; single- and multi-select have clearly different marks. */
function headOf(draft: Draft, { options, multiSelect }: Question, row: number, { mode }: DialogState): Line {
  const other = row === options.length;
  const marked = !draft.skipped && (other ? draft.other && isVisible(draft.words.text) : draft.chosen.includes(row + 1));
  const focused = draft.row === row || (mode === 'words' && other);
  const mark = multiSelect ? (marked ? '[x]' : '[ ]') : marked ? '(•)' : '( )';
  const number = row < 9 ? String(row + 1) : ' ';
  return [
    focused && (mode === 'list' || (mode === 'words' && other)) ? span('❯ ', 'accent', 'bold') : span('  '),
    marked ? span(`${mark} `, 'good', 'bold') : span(`${mark} `),
    span(`${number}  `, 'dim'),
  ];
}

// ── rows ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const describes = ({ label: own, description }: Option): boolean =>
  description !== undefined && description !== own && isVisible(description);

function optionLines(option: Option, head: Line, shape: Shape, mark: string | undefined): Line[] {
  const styles = head[0]?.text === '❯ ' ? (['bold'] as const) : [];
  const labels = shortened(firstLines(option.label, shape.label, MOST_LABEL_LINES, ...styles), shape.label);
  const descriptions = describes(option)
    ? shortened(firstLines(option.description ?? '', shape.description, MOST_DESCRIPTION_LINES, 'dim'), shape.description)
    : [];
  const indent = span(' '.repeat(shape.head));
  const marked = mark === undefined ? [] : wrapped(mark, shape.columns - shape.head, 'warn').map((each) => [indent, ...each]);
  if (!shape.beside) {
    return [
      ...labels.map((each, i) => [...(i === 0 ? head : [indent]), ...each]),
      ...descriptions.map((each) => [indent, span('  '), ...each]),
      ...marked,
    ];
  }
  const [first = []] = labels;
  const gap = span(' '.repeat(shape.label - width(first[0]?.text ?? '') + 2));
  return [
    [...head, ...first, ...(descriptions[0] ? [gap, ...descriptions[0]] : [])],
    ...descriptions.slice(1).map((each) => [indent, span(' '.repeat(shape.label + 2)), ...each]),
    ...marked,
  ];
}

function shortened({ lines, all }: { readonly lines: readonly Line[]; readonly all: boolean }, columns: number): readonly Line[] {
  const last = lines.at(-1)?.[0];
  if (all || !last) return lines;
  return [...lines.slice(0, -1), [{ ...last, text: `${cut(last.text, columns - 2)} …` } satisfies Span]];
}

/** "Other", the text written there, or the open field itself. */
function otherLines(state: DialogState, question: Question, draft: Draft, shape: Shape, fieldHeight: number): PaintedList {
  const open = question.options.length === 0;
  const head = open ? [] : headOf(draft, question, question.options.length, state);
  const name = !open ? 'Other' : state.ask.kind === 'idle' ? 'Next prompt' : 'Your answer';
  const focused = head[0]?.text === '❯ ' || (open && state.mode !== 'note');
  const title = [...head, span(name, ...(focused ? (['bold'] as const) : []))];
  if (state.mode === 'words') {
    const indent = open ? 0 : Math.min(shape.head, 10);
    const field = paintField(
      { ...draft.words, text: shownWords(question, draft.words.text) },
      shape.columns - indent,
      fieldHeight,
      secretKeyOf(question) === undefined
        ? 'type here; Alt-Enter for a new line'
        : 'type the secret; it is not shown, and encrypted for the asker',
    );
    return {
      lines: [title, ...field.lines.map((each) => [span(' '.repeat(indent)), ...each])],
      focus: { from: 0, to: 0 },
      cursor: { x: indent + field.cursor.x, y: 1 + field.cursor.y },
    };
  }
  const written = isVisible(draft.words.text) ? `“${label(shownWords(question, draft.words.text.trim()))}”` : 'answer in your own words';
  const room = shape.columns - shape.head - Math.max(shape.beside ? shape.label : 0, width(name)) - 2;
  const gap = ' '.repeat(Math.max(2, (shape.beside && !open ? shape.label : 0) - width(name) + 2));
  return {
    lines: [[...title, span(gap), ...line(cut(written, Math.max(8, room)), ...(isVisible(draft.words.text) ? [] : (['dim'] as const)))]],
    focus: { from: 0, to: 0 },
  };
}
