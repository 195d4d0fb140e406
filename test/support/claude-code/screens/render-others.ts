// For tests: draws reviews and permission dialogs the way Claude Code does, with the state that should be read from them.
import { type Line, type Palette, picture, rule, type Size, wrapped, wrappedLines } from './drawing.ts';
import { countdownLine, tabBar } from './render.ts';
import type { PermissionScene, ReviewScene } from './scene.ts';
import type { Rendered } from './sheet.ts';

export function renderReview(scene: ReviewScene, size: Size, ink: Palette, before: readonly Line[]): Rendered {
  const { columns } = size;
  const lines: Line[] = [...before, rule(columns, ink.grey)];
  const header = lines.length;
  const warning = scene.tabs.some((tab) => !tab.answered);
  lines.push(tabBar(scene.tabs, scene.tabs.length, ink), [], [['Review your answers', ink.strong]], []);
  const warned = lines.length;
  if (warning) lines.push([['⚠ You have not answered all questions', '33']], []);
  const starts = scene.answers.map(({ question, answer }) => {
    const start = lines.length;
    lines.push(...questionRows(question, columns, scene.barred));
    lines.push(
      ...wrappedLines(`→ ${answer}`, columns - 3).map(
        (row): Line => [
          ['   ', ''],
          [row, ink.green],
        ],
      ),
    );
    return start;
  });
  if (starts.length > 0) lines.push([]);
  if (scene.remark !== '') lines.push([[scene.remark, ink.grey]], []);
  const submit = lines.length;
  lines.push(menuLine(0, 1, 'Submit answers', scene.pointer === 'submit', ink), menuLine(0, 2, 'Cancel', scene.pointer === 'cancel', ink));
  if (scene.countdown !== undefined) lines.push(countdownLine(scene.countdown, columns, ink));
  const { ansi, cursor, hidden } = picture(lines, { x: 0, line: scene.pointer === 'submit' ? submit : submit + 1 }, size);
  const whole = header >= hidden;
  return {
    ansi,
    cursor,
    expected: {
      kind: 'review',
      tabs: whole ? scene.tabs.map((tab) => ({ ...tab, cut: false })) : [],
      warning: warning && warned >= hidden,
      answers: scene.answers.filter((_, index) => (starts[index] ?? 0) >= hidden),
      cut: !whole,
      pointer: scene.pointer === 'submit' ? 1 : 2,
      submit: 1,
      ...(scene.countdown === undefined ? {} : { countdown: scene.countdown }),
    },
  };
}

/** Versions since about 2.1.270 draw a bar in front of a question that takes several rows. */
function questionRows(question: string, columns: number, barred: boolean): Line[] {
  const rows = wrapped(question, columns - (barred ? 5 : 3));
  if (rows.length === 1 || !barred)
    return rows.map(
      (row, index): Line => [
        [index === 0 ? ' ● ' : '   ', ''],
        [row, ''],
      ],
    );
  return rows.map(
    (row, index): Line => [
      [' ', ''],
      ['│', '2'],
      [index === 0 ? ' ● ' : '   ', ''],
      [row, ''],
    ],
  );
}

function menuLine(base: number, number: number, label: string, pointed: boolean, ink: Palette): Line {
  return [
    [' '.repeat(base), ''],
    pointed ? ['❯', ink.accent] : [' ', ''],
    [' ', ''],
    [`${number}.`, ink.grey],
    [` ${label}`, pointed ? ink.accent : ''],
  ];
}

export function renderPermission(scene: PermissionScene, size: Size, ink: Palette, before: readonly Line[]): Rendered {
  const { columns } = size;
  const dots: Line = [['╌'.repeat(columns), ink.grey]];
  const lines: Line[] = [...before, rule(columns, ink.grey)];
  const title = lines.length;
  lines.push([[` ${scene.title}`, `1;${ink.accent}`]], dots);
  const details = scene.command.flatMap((line) => wrapped(line, columns - 1));
  const first = lines.length;
  lines.push(...details.map((row): Line => [[` ${row}`, '']]), dots);
  const asked = lines.length;
  lines.push([[' Do you want to proceed?', '']]);
  let cursor = 0;
  scene.labels.forEach((label, index) => {
    const pointed = scene.pointer === index + 1;
    if (pointed) cursor = lines.length;
    wrapped(label, columns - 6).forEach((row, at) => {
      lines.push(
        at === 0
          ? menuLine(1, index + 1, row, pointed, ink)
          : [
              ['      ', ''],
              [row, pointed ? ink.accent : ''],
            ],
      );
    });
  });
  lines.push([], [[' Esc to cancel · Tab to amend', ink.grey]]);
  const drawn = picture(lines, { x: 1, line: cursor }, size);
  if (asked < drawn.hidden) return { ansi: drawn.ansi, cursor: drawn.cursor, expected: { kind: 'unknown', why: '' } };
  return {
    ansi: drawn.ansi,
    cursor: drawn.cursor,
    expected: {
      kind: 'permission',
      title: title - 1 >= drawn.hidden ? scene.title : undefined,
      detail: details.filter((_, index) => first + index >= drawn.hidden),
      ...(first - 1 >= drawn.hidden ? { subject: details.join('\n') } : {}),
      question: 'Do you want to proceed?',
      rows: scene.labels.map((label, index) => ({ number: index + 1, label, pointer: scene.pointer === index + 1 })),
      pointer: scene.pointer,
      editing: false,
    },
  };
}
