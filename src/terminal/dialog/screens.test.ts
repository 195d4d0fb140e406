// Recorded screens, from typed bytes to a terminal, at three sizes. RECORD=1 records them again; check every change.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anAsk, aQuestion } from '../../../test/support/samples.ts';
import { virtualTerminal } from '../../../test/support/virtual-terminal.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import type { Size } from '../canvas.ts';
import { runScreen } from '../loop.ts';
import { dialogScreen } from './dialog.ts';
import type { DialogPainting } from './paint.ts';
import type { DialogProps } from './props.ts';

const FOLDER = join(import.meta.dirname, 'fixtures');
const SIZES: readonly Size[] = [
  { columns: 60, rows: 15 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
];

const ask = (over: Partial<Ask> = {}): Ask => anAsk({ program: 'claude-code', project: '/srv/shop', ...over });

const single = ask({
  questions: [
    aQuestion({
      text: 'Which database should the shop use?',
      options: [
        {
          label: 'Postgres',
          description: 'A server of its own. Concurrent writers, backups while it runs, what the team knows from the other project.',
        },
        { label: 'SQLite', description: 'One file beside the program.' },
        { label: 'Plain files', description: 'Easy to read, hard to query.' },
      ],
    }),
  ],
});
const multi = ask({
  questions: [
    aQuestion({
      text: 'Which checks should run on every push?',
      header: 'Checks',
      multiSelect: true,
      options: [{ label: 'Types' }, { label: 'Lint' }, { label: 'Tests', description: 'about two minutes' }],
    }),
  ],
});
const several = ask({
  questions: [
    ...single.questions,
    ...multi.questions,
    aQuestion({ text: 'What should the command be called?', header: 'Name', options: [] }),
    aQuestion({
      text: 'Delete the old tables?',
      header: 'Old data',
      options: [{ label: 'Delete them', description: 'DROP TABLE orders_old' }, { label: 'Keep them' }],
    }),
  ],
});
const previews = ask({
  questions: [
    aQuestion({
      text: 'Which layout for the settings page?',
      header: 'Layout',
      options: [
        {
          label: 'Tabs',
          description: 'one page per topic',
          preview:
            '# Tabs\n\n```\n┌───────┬───────┬───────┐\n│ You   │ Team  │ Keys  │\n├───────┴───────┴───────┤\n│ Name   [          ]   │\n│ Mail   [          ]   │\n└───────────────────────┘\n```\nOne topic at a time; deep links work.',
        },
        {
          label: 'One long page',
          description: 'everything at once',
          preview: Array.from({ length: 60 }, (_, i) => `line ${i + 1} of the long page`).join('\n'),
        },
      ],
    }),
  ],
});
const permission = ask({
  kind: 'permission',
  questions: [
    aQuestion({
      text: 'Allow Bash: rm -rf build && npm run build?',
      header: 'Permission',
      options: [
        { label: 'Yes', description: 'Allow it this once' },
        { label: "Yes, and don't ask again", description: 'Allows Bash(npm run build) from now on' },
        { label: 'No', description: 'Or say in your own words what to do instead' },
      ],
    }),
  ],
  detail: { kind: 'permission', tool: 'Bash', input: { command: 'rm -rf build &&\n  npm run build', description: 'Builds from scratch' } },
});
const plan = ask({
  kind: 'plan',
  questions: [
    aQuestion({
      text: 'Approve this plan?',
      header: 'Plan',
      options: [{ label: 'Yes', description: 'Start, and ask before each edit' }, { label: 'No, keep planning' }],
    }),
  ],
  detail: {
    kind: 'plan',
    plan: `# Move the shop to Postgres\n\n${Array.from({ length: 30 }, (_, i) => `${i + 1}. Step ${i + 1}: change one thing, run the tests, commit.`).join('\n')}`,
  },
});
const idle = ask({
  kind: 'idle',
  questions: [{ text: 'The agent finished its turn. What next?', header: 'Idle', options: [], multiSelect: false }],
  detail: { kind: 'idle', lastMessage: 'All 214 tests pass. The migration is in db/0042.sql; I have not run it.' },
});
const wide = ask({
  questions: [
    aQuestion({
      text: 'データベースはどれにしますか？ 👩‍💻',
      header: '保存先',
      options: [
        { label: 'ポストグレス', description: 'サーバー' },
        { label: '한국어 옵션', description: '설명' },
        { label: 'مرحبا بالعالم', description: 'יום טוב' },
        { label: 'cafe\u0301 👨‍👩‍👧', description: 'e\u0301e\u0301' },
      ],
    }),
  ],
});
const many = ask({
  questions: [
    aQuestion({
      text: 'Which region?',
      header: 'Region',
      options: Array.from({ length: 100 }, (_, i) => ({ label: `region-${i + 1}`, description: `data centre ${i + 1}` })),
    }),
  ],
});

const ENTER = '\r';
const TAB = '\t';
const DOWN = '\u001b[B';
const paste = (text: string) => `\u001b[200~${text}\u001b[201~`;

/** `shows` appears on the screen once all that was typed has been drawn, and not before. */
type Case = readonly [name: string, ask: Ask, typed: readonly string[], shows: string | RegExp];
const CASES: readonly Case[] = [
  ['single', single, ['2'], '(•) 2'],
  ['single-words', single, ['4', paste('Neither: we have 日本語 data,\nand no server 👩‍💻.')], 'no server'],
  ['single-words-empty', single, ['4', ENTER], 'Nothing typed yet'],
  ['single-note', single, ['2', 'n', 'keep it small'], '│ keep it small'],
  ['multi', multi, ['1', '3'], '[x] 3'],
  ['multi-review', multi, ['1', '3', ENTER], 'Is this what'],
  ['several', several, ['1', TAB, ' '], '[x] 1'],
  ['several-open', several, ['1', TAB, ' ', TAB, 'shopctl'], '│ shopctl'],
  ['several-review', several, ['1', 'n', 'with backups', ENTER, TAB, 's', 'shopctl', TAB, TAB, ENTER], 'Still open: Old data'],
  ['preview', previews, [], '# Tabs'],
  ['preview-long', previews, [DOWN, '\u001b[6~'], /lines ([2-9]|1\d)\d?–/],
  ['permission', permission, [], 'Allow Bash'],
  ['plan', plan, ['\u001b[6~'], /lines ([2-9]|1\d)\d?–|Step 30/],
  ['idle', idle, ['run the migration'], '│ run the migration'],
  ['redirect', single, ['r', 'we have no database at all'], 'no database at all'],
  ['decline', single, ['2', 'd'], 'Decline to answer'],
  ['leave', single, ['2', 'q'], 'Leave without'],
  ['help', single, ['?'], 'message instead of'],
  ['wide-characters', wide, [DOWN], '❯ ( ) 2'],
  ['many', many, [...'jjjjjjjjjjjjjjjjjjjjjjjjjjjjjj'], '❯ ( )    region-31'],
  ['prefilled', { ...single, prefilled: [{ kind: 'chosen', chosen: [2], note: 'as in the other shop' }] }, [], '(•) 2'],
  ['deadline', { ...single, deadline: 1_000 + 272_000 }, [], 'expires in 4:32'],
];

describe.each(SIZES)('$columns×$rows', (size) => {
  test.each(CASES)('%s', async (name, asked, typed, shows) => {
    const screen = await screenAfter(asked, typed, shows, size);
    for (const line of screen.split('\n')) expect([...line].length).toBeLessThanOrEqual(size.columns);
    const path = join(FOLDER, `${name}-${size.columns}x${size.rows}.txt`);
    if (process.env.RECORD) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(path, `${screen}\n`);
    }
    expect(`${screen}\n`).toBe(readFileSync(path, 'utf8'));
  });
});

async function screenAfter(asked: Ask, typed: readonly string[], shows: string | RegExp, size: Size): Promise<string> {
  const terminal = virtualTerminal(size);
  let leave = () => {};
  const props: DialogProps = { ask: asked, onVerdict: async () => ({ kind: 'sent' }), onLeave: () => {}, now: () => 1_000 };
  const over = runScreen<void, DialogPainting>(terminal.streams, ({ redraw, finish }) => {
    leave = finish;
    return dialogScreen(() => props, redraw);
  });
  await terminal.until(/\S/);
  for (const text of typed) terminal.type(text);
  const screen = await terminal.until(shows);
  leave();
  await over;
  return screen;
}
