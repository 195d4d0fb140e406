// Recorded screens of older versions, which look different.
import { expect, it } from 'vitest';
import { inWords } from '../../../../test/support/claude-code/screens/notation.ts';
import { olderScreen } from '../../../../test/support/claude-code/screens/recorded.ts';
import { fromScreen } from './capture.ts';
import { readScreen } from './read.ts';
import { type Dialog, isDialog } from './state.ts';

const MULTI =
  'multi [>☒Parts] "Which parts?" 1 Logging (about Logging) · ❯2+ Metrics (about Metrics) · 3 Tracing (about Tracing) · 4 Alerts (about Alerts) · text "" · Submit · chat 6';
const PLAN = (first: string, second: string) => `plan ${first} · ${second} · 3 "Tell Claude what to change" feedback 3 ""`;
const LONG = (what: string) =>
  `${what} of everything that happens in the service and around it, day and night (a rather long descri…s, and perhaps twice)`;
const RULE = 'Yes, and don’t ask again for: ./tooltooltooltooltooltooltooltooltooltooltooltooltooltooltooltoolxxx *';
const FOLDER = 'folder-folder-folder-folder-folder-folder-folder-folder-folder-folder-folder-folder-folder-xxx/';
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
