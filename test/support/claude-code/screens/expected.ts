// For tests: the state that should be read from a drawn question, of which the top may be cut off.
import type { OptionRow, ScreenState, TextRow } from '../../../../src/agents/claude-code/screen/state.ts';
import type { QuestionScene } from './scene.ts';
import { PREVIEW, type Sheet, submitOf, windowOf } from './sheet.ts';

export function expectedOf(scene: QuestionScene, sheet: Sheet, hidden: number, footer: string): ScreenState {
  const { layout, tabs, current, pointer, options, notes } = scene;
  const sees = (name: string) => (sheet.starts.get(name) ?? -1) >= hidden;
  if (layout === 'preview' && !sees('box end')) return { kind: 'unknown', why: '' };
  const header = sees('header');
  const multi = layout === 'multi';
  const preview = PREVIEW.slice(Math.max(0, hidden + PREVIEW.length - (sheet.starts.get('box end') ?? 0))).join('\n');
  const rows = options.flatMap((_, index) => (sees(`row ${index + 1}`) ? [expectedRow(scene, index + 1, preview)] : []));
  const textSeen = sees(`row ${options.length + 1}`);
  if (couldBeMulti(scene, header, rows, textSeen)) return { kind: 'unknown', why: '' };
  const { last } = windowOf(scene);
  const seen = [...rows.map((row) => row.number), ...(textSeen ? [options.length + 1] : [])];
  const found = pointer.on === 'option' && !sees(`row ${pointer.number}`) ? undefined : pointer;
  return {
    kind: 'question',
    layout,
    tabs: header && current >= 0 ? tabs.map((tab) => ({ ...tab, cut: false })) : [],
    currentTab: header && current >= 0 ? current : undefined,
    header: header ? tabs[Math.max(0, current)]?.header : undefined,
    question: { text: visibleQuestion(scene, sheet, hidden), cut: !sees('gap') },
    rows,
    pointer: found,
    ...(textSeen || (layout !== 'preview' && seen.length === 0 && found?.on === 'text') ? { textRow: expectedText(scene, textSeen) } : {}),
    ...(multi ? { submit: submitOf(scene) } : {}),
    ...(layout === 'preview' ? {} : { chatNumber: options.length + 2 }),
    scrolled: {
      above: seen[0] !== 1,
      below: layout !== 'preview' && (seen.length === 0 ? found?.on !== 'text' : last <= options.length),
    },
    ...(layout === 'preview' ? { notes } : {}),
    ...(scene.countdown === undefined ? {} : { countdown: scene.countdown }),
    footer,
    form: footer.includes('Tab'),
    offers: { chat: true, notes: footer.includes('n to add notes'), tab: footer.includes('Tab') },
  };
}

/** All visible labels begin with something like a checkbox, and no header shows that it is a single-select question. */
function couldBeMulti({ layout, current, text }: QuestionScene, header: boolean, rows: readonly OptionRow[], textSeen: boolean): boolean {
  if (layout !== 'single' || (header && current < 0)) return false;
  const seen = [...rows.map((row) => row.label), ...(textSeen ? [text] : [])];
  return seen.length > 0 && seen.every((label) => /^\[[ ✔]\] /.test(label));
}

function expectedRow({ layout, options, pointer }: QuestionScene, number: number, preview: string): OptionRow {
  const isPointed = pointer.on === 'option' && pointer.number === number;
  const { label = '', description = '', ticked = false, answered = false } = options[number - 1] ?? {};
  return {
    number,
    label,
    ...(description === '' ? {} : { description }),
    ...(layout === 'multi' ? { ticked } : {}),
    ...(answered ? { answered } : {}),
    pointer: isPointed,
    ...(layout === 'preview' && isPointed ? { preview } : {}),
  };
}

function expectedText({ layout, options, pointer, text, textTicked, textAnswered }: QuestionScene, whole: boolean): TextRow {
  return {
    number: options.length + 1,
    content: whole ? text : '(cut)',
    cut: !whole,
    ...(layout === 'multi' && whole ? { ticked: textTicked } : {}),
    ...(textAnswered ? { answered: true } : {}),
    focused: pointer.on === 'text',
  };
}

function visibleQuestion({ question }: QuestionScene, sheet: Sheet, hidden: number): string {
  const start = sheet.starts.get('question') ?? 0;
  if (start >= hidden) return question;
  const rows = sheet.lines.slice(hidden, sheet.starts.get('question end'));
  return rows.map((line) => line.at(-1)?.[0] ?? '').join(' ');
}
