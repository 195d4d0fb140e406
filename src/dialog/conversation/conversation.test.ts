// What taps and texts do in a conversation, with and without a confirmation at the end.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyAsk } from '../../../test/support/dialog-samples.ts';
import { anAsk, aQuestion, awkwardText } from '../../../test/support/samples.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import { resolveVerdict, verdictInputOf } from '../../ask/verdict.ts';
import { actionsOf, type Conversation, openConversation, press, type Step, say } from './conversation.ts';

type Move = string | { readonly tap: string };

/** One move after the other, up to the first verdict. */
function talk(ask: Ask, confirms: boolean, moves: readonly Move[]): Step {
  let step: Step = { state: openConversation(ask, confirms) };
  for (const move of moves) {
    if (step.verdict) throw new Error('there is a verdict already');
    step = (typeof move === 'string' ? say(ask, step.state, move) : press(ask, step.state, move.tap)) ?? step;
  }
  return step;
}
const answers = (...answered: readonly object[]) => ({ kind: 'answers', answers: answered });
const pick = (...chosen: readonly number[]) => ({ kind: 'chosen', chosen });
const words = (text: string) => ({ kind: 'words', words: text });
const taps = (...actions: readonly string[]): readonly Move[] => actions.map((tap) => ({ tap }));

const one = anAsk();
const multi = anAsk({ questions: [aQuestion({ multiSelect: true })] });
const two = anAsk({ questions: [aQuestion(), aQuestion({ header: 'Name', text: 'What should it be called?', options: [] })] });

describe('a conversation', () => {
  test.each<[string, Ask, readonly Move[], object]>([
    ['a number', one, ['2'], answers(pick(2))],
    ['a tap', one, taps('choose2'), answers(pick(2))],
    ['a label', one, ['sqlite'], answers(pick(2))],
    ['own words', one, ['neither of them'], answers(words('neither of them'))],
    ['own words that are a number', one, ['/words 2'], answers(words('2'))],
    ['own words that are a command', one, ['/words /skip'], answers(words('/skip'))],
    ['own words after a tap', one, [{ tap: 'words' }, '2'], answers(words('2'))],
    ['a note before the choice', one, ['!note soon', '1'], answers({ ...pick(1), note: 'soon' })],
    ['numbers, then Send', multi, ['1, 3', '/send'], answers(pick(1, 3))],
    ['taps, then Send', multi, taps('tick3', 'tick1', 'untick3', 'tick2', 'send'), answers(pick(1, 2))],
    ['numbers and own words', multi, ['1', 'and more', '/send'], answers({ ...pick(1), words: 'and more' })],
    ['numbers instead of own words', multi, ['and more', '1', '/send'], answers(pick(1))],
    ['several questions and yes', two, ['1', 'Ada', 'yes'], answers(pick(1), words('Ada'))],
    ['one that is skipped', two, ['/skip', 'Ada', '/send'], answers({ kind: 'skipped' }, words('Ada'))],
    ['back, and next', two, ['2', '/back', '/next', 'Ada', 'y'], answers(pick(2), words('Ada'))],
    ['changed in the review', two, ['2', 'Ada', { tap: 'question1' }, '3', '/next', 'y'], answers(pick(3), words('Ada'))],
    ['not yet', two, ['2', 'Ada', 'no', 'Grace', 'y'], answers(pick(2), words('Grace'))],
    ['a redirect', one, ['/redirect no database'], { kind: 'redirect', message: 'no database' }],
    ['a decline by taps', one, taps('decline', 'back', 'decline', 'send'), { kind: 'decline' }],
    ['a decline with a reason', one, [{ tap: 'decline' }, 'not now'], { kind: 'decline', message: 'not now' }],
  ])('%s', (_, ask, moves, expected) => {
    expect(talk(ask, false, moves).verdict).toEqual(expected);
  });

  test.each<[string, Ask, readonly Move[], object]>([
    ['a number', one, ['2', 'y'], answers(pick(2))],
    ['several numbers', multi, ['1, 3', 'y'], answers(pick(1, 3))],
    ['own words', one, ['neither', '/send'], answers(words('neither'))],
    ['another answer', one, ['1', 'n', '2', 'y'], answers(pick(2))],
  ])('that confirms: %s', (_, ask, moves, expected) => {
    expect(talk(ask, true, moves.slice(0, -1)).verdict).toBeUndefined();
    expect(talk(ask, true, moves).verdict).toEqual(expected);
  });

  test.each<[string, Ask, Move, string]>([
    ['a number that is not there', one, '9', 'There is no option 9'],
    [
      'an option that is not on the screen',
      anAsk({ questions: [aQuestion({ options: [{ label: 'A', unseen: true }] })] }),
      '1',
      'option 1',
    ],
    ['two of a single choice', one, '1,2', 'Only one'],
    ['nothing', one, ' ', 'Nothing was written'],
    ['going on without a choice', two, '/next', 'Nothing is chosen yet'],
    ['skipping the only question', one, '/skip', 'cannot be skipped'],
    ['going back from the first question', two, '/back', 'first question'],
    [
      'a dialog that cannot be read',
      anAsk({ questions: [{ ...aQuestion(), onlyAt: 'pane \u001b 1' }] }),
      '1',
      'in its own terminal: pane ␛ 1',
    ],
  ])('%s is explained, and asked again', (_, ask, move, expected) => {
    const { verdict, tell, state } = talk(ask, false, [move]);
    expect([verdict, tell]).toEqual([undefined, expect.stringContaining(expected)]);
    expect(state).toMatchObject({ page: 0, mode: 'list' });
  });

  it('does nothing for a tap that is not offered', () => {
    for (const action of ['send', 'next', 'skip', 'back', 'question1', 'choose4', 'choose0', 'tick1', '', 'anything9'])
      expect(press(one, openConversation(one, false), action)).toBeUndefined();
  });

  it('ticks and unticks as the label says, however often it comes', () => {
    const chosen = (...actions: readonly string[]) => talk(multi, false, taps(...actions)).state.drafts[0]?.chosen;
    expect(chosen('tick2', 'tick2', 'tick1')).toEqual([2, 1]);
    expect(chosen('tick2', 'untick2', 'untick2')).toEqual([]);
  });

  it('removes a note when nothing is written', () => {
    expect(talk(one, false, ['/note soon', '/note', '', '1']).verdict).toEqual(answers(pick(1)));
  });

  it('takes no secret', () => {
    const ask = anAsk({ questions: [{ ...aQuestion({ options: [] }), secret: 'a public key' }] });
    expect(talk(ask, false, ['hunter2'])).toMatchObject({ tell: expect.stringContaining('it was not used') });
    expect(talk(ask, false, ['/words hunter2']).verdict).toBeUndefined();
    expect(talk(ask, false, ['/decline']).state.mode).toBe('decline');
  });
});

test('whatever people tap and write, a verdict fits the ask', () => {
  const text = fc.constantFrom(
    '1',
    '2',
    '1,2',
    'y',
    'n',
    '/send',
    '!next',
    '/note x',
    '/skip',
    '/back',
    '/decline',
    '/redirect',
    '/words 2',
    '',
  );
  const move = fc.oneof(fc.nat(), text, awkwardText);
  let submitted = 0;
  fc.assert(
    fc.property(anyAsk, fc.boolean(), fc.array(move, { maxLength: 25 }), (ask, confirms, moves) => {
      let state: Conversation = openConversation(ask, confirms);
      for (const each of moves) {
        const actions = actionsOf(ask, state);
        const step = typeof each === 'string' ? say(ask, state, each) : press(ask, state, actions[each % actions.length] ?? '');
        expect(step).toBeDefined();
        if (step?.verdict) {
          submitted += 1;
          expect(resolveVerdict(verdictInputOf(step.verdict), ask).kind).toBe('ok');
          return;
        }
        state = step?.state ?? state;
      }
    }),
    { numRuns: 500 },
  );
  expect(submitted).toBeGreaterThan(50);
});
