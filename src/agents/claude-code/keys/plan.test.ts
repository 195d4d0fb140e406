// The next step in recorded permission and plan dialogs: finds the row by its text, and never grants more than was decided.
import { describe, expect, it } from 'vitest';
import { recordedScreen } from '../../../../test/support/claude-code/screens/recorded.ts';
import type { Detail } from '../../../ask/schema/ask.ts';
import type { Verdict } from '../../../ask/schema/decision.ts';
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

/** The next key or text on a recorded screen, or why nothing is done. */
function step(screen: string, goal: Pick<Goal, 'ask' | 'verdict'>): string {
  const next = nextStep(readScreen(recordedScreen(screen)), { ...goal, version }, newMemory());
  if (next.kind === 'press') return next.key;
  if (next.kind === 'enter-text') return `type ${next.text}`;
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
  asked('permission', suggestions.length + 2, { kind: 'permission', tool: 'command' in input ? 'Bash' : 'Write', input, suggestions });
const build = (...suggestions: readonly unknown[]) => permission({ command: 'npm run build --if-present' }, suggestions);

const NOT_THERE = 'the choice that was decided is not on the screen';
const EDITED = 'somebody is editing the request';

describe('a permission dialog', () => {
  it.each([
    ['allows once, wherever the pointer is', 'perm-bash2', { ask: build(rule('npm run *')), verdict: chosen(1) }, 'type 1'],
    ['chooses the row that adds the suggested rule', 'perm-bash2', { ask: build(rule('npm run *')), verdict: chosen(2) }, 'type 2'],
    [
      'leaves the row of the rule, where a number would become part of it',
      'perm-bash-1',
      { ask: build(rule('npm run *')), verdict: chosen(1) },
      'Up',
    ],
    [
      'adds the rule when the text field still shows the suggested one',
      'perm-bash-1',
      { ask: build(rule('npm run *')), verdict: chosen(2) },
      'Enter',
    ],
    ['does not add a rule that somebody has edited', 'perm-bash-tab-typed', { ask: build(rule('npm run *')), verdict: chosen(2) }, EDITED],
    ['does not add a different rule', 'perm-bash2', { ask: build(rule('npm *')), verdict: chosen(2) }, NOT_THERE],
    [
      'does not add two rules when the row shows only one',
      'perm-bash2',
      { ask: build(rule('npm run *', 'rm *')), verdict: chosen(2) },
      NOT_THERE,
    ],
    ['refuses', 'perm-bash2', { ask: build(rule('npm run *')), verdict: chosen(3) }, 'Escape'],
    ['refuses with a message', 'perm-bash2', { ask: build(), verdict: words('use make') }, 'Escape'],
    ['does not refuse while somebody is editing it', 'permno-bash-tab', { ask: build(rule('npm run *')), verdict: chosen(3) }, EDITED],
    [
      'is left alone when it is about another command',
      'perm-bash2',
      { ask: permission({ command: 'npm publish' }, []), verdict: chosen(1) },
      'another permission dialog is on the screen',
    ],
    [
      'chooses the row that allows all edits',
      'perm-edit',
      { ask: permission({ file_path: '/home/me/new.txt' }, [acceptEdits]), verdict: chosen(2) },
      'type 2',
    ],
    [
      'does not allow all edits with a row that also allows a folder',
      'perm-write',
      { ask: permission({ file_path: '/home/me/new.txt' }, [acceptEdits]), verdict: chosen(2) },
      NOT_THERE,
    ],
  ] as const)('%s', (_, screen, goal, expected) => {
    expect(step(screen, goal)).toBe(expected);
  });
});

const plan = asked('plan', 2, { kind: 'plan', plan: '' });

describe('a plan dialog', () => {
  it.each([
    ['moves past the first row, which would stop asking before edits', 'plan-exit', chosen(1), 'Down'],
    ['approves on the row that asks before edits', 'planmore-exit-typed-left', chosen(1), 'Enter'],
    ['approves an empty plan', 'plan-exit-empty', chosen(1), 'Enter'],
    ['cannot send feedback on an empty plan', 'plan-exit-empty', words('write one'), 'this dialog has no text field for feedback'],
    ['keeps planning', 'plan-exit', chosen(2), 'Escape'],
    ['moves to the text field to send feedback', 'plan-exit', words('shorter'), 'Down'],
    ['types the feedback', 'plan60-exit-2', words('shorter'), 'type shorter'],
    ['submits the feedback', 'plan60-exit-typed', words('make it shorter'), 'Enter'],
    ['does not submit feedback that somebody else typed', 'plan60-exit-typed', words('shorter'), 'somebody has typed feedback'],
  ] as const)('%s', (_, screen, verdict, expected) => {
    expect(step(screen, { ask: plan, verdict })).toBe(expected);
  });
});
