// The next step at recorded dialogs about a permission or a plan: the row is found by what it says, and grants no more than was decided.
import { describe, expect, it } from 'vitest';
import { recordedScreen } from '../../../../test/support/claude-code/screens/recorded.ts';
import type { Detail, Verdict } from '../../../question/words.ts';
import { readScreen } from '../screen/read.ts';
import { type Goal, quirksOf } from './goal.ts';
import { nextStep } from './plan.ts';
import { newMemory } from './question.ts';

const version = quirksOf('2.1.325');
const options = (count: number) => Array.from({ length: count }, (_, i) => ({ label: `option ${i + 1}`, description: '' }));
const asked = (kind: 'permission' | 'plan', count: number, detail: Detail): Goal['ask'] => ({
  kind,
  questions: [{ text: 'May I?', header: 'Ask', options: options(count), multiSelect: false }],
  detail,
});
const chosen = (number: number): Verdict => ({ kind: 'answers', answers: [{ kind: 'chosen', chosen: [number] }] });
const words = (text: string): Verdict => ({ kind: 'answers', answers: [{ kind: 'words', words: text }] });

/** What is done at a recorded screen, in one word, or why nothing is. */
function step(screen: string, goal: Pick<Goal, 'ask' | 'verdict'>): string {
  const next = nextStep(readScreen(recordedScreen(screen)), { ...goal, version }, newMemory());
  if (next.kind === 'press') return next.key;
  return next.kind === 'stop' ? next.reason : next.kind;
}

const rule = (...contents: readonly string[]) => ({
  type: 'addRules',
  rules: contents.map((ruleContent) => ({ toolName: 'Bash', ruleContent })),
  behavior: 'allow',
  destination: 'localSettings',
});
const acceptEdits = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
const permission = (input: object, suggestions: readonly unknown[]): Goal['ask'] =>
  asked('permission', suggestions.length + 2, { kind: 'permission', tool: 'Bash', input, suggestions });
const build = (...suggestions: readonly unknown[]) => permission({ command: 'npm run build --if-present' }, suggestions);

const NOT_THERE = 'the choice that was decided is not on the screen';
const AMENDED = 'somebody is amending the request';

describe('a permission', () => {
  it.each([
    ['is given once', 'perm-bash2', { ask: build(rule('npm run *')), verdict: chosen(1) }, 'Enter'],
    ['is given for good: the pointer goes to that row', 'perm-bash2', { ask: build(rule('npm run *')), verdict: chosen(2) }, 'Down'],
    [
      'is given for good: that row is a text field, and says what was suggested',
      'perm-bash-1',
      { ask: build(rule('npm run *')), verdict: chosen(2) },
      'Enter',
    ],
    [
      'is not given for good where somebody changed the rule',
      'perm-bash-tab-typed',
      { ask: build(rule('npm run *')), verdict: chosen(2) },
      AMENDED,
    ],
    ['is not given for good by another rule', 'perm-bash2', { ask: build(rule('npm *')), verdict: chosen(2) }, NOT_THERE],
    [
      'is not given for good by two rules of which one is shown',
      'perm-bash2',
      { ask: build(rule('npm run *', 'rm *')), verdict: chosen(2) },
      NOT_THERE,
    ],
    ['is refused', 'perm-bash2', { ask: build(rule('npm run *')), verdict: chosen(3) }, 'Escape'],
    ['is refused with words', 'perm-bash2', { ask: build(), verdict: words('use make') }, 'Escape'],
    ['is not refused while somebody amends it', 'permno-bash-tab', { ask: build(rule('npm run *')), verdict: chosen(3) }, AMENDED],
    [
      'for another command is left alone',
      'perm-bash2',
      { ask: permission({ command: 'npm publish' }, []), verdict: chosen(1) },
      'another permission is asked for on the screen',
    ],
    [
      'for all edits is given',
      'perm-edit',
      { ask: permission({ file_path: '/home/me/new.txt' }, [acceptEdits]), verdict: chosen(2) },
      'Down',
    ],
    [
      'for all edits is not given by a row that opens a folder too',
      'perm-write',
      { ask: permission({ file_path: '/home/me/new.txt' }, [acceptEdits]), verdict: chosen(2) },
      NOT_THERE,
    ],
  ] as const)('%s', (_, screen, goal, expected) => {
    expect(step(screen, goal)).toBe(expected);
  });
});

const plan = asked('plan', 2, { kind: 'plan', plan: '' });

describe('a plan', () => {
  it.each([
    ['is approved, and edits are asked about: not the first row', 'plan-exit', chosen(1), 'Down'],
    ['is approved on that row', 'planmore-exit-typed-left', chosen(1), 'Enter'],
    ['that is empty is approved', 'plan-exit-empty', chosen(1), 'Enter'],
    ['that is empty is not left with words', 'plan-exit-empty', words('write one'), 'this dialog takes no words'],
    ['is kept in planning', 'plan-exit', chosen(2), 'Escape'],
    ['is sent back with words: to the row that takes them', 'plan-exit', words('shorter'), 'Down'],
    ['is sent back with words: typed', 'plan60-exit-2', words('shorter'), 'enter-text'],
    ['is sent back with words: sent', 'plan60-exit-typed', words('make it shorter'), 'Enter'],
    ['is not sent back with somebody else’s words', 'plan60-exit-typed', words('shorter'), 'somebody has typed feedback'],
  ] as const)('%s', (_, screen, verdict, expected) => {
    expect(step(screen, { ask: plan, verdict })).toBe(expected);
  });
});
