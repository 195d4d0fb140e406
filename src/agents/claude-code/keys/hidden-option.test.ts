// An option above the top of a small pane: if it is the only one there, the pointer that the screen does not show is on it.
import { describe, expect, it } from 'vitest';
import { recordedScreen } from '../../../../test/support/claude-code/screens/recorded.ts';
import type { Answer, Question as Asked } from '../../../ask/schema/ask.ts';
import { readScreen } from '../screen/read.ts';
import { QUESTION_NOT_SHOWN, type Question, type Review, type ScreenState } from '../screen/state.ts';
import { type Goal, quirksOf } from './goal.ts';
import { nextStep } from './plan.ts';
import { type Memory, newMemory } from './question.ts';
import type { Step } from './step.ts';

const goal = (questions: readonly Asked[], ...answers: readonly Answer[]): Goal => ({
  ask: { kind: 'question', questions },
  verdict: { kind: 'answers', answers },
  version: quirksOf('2.1.327'),
});
const chosen = (...numbers: readonly number[]): Answer => ({ kind: 'chosen', chosen: numbers });
const told = (step: Step): string =>
  step.kind === 'press' ? `${step.key}${step.times > 1 ? `×${step.times}` : ''}` : step.kind === 'stop' ? step.reason : step.kind;

const colour: Asked = { text: 'Which colour?', header: 'Colour', options: [{ label: 'Red' }, { label: 'Green' }], multiSelect: false };

describe('a list', () => {
  const state = readScreen(recordedScreen('m60x15-form-pointer-above'));
  const asked: Asked = {
    text: 'Which of these?',
    header: 'Which',
    options: [
      'one that is not on the screen',
      "to 'single' the 2)",
      'maybe yes use it often no {a:1} {a:1} should because no wait, 東京で新しいサービスを始めるにはどのデータベースを使えば',
    ].map((label) => ({ label })),
    multiSelect: false,
  };
  const step = (number: number) => told(nextStep(state, goal([colour, asked], chosen(1), chosen(number)), newMemory()));

  it('is chosen from, wherever the option is', () => {
    expect([step(1), step(2), step(3)]).toEqual(['Enter', 'Down', 'Down×2']);
  });
});

describe('a preview', () => {
  const state = readScreen(recordedScreen('f60x15-preview-pointer-above'));
  const note = '어떤 데이터베이스를 사용해야 합니까 그리고 왜';
  const labels = [
    'not on the screen',
    'C:\\path',
    '%d **bold** — we ^ we naïve catalogue',
    '어떤 데이터베이스를 사용해야 합니까 그리고 왜',
  ];
  const asked: Asked = {
    text: 'Which layout?',
    header: 'Layout',
    options: labels.map((label) => ({ label, preview: 'a picture' })),
    multiSelect: false,
  };

  it('is chosen when its note was written', () => {
    const memory = newMemory();
    memory.typed.add(1);
    expect(told(nextStep(state, goal([colour, asked], chosen(1), { kind: 'chosen', chosen: [1], note }), memory))).toBe('Enter');
  });
});

describe('a note whose field has scrolled', () => {
  const asked: Asked = {
    text: 'Which layout do you like?',
    header: 'Layout',
    options: ['Sidebar', 'Topbar', 'None of these very long labels that wrap around'].map((label) => ({ label, preview: 'a picture' })),
    multiSelect: false,
  };
  const empty = readScreen(recordedScreen('focus-notes-empty')) as Question;
  const shown = (content: string): Question => ({ ...empty, notes: { open: true, content } });
  const note = 'first the bar, then the list, and below it the rest of the page';
  const end = 'and below it the rest of the page';

  it('is finished if we typed it, since the screen shows its end', () => {
    const memory = newMemory();
    memory.typed.add(0);
    const decided = goal([asked], { kind: 'chosen', chosen: [1], note });
    const typed = nextStep(shown(''), decided, memory);
    expect(typed.kind === 'enter-text' && typed.expect(shown(end))).toBe(true);
    expect(told(nextStep(shown(end), decided, memory))).toBe('Escape');
    expect(told(nextStep(shown('something else, which is long'), decided, memory))).toBe('somebody has typed a note');
  });
});

describe('a multi-select', () => {
  const row = (number: number, ticked: boolean) => ({ number, label: `Part ${number}`, ticked, pointer: false });
  const parts: Asked = {
    text: 'Which parts?',
    header: 'Parts',
    options: [1, 2, 3].map((number) => ({ label: `Part ${number}` })),
    multiSelect: true,
  };
  const seen = (first = 2): Question => ({
    kind: 'question',
    layout: 'multi',
    tabs: [],
    currentTab: undefined,
    header: undefined,
    question: { text: '', cut: true },
    rows: [2, 3].filter((number) => number >= first).map((number) => row(number, false)),
    pointer: undefined,
    textRow: { number: 4, content: '', cut: false, ticked: false, focused: false },
    submit: 'Submit',
    chatNumber: 5,
    scrolled: { above: true, below: false, cut: true },
    footer: 'Enter to select · ↑/↓ to navigate · Esc to cancel',
    form: false,
    offers: { chat: true, notes: false, tab: false },
  });
  it('of which only a part was on the screen is answered when another part is: what was not there may be any option', () => {
    const [one, two] = [{ label: '(option 1 is not on the screen)', unseen: true }, { label: 'Part 2' }];
    const part: Asked = {
      ...parts,
      text: QUESTION_NOT_SHOWN,
      options: [one, two, { label: '(option 3 is not on the screen)', unseen: true }],
    };
    const step = (state: ScreenState) => told(nextStep(state, goal([part], chosen(2)), newMemory()));
    const last = { ...seen(), rows: [row(2, true), { ...row(3, false), pointer: true }], pointer: { on: 'option', number: 3 } as const };
    expect(step(last)).toBe('Down×2');
    expect(step({ ...last, rows: [{ ...row(2, true), label: 'Another part' }, row(3, false)] })).toBe('another question is on the screen');
    expect(step({ ...last, rows: [row(3, false)] })).toBe('another question is on the screen');
  });

  const review = (answer: string): Review => ({
    kind: 'review',
    tabs: [],
    warning: false,
    answers: [{ question: parts.text, answer }],
    cut: true,
    pointer: 1,
    submit: 1,
  });
  const next = (state: ScreenState, memory: Memory) => nextStep(state, goal([parts], chosen(1)), memory);

  it('is ticked once, and then submitted', () => {
    const memory = newMemory();
    const tick = next(seen(), memory);
    expect(tick).toMatchObject({ kind: 'press', key: 'Space', repeatable: false });
    expect(told(next(seen(), memory))).toBe('Up');
    memory.done.add(0);
    expect(told(next(review('Part 1'), memory))).toBe('Enter');
  });

  it('is not submitted unless the review shows that it was ticked, and ticked again once', () => {
    const memory = newMemory();
    next(seen(), memory);
    memory.done.add(0);
    expect(told(next({ ...review(''), answers: [] }, memory))).toBe('Left');
    expect(told(next(seen(), memory))).toBe('Space');
    memory.done.add(0);
    expect(told(next({ ...review(''), answers: [] }, memory))).toContain('is not what was decided');
  });

  it('is not ticked where two options are above the top', () => {
    expect(told(next(seen(3), newMemory()))).toBe('the pane is too small: option 1 is not on the screen');
  });
});
