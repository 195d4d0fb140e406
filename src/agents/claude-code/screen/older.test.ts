// Recorded screens of older versions, which look different.
import { expect, it } from 'vitest';
import { inWords } from '../../../../test/support/claude-code/screens/notation.ts';
import { olderScreen } from '../../../../test/support/claude-code/screens/recorded.ts';
import { fromScreen } from './capture.ts';
import { readScreen } from './read.ts';
import { type Dialog, isDialog, type Row } from './state.ts';

const MULTI =
  'multi [>☒Parts] "Which parts?" 1 Logging (about Logging) · ❯2+ Metrics (about Metrics) · 3 Tracing (about Tracing) · 4 Alerts (about Alerts) · text "" · Submit · chat 6';
const PLAN = (first: string, second: string) => `plan ${first} · ${second} · 3 "Tell Claude what to change" feedback 3 ""`;
const LONG = (what: string) =>
  `${what} of everything that happens in the service and around it, day and night (a rather long descri…s, and perhaps twice)`;
const RULE = 'Yes, and don’t ask again for: ./tooltooltooltooltooltooltooltooltooltooltooltooltooltooltooltoolxxx *';
const FOLDER = 'folder-folder-folder-folder-folder-folder-folder-folder-folder-folder-folder-folder-folder-xxx/';
const WRAPPED = (what: string) => `${what} of everything that happens in the service and around it`;
const NARROW = (article: string) => `${article} label that is longer than the narrow column has room for it`;
const WORDS = 'word word word word word word word word word word word word word';

it.each([
  ['multi-select descriptions that are further left (2.1.220)', '2.1.220-several-options', MULTI],
  ['multi-select descriptions that are further left (2.1.100)', '2.1.100-several-options', MULTI],
  [
    'a plan question without a line above it (2.1.100)',
    '2.1.100-approve-a-plan',
    PLAN('❯1 "Yes, auto-accept edits"', '2 "Yes, manually approve edits"'),
  ],
  [
    'a plan question whose frame is open on the right (2.1.150)',
    '2.1.150-approve-a-plan',
    PLAN('1 "Yes, auto-accept edits"', '❯2 "Yes, manually approve edits"'),
  ],
  ['the end of a long plan (2.1.150)', '2.1.150-long-plan', PLAN('❯1 "Yes, auto-accept edits"', '2 "Yes, manually approve edits"')],
  ['a plan on a narrow screen (2.1.150)', '2.1.150-narrow-plan', PLAN('❯1 "Yes, auto-accept edits"', '2 "Yes, manually approve edits"')],
  [
    'a preview on a narrow screen (2.1.150)',
    '2.1.150-narrow-preview',
    'preview [] "Which layout?" ❯1 Sidebar · 2 Topbar · chat · notes ""',
  ],
  [
    'notes, with a footer that wraps before a blank (2.1.150)',
    '2.1.150-notes',
    'preview [Layout] "Which layout?" 1 Sidebar · 2 Topbar · ❯3 None · chat · notes "" open',
  ],
  [
    'a rule that wraps beside its label (2.1.150)',
    '2.1.150-wide-rule',
    `permission [Bash command] "Do you want to proceed?" ❯1 Yes · 2 ${RULE} · 3 No`,
  ],
  [
    'a rule that is cut off while the pointer is on it (2.1.150)',
    '2.1.150-wide-rule-pointed',
    'permission [Bash command] "Do you want to proceed?" 1 Yes · ❯2 Yes, and don’t ask again for: … · 3 No editing',
  ],
  [
    'a squeezed row of a permission (2.1.150)',
    '2.1.150-wide-folder',
    `permission [Bash command] "Do you want to proceed?" ❯1 Yes · 2 Yes, and always allow access to ${FOLDER} from this project · 3 No`,
  ],
  [
    'squeezed options (2.1.150)',
    '2.1.150-long-options',
    `single [] "Which of these?" 1 ${LONG('Logging')} · ❯2 ${LONG('Metrics')} · 3 ${LONG('Tracing')} · 4 ${LONG('Alerts')} · text "" · chat 6`,
  ],
  [
    'squeezed options of a multi-select question (2.1.150)',
    '2.1.150-several-long-options',
    `multi [] "…" 1 ${LONG('Logging')} · 2+ ${LONG('Metrics')} · 3 ${LONG('Tracing')} · 4 ${LONG('Alerts')} · ❯text+ "my own words" · Submit · chat 6`,
  ],
  [
    'a squeezed label that just fits (2.1.150)',
    '2.1.150-label-that-just-fits',
    `multi [>☒Pick] "Which parts?" 1 ${WORDS} wordend · ❯2+ ${WORDS} word end · 3 ${WORDS} word wend · 4 ${WORDS} word woend · text "" · Submit · chat 6`,
  ],
  [
    'options that wrap (2.1.200)',
    '2.1.200-wrapped-options',
    `single [Parts] "Which parts?" 1 ${WRAPPED('Logging')} · ❯2 ${WRAPPED('Metrics')} · text "" · chat 4`,
  ],
  [
    'options that wrap of a multi-select question (2.1.200)',
    '2.1.200-several-wrapped-options',
    `multi [>☒Parts] "Which parts?" 1 ${WRAPPED('Logging')} · ❯2+ ${WRAPPED('Metrics')} · text "" · Submit · chat 4`,
  ],
  [
    'options and own words that wrap (2.1.200)',
    '2.1.200-several-wrapped-options-and-words',
    `multi [] "Which parts?" 1 ${WRAPPED('Logging')} · 2+ ${WRAPPED('Metrics')} · ❯text+ "my own words, and a few more of them so that it wraps too" · Submit · chat 4`,
  ],
  [
    'a preview whose pointer is pushed out by its label (2.1.200)',
    '2.1.200-wrapped-preview',
    `preview [Layout] "Which layout?" 1 Short · ❯2 ${NARROW('A')} · 3 ${NARROW('Another')} · chat · notes ""`,
  ],
  [
    'a preview above labels that wrap (2.1.200)',
    '2.1.200-preview-above-wrapped',
    `preview [Layout] "Which layout?" ❯1 Short · 2 ${NARROW('A')} · 3 ${NARROW('Another')} · chat · notes ""`,
  ],
  [
    'options whose boxes wrap (2.1.220)',
    '2.1.220-wrapped-boxes',
    `multi [>☒Parts] "Which parts?" 1 ${WRAPPED('Logging')} · ❯2+ ${WRAPPED('Metrics')} · text "" · Submit · chat 4`,
  ],
  [
    'options whose boxes wrap, and own words (2.1.220)',
    '2.1.220-wrapped-boxes-and-words',
    `multi [] "Which parts?" 1 ${WRAPPED('Logging')} · 2+ ${WRAPPED('Metrics')} · ❯text+ "my own words, and a few more of them so that it wraps too" · Submit · chat 4`,
  ],
  [
    'the chat row with the pointer, which the row above it shows, too (2.1.200)',
    '2.1.200-several-options-chat',
    `multi [>☐Parts] "Which parts?" 1 ${WRAPPED('Logging')} · 2 ${WRAPPED('Metrics')} · text "" · Submit · ❯chat 4`,
  ],
  [
    'the row that submits with the pointer (2.1.200)',
    '2.1.200-several-options-submit',
    `multi [>☐Parts] "Which parts?" 1 ${WRAPPED('Logging')} · 2 ${WRAPPED('Metrics')} · text "" · ❯Submit · chat 4`,
  ],
  [
    'a question of paragraphs (2.1.200)',
    '2.1.200-question-of-paragraphs',
    'single [Colour] "Which colour of thes… they say.\\n\\nAnd now?" ❯1 Red (about Red) · 2 Green (about Green) · text "" · chat 4',
  ],
])('reads %s', (_, name, words) => {
  expect(inWords(readScreen(olderScreen(name)))).toBe(words);
});

const draftFrom = (name: string) => {
  const state = readScreen(olderScreen(name));
  return fromScreen((isDialog(state) ? state : undefined) as Dialog, [])?.draft;
};

it.each([
  ['2.1.150-command-of-many-lines', 'Allow Bash command: set -e\ncd src\nfor f in *.ts; do\n  ./lint "$f"\ndone?'],
  ['2.1.150-fetch', 'Allow Fetch: url: "https://example.com/some/page", prompt: "read it"?'],
])('asks about the command or address on the screen: %s', (name, text) => {
  expect(draftFrom(name)?.questions[0]?.text).toBe(text);
});

it('takes only the plan from the screen of a plan', () => {
  expect(draftFrom('2.1.150-approve-a-plan')?.detail).toMatchObject({ plan: 'The plan\n\n1. Do one thing\n2. Do another' });
  expect(draftFrom('2.1.150-long-plan')?.detail).toMatchObject({ plan: expect.stringMatching(/^30\. Do thing[^╌]*with care and code$/) });
});

it('reads a description with a blank line in it, which older versions draw', () => {
  const screen = olderScreen('2.1.200-question-of-paragraphs');
  const at = screen.rows.findIndex(({ text }) => text.includes('about Red'));
  const about = screen.rows[at] as Row;
  const rows = [...screen.rows.toSpliced(at + 1, 0, { text: '', spans: [] }, about).slice(0, screen.rows.length)];
  expect(inWords(readScreen({ ...screen, rows }))).toContain('❯1 Red (about Red about Red) · 2 Green (about Green)');
});

it('reads a question of which a row begins with the blank at which it was wrapped (2.1.150)', () => {
  const screen = olderScreen('2.1.150-long-options');
  const at = screen.rows.findIndex(({ text }) => text === 'Which of these?');
  const style = (screen.rows[at] as Row).spans[0]?.style as Row['spans'][number]['style'];
  const bold = (text: string): Row => ({ text, spans: [{ x: 0, columns: text.length, text, style }] });
  const rows = screen.rows.toSpliced(
    at,
    1,
    bold('Which of these should be in the service that we are going to build for them and'),
    bold(' | of which of these?'),
  );
  expect(readScreen({ ...screen, rows: rows.slice(1) })).toMatchObject({
    question: { text: expect.stringMatching(/^Which of these .* and +\| of which of these\?$/) },
  });
});
