// For tests: draws a question the way Claude Code does.
import { columnsOf } from '../../../../src/agents/claude-code/screen/width.ts';
import { type Ink, type Line, type Palette, picture, rule, type Size, wrapped, wrappedLines } from './drawing.ts';
import { expectedOf } from './expected.ts';
import type { QuestionScene, TabScene } from './scene.ts';
import { PREVIEW, type Rendered, type Sheet, submitOf, windowOf } from './sheet.ts';

export function renderQuestion(scene: QuestionScene, size: Size, ink: Palette, before: readonly Line[]): Rendered {
  const sheet: Sheet = { lines: [...before], cursor: 'parked', starts: new Map() };
  drawTop(sheet, scene, size, ink);
  if (scene.layout === 'preview') drawPreview(sheet, scene, size, ink);
  else drawList(sheet, scene, size, ink);
  const footer = drawBottom(sheet, scene, size, ink);
  const drawn = picture(sheet.lines, sheet.cursor, size);
  return { ansi: drawn.ansi, cursor: drawn.cursor, expected: expectedOf(scene, sheet, drawn.hidden, footer) };
}

const add = (sheet: Sheet, ...lines: readonly Line[]) => void sheet.lines.push(...lines);
const mark = (sheet: Sheet, name: string) => void sheet.starts.set(name, sheet.lines.length);

function drawTop(sheet: Sheet, { tabs, current, question, planning }: QuestionScene, { columns }: Size, ink: Palette): void {
  add(sheet, rule(columns, ink.grey));
  if (planning) add(sheet, [['Planning: /home/me/.claude/plans/x.md', ink.grey]], rule(columns, ink.grey));
  mark(sheet, 'header');
  add(sheet, current < 0 ? [[` ☐ ${tabs[0]?.header} `, ink.chip]] : tabBar(tabs, current, ink));
  mark(sheet, 'gap');
  add(sheet, []);
  mark(sheet, 'question');
  const bar = question.includes('\n') || question.length > 80;
  const rows = bar ? wrappedLines(question, columns - 2) : wrapped(question, columns);
  for (const row of rows) {
    sheet.starts.set(`question ${sheet.lines.length}`, sheet.lines.length);
    add(
      sheet,
      bar
        ? [
            ['│', '2'],
            [' ', ''],
            [row, ink.strong],
          ]
        : [[row, ink.strong]],
    );
  }
  mark(sheet, 'question end');
  add(sheet, []);
}

export function tabBar(tabs: readonly TabScene[], current: number, ink: Palette): Line {
  const all = [...tabs.map(({ header, answered }) => ` ${answered ? '☒' : '☐'} ${header} `), ' ✔ Submit '];
  return [['← ', ink.grey], ...all.map((text, index): Ink => [text, index === current ? ink.chip : '']), [' →', ink.grey]];
}

function drawList(sheet: Sheet, scene: QuestionScene, { columns }: Size, ink: Palette): void {
  const { options, pointer, layout } = scene;
  const multi = layout === 'multi';
  const column = multi ? 9 : 5;
  const { first, last } = windowOf(scene);
  for (let number = first; number <= last; number++) {
    const option = options[number - 1];
    const pointed = option === undefined ? pointer.on === 'text' : pointer.on === 'option' && pointer.number === number;
    const arrow = number === first && first > 1 ? '↑' : number === last && last <= options.length ? '↓' : ' ';
    const lead: Ink[] = [
      pointed ? ['❯', ink.accent] : [arrow, arrow === ' ' ? '' : ink.grey],
      [' ', ''],
      [`${number}.`, ink.grey],
      [' ', ''],
    ];
    const ticked = option === undefined ? scene.textTicked : option.ticked;
    if (multi) lead.push(ticked ? ['[✔] ', ink.green] : ['[ ] ', '']);
    mark(sheet, `row ${number}`);
    if (pointed && option !== undefined) sheet.cursor = { x: 0, line: sheet.lines.length };
    const rows =
      option === undefined ? textInk(sheet, scene, columns - column, column, ink) : labelInk(option, pointed, columns - column, ink);
    for (const [index, row] of rows.entries()) add(sheet, index === 0 ? [...lead, ...row] : [[' '.repeat(column), ''], ...row]);
    for (const row of option?.description ? wrapped(option.description, columns - column) : []) {
      add(sheet, [
        [' '.repeat(column), ''],
        [row, ink.grey],
      ]);
    }
  }
  if (!multi) return;
  const on = pointer.on === 'submit';
  add(sheet, [on ? ['❯', ink.accent] : [' ', ''], ['    ', ''], [submitOf(scene), on ? `1;${ink.accent}` : '1']]);
}

function labelInk({ label, answered }: { label: string; answered: boolean }, pointed: boolean, width: number, ink: Palette): Ink[][] {
  const codes = answered ? ink.green : pointed ? ink.accent : '';
  const rows = wrapped(answered ? `${label} ✔` : label, width);
  return rows.map((row) => [[row, codes]]);
}

function textInk(sheet: Sheet, scene: QuestionScene, width: number, column: number, ink: Palette): Ink[][] {
  const focused = scene.pointer.on === 'text';
  const placeholder = scene.layout === 'multi' ? 'Type something' : 'Type something.';
  if (scene.text === '') {
    if (focused) sheet.cursor = { x: column, line: sheet.lines.length };
    return [
      focused
        ? [
            ['T', '7'],
            [placeholder.slice(1), '2'],
          ]
        : [[placeholder, ink.faint]],
    ];
  }
  const rows = wrappedLines(scene.text, width - 2);
  const last = rows.at(-1) ?? '';
  if (focused) sheet.cursor = { x: column + columnsOf(last), line: sheet.lines.length + rows.length - 1 };
  return rows.map((row, index) => {
    if (index < rows.length - 1) return [[row, '']];
    return focused
      ? [
          [row, ''],
          [' ', '7'],
        ]
      : scene.textAnswered
        ? [
            [`${row} `, ''],
            ['✔', ink.green],
          ]
        : [[row, '']];
  });
}

/** Two columns side by side, which may differ in height. */
function drawPreview(sheet: Sheet, scene: QuestionScene, { columns }: Size, ink: Palette): void {
  const edge = columns <= 60 ? 33 : 34;
  const left = scene.options.flatMap((option, index) => previewLabel(option, index + 1, scene, edge, ink));
  const box = [`┌${'─'.repeat(24)}┐`, ...PREVIEW.map((row) => `│ ${row.padEnd(22)} │`), `└${'─'.repeat(24)}┘`];
  const notes = notesInk(scene, columns - edge - 8, ink);
  sheet.starts.set('box end', sheet.lines.length + box.length - 1);
  const right: Line[] = [...box.map((row): Line => [[row, ink.grey]]), [], ...notes];
  if (scene.notes.open) sheet.cursor = { x: edge + noteColumn(notes), line: sheet.lines.length + right.length - 1 };
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const { number, line = [] } = left[i] ?? {};
    if (number !== undefined) mark(sheet, `row ${number}`);
    const beside = right[i] ?? [];
    add(sheet, beside.length === 0 ? line : [...line, [' '.repeat(edge - width(line)), ''], ...beside]);
  }
  add(sheet, []);
}

function width(line: Line): number {
  return columnsOf(line.map(([text]) => text).join(''));
}

function notesInk({ notes }: QuestionScene, room: number, ink: Palette): Line[] {
  const lead: Line = [
    ['Notes:', ink.accent],
    [' ', ''],
  ];
  if (notes.content === '') {
    return [
      [
        ...lead,
        ...(notes.open
          ? ([
              ['A', '7'],
              ['dd notes on this design…', '2'],
            ] as const)
          : ([['press n to add notes', ink.grey]] as const)),
      ],
    ];
  }
  return wrapped(notes.content, room).map(
    (row, index): Line => [...(index === 0 ? lead : ([['       ', '']] as const)), [row, notes.open ? '' : ink.grey]],
  );
}

/** After the last letter, or on the first letter of the placeholder. */
function noteColumn(notes: readonly Line[]): number {
  const last = notes.at(-1) ?? [];
  return last.some(([, codes]) => codes === '7') ? 7 : width(last);
}

function previewLabel(option: QuestionScene['options'][number], number: number, scene: QuestionScene, edge: number, ink: Palette) {
  // The option in the preview keeps its pointer while the chat row has a second one.
  const previewed = scene.pointer.on === 'option' ? scene.pointer.number : 1;
  const pointed = number === previewed;
  const codes = option.answered ? ink.green : pointed ? `1;${ink.accent}` : '';
  return wrapped(option.answered ? `${option.label} ✔` : option.label, edge - 9).map((row, index): { number?: number; line: Line } => {
    if (index > 0)
      return {
        line: [
          ['    ', ''],
          [row, codes],
        ],
      };
    return { number, line: [pointed ? ['❯', ink.accent] : [' ', ''], [` ${number}.`, ink.grey], [` ${row}`, codes]] };
  });
}

function drawBottom(sheet: Sheet, scene: QuestionScene, { columns }: Size, ink: Palette): string {
  const chat = scene.pointer.on === 'chat';
  const number = scene.layout === 'preview' ? '' : `${scene.options.length + 2}. `;
  const footer = footerOf(scene);
  add(
    sheet,
    rule(columns, ink.grey),
    [chat ? ['❯', ink.accent] : [' ', ''], [' ', ''], [`${number}Chat about this`, chat ? ink.accent : '']],
    [],
  );
  add(sheet, ...wrapped(footer, columns).map((row): Line => [[row, ink.grey]]));
  if (scene.countdown !== undefined) add(sheet, countdownLine(scene.countdown, columns, ink));
  return footer;
}

export function countdownLine(seconds: number, columns: number, ink: Palette): Line {
  const text = `auto-continue in ${seconds}s · any key to stay`;
  return [
    [' '.repeat(columns - text.length), ''],
    [text, ink.grey],
  ];
}

function footerOf({ layout, tabs, current, pointer, notes, vim }: QuestionScene): string {
  const form = current >= 0 && tabs.length > 1;
  const editing = pointer.on === 'text' || notes.open;
  return [
    ...(vim ? ['-- INSERT --'] : []),
    'Enter to select',
    form && layout !== 'preview' ? 'Tab/Arrow keys to navigate' : '↑/↓ to navigate',
    ...(layout === 'preview' ? ['n to add notes', ...(form ? ['Tab to switch questions'] : [])] : []),
    ...(editing ? ['ctrl+g to edit in Vim'] : []),
    ...(vim ? [] : ['Esc to cancel']),
  ].join(' · ');
}
