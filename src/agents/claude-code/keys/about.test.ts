// A permission dialog is about a call only if it shows enough of it: the call of somebody else is never allowed, and never refused.
import { describe, expect, it } from 'vitest';
import { recordedScreen, recordedScreens } from '../../../../test/support/claude-code/screens/recorded.ts';
import { reworded } from '../../../../test/support/claude-code/screens/reworded.ts';
import type { Verdict } from '../../../ask/schema/decision.ts';
import { readScreen } from '../screen/read.ts';
import { isAbout, takesLines } from './about.ts';
import { type Goal, quirksOf } from './goal.ts';
import { nextStep } from './plan.ts';
import { newMemory } from './question.ts';

const mcp = {
  title: 'Tool use',
  detail: ['lab — Ask Text Tool: (MCP)', 'About the lab — Ask Text Tool:', '│ asks text'],
  question: 'Do you want to proceed?',
};
const bash = (command: string, title: string | undefined = 'Bash command') => ({
  title,
  detail: ['Run it', command, 'This command requires approval'],
  subject: command,
  question: 'Do you want to proceed?',
});
const write = (file: string) => ({
  title: 'Create file',
  detail: [file, '1 hello'],
  question: `Do you want to create ${file.split('/').at(-1)}?`,
});
const call = (tool: string, input: object) => ({ tool, input });

it.each([
  ['the tool of a server', mcp, call('mcp__lab__ask_text', {}), true],
  ['the tool of another server', mcp, call('mcp__shop__ask_text', {}), false],
  ['another tool of the server', mcp, call('mcp__lab__delete_all', {}), false],
  [
    'a tool whose name does not show, with what is given to it',
    { ...mcp, detail: [...mcp.detail, 'title: the yearly report'] },
    call('mcp__lab__x9_report', { title: 'the yearly report' }),
    true,
  ],
  [
    'a tool of a server, in an older version',
    { ...mcp, detail: ['claude.ai Shop - buy(what: "tea") (MCP)'] },
    call('mcp__claude_ai_Shop__buy', { what: 'tea' }),
    true,
  ],
  ['a command, while a tool of a server is shown', mcp, call('Bash', { command: 'asks text' }), false],
  ['a tool without a command, while a command is shown', bash('npm test'), call('mcp__lab__ask_text', {}), false],
  ['a tool that nothing is known about', bash('npm test'), call('Mystery', {}), false],
  ['its command', bash('npm test'), call('Bash', { command: 'npm test' }), true],
  ['a command that is part of another', bash('npm test && rm -rf src'), call('Bash', { command: 'npm test' }), false],
  [
    'a long command that is part of another',
    bash('npm run build --if-present && rm -rf src'),
    call('Bash', { command: 'npm run build --if-present' }),
    false,
  ],
  ['a short command that another one contains', bash('curl tools.example'), call('Bash', { command: 'ls' }), false],
  ['its file', write('src/new.txt'), call('Write', { file_path: '/srv/app/src/new.txt', content: 'hello' }), true],
  [
    'a file of the same name in another folder',
    { ...write('src/new.txt'), question: 'Shall it be written?' },
    call('Write', { file_path: '/srv/app/docs/new.txt', content: '' }),
    false,
  ],
  ['a file whose name ends another one', write('src/renew.txt'), call('Write', { file_path: '/srv/app/new.txt', content: '' }), false],
  [
    'its address',
    { title: 'Fetch', detail: ['url: http://127.0.0.1:9/x', 'prompt: p'], question: '' },
    call('WebFetch', { url: 'http://127.0.0.1:9/x' }),
    true,
  ],
  [
    'an address whose last part is one letter',
    { title: 'Fetch', detail: ['url: http://other.example/xyz'], question: '' },
    call('WebFetch', { url: 'http://127.0.0.1:9/x' }),
    false,
  ],
  [
    'a tool that is named in the title',
    { title: 'Use skill "review"?', detail: ['review'], question: 'Do you want to proceed?' },
    call('Skill', { skill: 'review' }),
    true,
  ],
])('%s', (_, seen, about, expected) => {
  expect(isAbout(seen, about)).toBe(expected);
});

describe('a text takes whole lines', () => {
  it.each([
    [['│ Which of', '│ these?'], 'Which of these?', true],
    [['● Which one?'], 'Which one?', true],
    [['Which one? Or both?'], 'Which one?', false],
    [['Is this?'], '?', false],
    [['?'], '?', true],
  ])('%j: %j', (lines, text, expected) => {
    expect(takesLines(lines, text)).toBe(expected);
  });
});

const permissions = recordedScreens.filter((name) => readScreen(recordedScreen(name)).kind === 'permission');
const option = (label: string) => ({ label });
const decline = (ask: Goal['ask'], name: string): string => {
  // A detail that we do not know, so that only Esc can be pressed.
  const screen =
    reworded(recordedScreen(name), 'Do you want', 'Would it be fine') ?? reworded(recordedScreen(name), 'Do you want', 'May I');
  const state = readScreen(screen ?? recordedScreen(name));
  expect(state).toMatchObject({ kind: 'unknown', dialog: 'permission' });
  const verdict: Verdict = { kind: 'decline' };
  const step = nextStep(state, { ask, verdict, version: quirksOf('2.1.327') }, newMemory());
  return step.kind === 'press' ? step.key : step.kind === 'stop' ? step.reason : step.kind;
};

it.each(permissions)('the decline of a tool without a command presses nothing at the dialog of another: %s', (name) => {
  const ask: Goal['ask'] = {
    kind: 'permission',
    questions: [{ text: 'Allow lab?', options: ['Yes', 'No'].map(option), multiSelect: false }],
    detail: { kind: 'permission', tool: 'mcp__lab__ask', input: { question: 'Yes' }, suggestions: [] },
  };
  expect(decline(ask, name)).toContain('answer it in its pane');
});

const dialogs = recordedScreens.filter((name) => ['question', 'review'].includes(readScreen(recordedScreen(name)).kind));

it.each(['?', 'Why?', 'is', '1'])('the decline of the question %j presses nothing at another question with an unknown detail', (text) => {
  const ask: Goal['ask'] = { kind: 'question', questions: [{ text, options: ['Alpha', 'Beta'].map(option), multiSelect: false }] };
  let tried = 0;
  for (const name of dialogs) {
    const screen = reworded(recordedScreen(name), 'Submit', 'Send') ?? recordedScreen(name);
    const state = readScreen(screen);
    if (state.kind !== 'unknown') continue;
    tried += 1;
    expect(nextStep(state, { ask, verdict: { kind: 'decline' }, version: quirksOf('2.1.327') }, newMemory()), name).toMatchObject({
      kind: 'stop',
    });
  }
  expect(tried).toBeGreaterThan(20);
});
