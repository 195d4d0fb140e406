// What each key does, and what no sequence of keys can do.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answeringKey, anyAsk, anyKey } from '../../../test/support/dialog-samples.ts';
import { anAsk, aQuestion } from '../../../test/support/samples.ts';
import { resolveAnswers } from '../../ask/answer.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import { isVisible } from '../../text/visible.ts';
import type { Key, NamedKey } from '../key.ts';
import { type Effect, failed, press } from './press.ts';
import { type DialogState, openDialog, pageCount } from './state.ts';
import { answerInput } from './verdict.ts';

const keys = (...names: readonly (NamedKey | { type: string } | { paste: string })[]): Key[] =>
  names.flatMap((name): Key[] => {
    if (typeof name === 'string') return [{ kind: name }];
    if ('paste' in name) return [{ kind: 'paste', text: name.paste }];
    return [...name.type].map((text) => ({ kind: 'char', text }));
  });
const type = (text: string) => ({ type: text });

/** Presses keys until there is an effect. */
function played(start: DialogState | Ask, pressed: readonly Key[]): { state: DialogState; effect?: Effect | undefined } {
  let state = 'drafts' in start ? start : openDialog(start);
  for (const key of pressed) {
    const { state: next, effect } = press(state, key);
    state = next;
    if (effect) return { state, effect };
  }
  return { state };
}
const answers = (effect: Effect | undefined) =>
  effect?.kind === 'submit' && effect.verdict.kind === 'answers' ? effect.verdict.answers : effect;

const multi = anAsk({ questions: [aQuestion({ multiSelect: true })] });
const several = anAsk({
  questions: [
    aQuestion(),
    aQuestion({ header: 'Extras', text: 'Which extras?', multiSelect: true }),
    aQuestion({ header: 'Name', text: 'What should it be called?', options: [] }),
  ],
});

describe('one single-select question', () => {
  test.each<[string, Key[], unknown]>([
    ['Enter takes the row in focus', keys('enter'), [{ kind: 'chosen', chosen: [1] }]],
    ['arrows and j/k move', keys('down', type('jk'), 'down', 'enter'), [{ kind: 'chosen', chosen: [3] }]],
    ['a digit chooses, Enter sends it', keys(type('2'), 'enter'), [{ kind: 'chosen', chosen: [2] }]],
    ['fast typing is the same as slow', [{ kind: 'char', text: 'jj' }, ...keys('enter')], [{ kind: 'chosen', chosen: [3] }]],
    ['up from the first row is "Other"', keys('up', 'enter', type('mine'), 'enter'), [{ kind: 'words', words: 'mine' }]],
    ['the number after the last option is "Other"', keys(type('4'), type('mine'), 'enter'), [{ kind: 'words', words: 'mine' }]],
    ['own words have several lines', keys(type('4a'), 'newline', type('b'), 'enter'), [{ kind: 'words', words: 'a\nb' }]],
    ['a paste is text, never keys', keys({ paste: 'jj\r\n2' }, 'enter'), [{ kind: 'words', words: 'jj\n2' }]],
    ['a note goes with the answer', keys(type('nsoon'), 'enter', 'enter'), [{ kind: 'chosen', chosen: [1], note: 'soon' }]],
    ['own words left with Esc are kept and chosen', keys(type('4mine'), 'escape', 'enter', 'enter'), [{ kind: 'words', words: 'mine' }]],
    ['an option chosen afterwards goes before them', keys(type('4mine'), 'escape', type('1'), 'enter'), [{ kind: 'chosen', chosen: [1] }]],
  ])('%s', (_, pressed, expected) => {
    expect(answers(played(anAsk(), pressed).effect)).toEqual(expected);
  });

  test('empty own words show an error in place, until the next key', () => {
    const { state, effect } = played(anAsk(), keys(type('4'), 'enter'));
    expect(effect).toBeUndefined();
    expect(state).toMatchObject({ mode: 'words', complaint: expect.stringContaining('Nothing typed yet') });
    expect(press(state, { kind: 'char', text: 'x' }).state.complaint).toBeUndefined();
  });

  test('it cannot be skipped', () => {
    expect(played(anAsk(), keys(type('s'))).state.complaint).toContain('cannot be skipped');
  });

  test('the suggested option is selected and in focus, and only Enter submits it', () => {
    const state = openDialog(anAsk({ prefilled: [{ kind: 'chosen', chosen: [2] }] }));
    expect(state.drafts[0]).toMatchObject({ chosen: [2], row: 1 });
    expect(answers(played(state, keys('enter')).effect)).toEqual([{ kind: 'chosen', chosen: [2] }]);
  });
});

describe('a multi-select question', () => {
  test.each<[string, Key[], unknown]>([
    ['Space toggles, Enter goes on, the review submits', keys(type(' j j '), 'enter', 'enter'), [{ kind: 'chosen', chosen: [1, 2, 3] }]],
    ['Space again takes back', keys(type(' j  '), 'enter', 'enter'), [{ kind: 'chosen', chosen: [1] }]],
    ['Enter with something ticked takes no other', keys(type('3'), 'up', 'enter', 'enter'), [{ kind: 'chosen', chosen: [3] }]],
    ['own words stand beside options', keys(type('14and mine'), 'enter', 'enter'), [{ kind: 'chosen', chosen: [1], words: 'and mine' }]],
    [
      'Space on "Other" takes them back, and gives them again',
      keys(type('14x'), 'escape', type('  '), 'up', 'enter', 'enter'),
      [{ kind: 'chosen', chosen: [1], words: 'x' }],
    ],
    ['the order of choosing is kept', keys(type('31'), 'enter', 'enter'), [{ kind: 'chosen', chosen: [3, 1] }]],
  ])('%s', (_, pressed, expected) => {
    expect(answers(played(multi, pressed).effect)).toEqual(expected);
  });

  test('Enter with nothing ticked chooses nothing, and says how to tick', () => {
    const { state, effect } = played(multi, keys('down', 'enter'));
    expect([effect, state.page, state.drafts[0]?.chosen]).toEqual([undefined, 0, []]);
    expect(state.complaint).toBe('Nothing is ticked. Space ticks an option, then Enter continues.');
  });
});

describe('several questions', () => {
  const through = keys('down', 'enter', type(' j '), 'enter', type('Ada'), 'enter');

  test('Enter goes from one to the next, to the review, and submits', () => {
    expect(answers(played(several, [...through, ...keys('enter')]).effect)).toEqual([
      { kind: 'chosen', chosen: [2] },
      { kind: 'chosen', chosen: [1, 2] },
      { kind: 'words', words: 'Ada' },
    ]);
  });

  test('the review names unanswered questions and goes to them', () => {
    const { state, effect } = played(several, keys('enter', 'back-tab', 'back-tab', 'enter'));
    expect(effect).toBeUndefined();
    expect(state).toMatchObject({ page: 3, complaint: expect.stringContaining('Extras, Name'), reviewRow: 1 });
    expect(press(state, { kind: 'enter' }).state.page).toBe(1);
  });

  test('a question can be skipped, and unskipped', () => {
    const skipped = played(several, keys('enter', type('s'), type('Ada'), 'enter', 'enter'));
    expect(answers(skipped.effect)).toEqual([{ kind: 'chosen', chosen: [1] }, { kind: 'skipped' }, { kind: 'words', words: 'Ada' }]);
    const back = played(several, keys('enter', type('1s'), 'back-tab', type('s'), 'tab', type('Ada'), 'enter', 'enter'));
    expect(answers(back.effect)).toMatchObject([{}, { kind: 'chosen', chosen: [1] }, {}]);
  });

  test('not all questions can be skipped', () => {
    const { state, effect } = played(several, keys(type('s'), type('s'), 'escape', type('s'), 'enter'));
    expect(effect).toBeUndefined();
    expect(state.complaint).toContain('All questions are skipped');
  });
});

describe('other ways out', () => {
  test.each<[string, Key[], Effect]>([
    ['r redirects', keys(type('rno database'), 'enter'), { kind: 'submit', verdict: { kind: 'redirect', message: 'no database' } }],
    ['d, Enter declines', keys(type('d'), 'enter'), { kind: 'submit', verdict: { kind: 'decline' } }],
    [
      'a reason may be given',
      keys(type('d'), type('not now'), 'enter'),
      { kind: 'submit', verdict: { kind: 'decline', message: 'not now' } },
    ],
    ['Esc leaves', keys('escape'), { kind: 'leave', interrupted: false }],
    ['q leaves', keys(type('q')), { kind: 'leave', interrupted: false }],
    ['q asks first where something would be lost', keys(type('2qy')), { kind: 'leave', interrupted: false }],
    ['Ctrl-C leaves from anywhere', keys(type('4some words'), 'interrupt'), { kind: 'leave', interrupted: true }],
  ])('%s', (_, pressed, expected) => {
    expect(played(anAsk(), pressed).effect).toEqual(expected);
  });

  test('Esc leaves the text field first, then asks before what was typed is lost, and a second Esc stays', () => {
    const modes: DialogState[] = [openDialog(anAsk())];
    for (const key of keys(type('4mine'), 'escape', 'escape', 'escape')) modes.push(press(modes.at(-1) as DialogState, key).state);
    expect(modes.map(({ mode }) => mode).slice(-4)).toEqual(['words', 'list', 'leave', 'list']);
    expect(modes.at(-1)?.drafts[0]?.words.text).toBe('mine');
  });

  test('an empty redirect is an error', () => {
    expect(played(anAsk(), keys(type('r'), 'enter')).state).toMatchObject({ mode: 'redirect', complaint: expect.any(String) });
  });

  test('a text that is too long for the broker is an error', () => {
    const { effect, state } = played(anAsk(), keys({ paste: 'x'.repeat(100_001) }, 'enter'));
    expect(effect).toBeUndefined();
    expect(state.complaint).toContain('100001 characters');
  });

  test('while a verdict is being sent keys do nothing; if sending fails everything is still there', () => {
    const { state } = played(anAsk(), keys(type('2'), 'enter'));
    expect(press(state, { kind: 'enter' })).toEqual({ state });
    expect(failed(state, 'no broker')).toMatchObject({ mode: 'list', complaint: 'no broker', drafts: [{ chosen: [2] }] });
  });
});

describe('for any sequence of keys', () => {
  test('the state stays valid', () => {
    fc.assert(
      fc.property(anyAsk, fc.array(anyKey, { maxLength: 60 }), (ask, pressed) => {
        let state = openDialog(ask);
        for (const key of pressed) {
          const { state: next, effect } = press(state, key);
          state = effect ? failed(next, 'again') : next;
          expect(state.page).toBeLessThan(pageCount(state));
          expect(state.reviewRow).toBeLessThanOrEqual(ask.questions.length);
          for (const [i, { chosen, other, row }] of state.drafts.entries()) {
            const { options, multiSelect } = ask.questions[i] as Ask['questions'][number];
            expect(row).toBeLessThanOrEqual(options.length);
            expect(new Set(chosen).size).toBe(chosen.length);
            expect(chosen.every((n) => n >= 1 && n <= options.length)).toBe(true);
            if (!multiSelect) expect(chosen.length + (other ? 1 : 0)).toBeLessThanOrEqual(1);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('what is submitted is valid for the ask', () => {
    let submitted = 0;
    fc.assert(
      fc.property(anyAsk, fc.array(answeringKey, { maxLength: 80 }), (ask, pressed) => {
        const { state, effect } = played(ask, pressed);
        if (effect?.kind !== 'submit') return;
        const { verdict } = effect;
        if (verdict.kind === 'redirect') expect(isVisible(verdict.message)).toBe(true);
        if (verdict.kind !== 'answers') return;
        submitted += 1;
        expect(resolveAnswers(state.drafts.map(answerInput), ask)).toEqual({ kind: 'ok', value: verdict.answers });
      }),
      { numRuns: 500 },
    );
    expect(submitted).toBeGreaterThan(20);
  });

  test('going back and forth changes no draft', () => {
    fc.assert(
      fc.property(anyAsk, fc.array(answeringKey, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (ask, pressed, turns) => {
        const { state, effect } = played(ask, pressed);
        if (effect || state.mode === 'redirect' || state.mode === 'decline') return;
        // The first page change closes a text field, which keeps its text as the answer.
        const rested = played(state, keys('tab', 'back-tab')).state;
        const there = played(
          rested,
          Array.from({ length: turns }, () => ({ kind: 'tab' as const })),
        ).state;
        const back = played(
          there,
          Array.from({ length: turns }, () => ({ kind: 'back-tab' as const })),
        ).state;
        expect(back.drafts).toEqual(rested.drafts);
        expect(back.page).toBe(rested.page);
      }),
      { numRuns: 300 },
    );
  });

  test('moving, opening help and changing pages lose no text', () => {
    const harmless = fc.constantFrom<Key>(
      ...keys('tab', 'back-tab', 'up', 'down', 'page-down', 'escape', type('?'), type('j'), type('2'), type('r'), type('n')),
    );
    fc.assert(
      fc.property(fc.array(harmless, { maxLength: 30 }), (pressed) => {
        const typed = played(several, keys(type('4mine'), 'escape', type('nnote'), 'escape')).state;
        const { drafts } = played(typed, pressed).state;
        expect(drafts[0]?.words.text).toContain('mine');
        expect(drafts[0]?.note.text).toContain('note');
      }),
    );
  });
});
