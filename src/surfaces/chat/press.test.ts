import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAsk, anyQuestion, aQuestion } from '../../../test/support/samples.ts';
import { resolveVerdict, verdictInputOf } from '../../question/verdict.ts';
import { chosenWarnings } from '../../question/warning.ts';
import type { Ask } from '../../question/words.generated.ts';
import { talkCard } from './card.ts';
import { actionsOf, press, reword, say } from './press.ts';
import { openTalk, type Talk } from './talk.ts';
import { documentOf } from './text.ts';

const SPACE = { text: 1_000, lengthOf: (text: string) => text.length + 2, rows: 5, perRow: 5, label: 20 };
const shown = (ask: Ask, talk: Talk) => talkCard(ask, talk, SPACE, (action) => `d.${action}`);
const anyAsk = fc.array(anyQuestion, { minLength: 1, maxLength: 3 }).map((questions) => anAsk({ questions }));
const anyMove = fc.oneof(
  fc.record({ tap: fc.nat() }),
  fc.record({
    text: fc.constantFrom(
      '1',
      '2',
      '1,2',
      'yes',
      'own words',
      '/send',
      '/yes',
      '!next',
      '/note x',
      '/skip',
      '/back',
      '/decline',
      '/words 2',
      ' ',
    ),
  }),
);

describe('whatever people tap and write', () => {
  it('a verdict fits the ask, and a choice with a ⚠ was asked once more', () => {
    fc.assert(
      fc.property(anyAsk, fc.array(anyMove, { maxLength: 25 }), (ask, moves) => {
        let talk = openTalk(ask);
        for (const [i, move] of moves.entries()) {
          const actions = actionsOf(ask, talk);
          const step = 'tap' in move ? press(ask, talk, actions[move.tap % actions.length] ?? '') : say(ask, talk, move.text, `m${i}`);
          expect(step).toBeDefined();
          if (step?.verdict) {
            expect(resolveVerdict(verdictInputOf(step.verdict), ask).kind).toBe('ok');
            if (chosenWarnings(ask, step.verdict).length > 0) expect(talk.mode).toBe('warned');
            return;
          }
          talk = step?.talk ?? talk;
        }
      }),
    );
  });

  it('a card fits into the service, and every button of it does something', () => {
    fc.assert(
      fc.property(anyAsk, fc.array(fc.nat(), { maxLength: 10 }), (ask, taps) => {
        let talk = openTalk(ask);
        for (const tap of taps) {
          const { blocks, buttons } = shown(ask, talk);
          expect(blocks.reduce((sum, { text }) => sum + SPACE.lengthOf(text), 0)).toBeLessThanOrEqual(SPACE.text);
          expect(buttons.length).toBeLessThanOrEqual(SPACE.rows);
          for (const row of buttons) expect(row.length).toBeLessThanOrEqual(SPACE.perRow);
          for (const { label, data } of buttons.flat()) {
            expect(label.length).toBeLessThanOrEqual(SPACE.label);
            expect(press(ask, talk, data.slice(2))).toBeDefined();
          }
          const actions = actionsOf(ask, talk);
          talk = press(ask, talk, actions[tap % actions.length] ?? '')?.talk ?? talk;
        }
      }),
    );
  });
});

describe('a conversation', () => {
  it('does nothing for what its card does not offer', () => {
    const ask = anAsk();
    for (const action of ['y', 'g', 's', 'b', 'q1', 'c4', 'c0', 't1', '', 'z9']) expect(press(ask, openTalk(ask), action)).toBeUndefined();
  });

  it('ticks and unticks as the label says, however often it comes', () => {
    const ask = anAsk({ questions: [aQuestion({ multiSelect: true })] });
    const chosen = (...actions: readonly string[]) =>
      actions.reduce((talk, action) => press(ask, talk, action)?.talk ?? talk, openTalk(ask)).drafts[0]?.chosen;
    expect(chosen('t2', 't2', 't1')).toEqual([2, 1]);
    expect(chosen('t2', 'u2', 'u2')).toEqual([]);
  });

  it('follows an edit of a text to where it was said', () => {
    const ask = anAsk({ questions: [aQuestion(), aQuestion({ text: 'And then?' })] });
    const first = say(ask, openTalk(ask), '2', 'm1').talk;
    expect(first.page).toBe(1);
    const edited = reword(ask, first, 'my own', 'm1')?.talk;
    expect(edited).toMatchObject({ page: 1, drafts: [{ chosen: [], other: true, words: { text: 'my own' } }, {}] });
    expect(reword(ask, first, 'anything', 'm2')).toBeUndefined();
  });

  it('takes no secret, and says where to answer', () => {
    const ask = anAsk({ questions: [{ ...aQuestion({ options: [] }), secret: 'a public key' }] });
    expect(say(ask, openTalk(ask), 'hunter2', 'm1')).toMatchObject({ tell: expect.stringContaining('not accepted in a chat') });
    expect(say(ask, openTalk(ask), '/words hunter2', 'm1').verdict).toBeUndefined();
    expect(JSON.stringify(shown(ask, openTalk(ask)))).toContain('answerback answer');
  });

  it('shows an edit as a diff, and a plan as a document', () => {
    const input = { file_path: '/srv/a.ts', old_string: 'const a = 1;', new_string: 'const a = 2;' };
    const edit = anAsk({ kind: 'permission', detail: { kind: 'permission', tool: 'Edit', input } });
    expect(shown(edit, openTalk(edit)).blocks.find(({ kind }) => kind === 'code')?.text).toContain('-const a = 1;\n+const a = 2;');
    expect(documentOf(anAsk({ kind: 'plan', detail: { kind: 'plan', plan: '# Steps' } }), SPACE)).toEqual({
      name: 'plan.md',
      text: '# Steps',
    });
    expect(documentOf(anAsk(), { ...SPACE, text: 4_096 })).toBeUndefined();
  });
});
