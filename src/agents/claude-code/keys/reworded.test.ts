// A decision at a dialog whose hints a new version words differently: what is safe is done as always, and the rest is refused with the detail.
import { describe, expect, it } from 'vitest';
import { recordedScreen, recordedScreens } from '../../../../test/support/claude-code/screens/recorded.ts';
import { reworded } from '../../../../test/support/claude-code/screens/reworded.ts';
import type { Answer } from '../../../ask/schema/ask.ts';
import type { Verdict } from '../../../ask/schema/decision.ts';
import { askedOn } from '../screen/capture.ts';
import { readScreen } from '../screen/read.ts';
import type { Question, ScreenState } from '../screen/state.ts';
import { type Goal, quirksOf } from './goal.ts';
import { nextStep } from './plan.ts';
import { newMemory } from './question.ts';

const PHRASES = [
  ['Enter to select', 'Return picks'],
  ['↑/↓ to navigate', 'arrows move'],
  ['Tab/Arrow keys to navigate', 'Tab goes on'],
  ['Esc to cancel', 'Esc leaves'],
  ['Chat about this', 'Talk about it'],
  ['Type something', 'Your own'],
] as const;

const options = (count: number) => Array.from({ length: count }, (_, i) => ({ label: `option ${i + 1}` }));

function changedState(name: string, from: string, to: string): ScreenState | undefined {
  const screen = reworded(recordedScreen(name), from, to);
  return screen && readScreen(screen);
}

const goalOf = (ask: Goal['ask'], verdict: Verdict): Goal => ({ ask, verdict, version: quirksOf('2.1.327') });
function stepAt(state: ScreenState, ask: Goal['ask'], verdict: Verdict): string {
  const next = nextStep(state, goalOf(ask, verdict), newMemory());
  if (next.kind === 'press') return `${next.key} ×${next.times}`;
  return next.kind === 'enter-text' ? `type ${next.text}` : next.kind === 'stop' ? `stop: ${next.reason}` : next.kind;
}

/** The ask that the screen is about. The other questions of a form are not on it. */
function askOf(seen: Question): Goal['ask'] {
  const current = askedOn(seen);
  const at = Math.max(0, seen.currentTab ?? 0);
  const questions =
    seen.tabs.length < 2
      ? [current]
      : seen.tabs.map(({ header }, i) =>
          i === at ? { ...current, header } : { text: `${i}?`, header, options: options(2), multiSelect: false },
        );
  return { kind: 'question', questions };
}

const questions = recordedScreens.flatMap((name) => {
  const state = readScreen(recordedScreen(name));
  return state.kind === 'question' && (state.header !== undefined || state.form === false) ? [[name, state] as const] : [];
});
const answers = (ask: Goal['ask'], answer: Answer): Verdict => ({ kind: 'answers', answers: ask.questions.map(() => answer) });

it('enough screens are tried', () => expect(questions.length).toBeGreaterThan(120));

describe.each(questions)('the question on %s', (name, seen) => {
  const ask = askOf(seen);
  const changed = PHRASES.flatMap(([from, to]) => {
    const state = changedState(name, from, to);
    return state?.kind === 'question' && state.unfamiliar !== undefined ? [[from, state] as const] : [];
  });

  it.each([
    ['an option', answers(ask, { kind: 'chosen', chosen: [1] })],
    ['another option', answers(ask, { kind: 'chosen', chosen: [2] })],
    ['own words', answers(ask, { kind: 'words', words: 'my own words' })],
    ['a decline', { kind: 'decline' } as const],
  ])('takes %s as always', (_, verdict) => {
    const usual = stepAt(seen, ask, verdict);
    for (const [from, state] of changed) expect(stepAt(state, ask, verdict), from).toBe(usual);
  });

  it('takes a message at the chat row that we know, and else says what is not known', () => {
    const verdict = { kind: 'redirect', message: 'none of these' } as const;
    const usual = stepAt(seen, ask, verdict);
    for (const [from, state] of changed) {
      const expected =
        from !== 'Chat about this' || usual.startsWith('stop')
          ? usual
          : expect.stringMatching(/^stop: .*“Talk about it”.*; answer it, decline it/);
      expect(stepAt(state, ask, verdict), from).toEqual(expected);
    }
  });

  it('skips nothing with a key that it does not offer', () => {
    const verdict: Verdict = {
      kind: 'answers',
      answers: ask.questions.map((_, i) => (i === (seen.currentTab ?? 0) ? { kind: 'skipped' } : { kind: 'chosen', chosen: [1] })),
    };
    const state = changedState(name, 'Tab/Arrow keys to navigate', 'Arrows to move');
    if (state?.kind !== 'question' || ask.questions.length < 2 || seen.notes?.open) return;
    expect(stepAt(state, ask, verdict)).toMatch(/^stop: .*“Arrows to move”.*; answer all of its questions/);
  });
});

it('a note is not typed where the dialog does not offer notes in words that we know', () => {
  const state = changedState('layout-preview-120x40-main', 'n to add notes', 'm to write');
  const ask = askOf(state as Question);
  expect(stepAt(state as Question, ask, answers(ask, { kind: 'chosen', chosen: [1], note: 'calm' }))).toMatch(
    /“m to write”.*; answer without a note/,
  );
  expect(stepAt(state as Question, ask, answers(ask, { kind: 'chosen', chosen: [1] }))).toBe('Enter ×1');
});

describe('a permission with another hint', () => {
  const ask: Goal['ask'] = {
    kind: 'permission',
    questions: [{ text: 'Allow Bash?', options: options(2), multiSelect: false }],
    detail: { kind: 'permission', tool: 'Bash', input: { command: 'npm run build --if-present' }, suggestions: [] },
  };
  it.each([
    ['Esc to cancel', 'Esc leaves'],
    ['Tab to amend', 'Tab changes it'],
  ])('%s', (from, to) => {
    const state = changedState('perm-bash2', from, to) as ScreenState;
    expect(stepAt(state, ask, { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }] })).toBe('type 1');
    expect(stepAt(state, ask, { kind: 'answers', answers: [{ kind: 'chosen', chosen: [2] }] })).toBe('Escape ×1');
    expect(stepAt(state, ask, { kind: 'decline' })).toBe('Escape ×1');
  });
});
