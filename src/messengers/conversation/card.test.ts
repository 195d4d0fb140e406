// The cards of conversations in chats: what fits, what the buttons do, and what a message of a person belongs to.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAsk, anyQuestion, aQuestion } from '../../../test/support/samples.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import { conversations } from './conversation.ts';

const SPACE = { text: 1_000, lengthOf: (text: string) => text.length + 2, rows: 5, perRow: 5, label: 20 };
const shown = (ask: Ask, state = conversations.open(ask)) => conversations.card(ask, state, SPACE, (action) => `d.${action}`);
const anyAsk = fc.array(anyQuestion, { minLength: 1, maxLength: 3 }).map((questions) => anAsk({ questions }));

describe('a card', () => {
  it('fits into the service, and every button of it does something', () => {
    fc.assert(
      fc.property(anyAsk, fc.array(fc.nat(), { maxLength: 10 }), (ask, taps) => {
        let state = conversations.open(ask);
        for (const tap of taps) {
          const { blocks, buttons } = shown(ask, state);
          expect(blocks.reduce((sum, { text }) => sum + SPACE.lengthOf(text), 0)).toBeLessThanOrEqual(SPACE.text);
          expect(buttons.length).toBeLessThanOrEqual(SPACE.rows);
          for (const row of buttons) expect(row.length).toBeLessThanOrEqual(SPACE.perRow);
          const all = buttons.flat();
          for (const { label, data } of all) {
            expect(label.length).toBeLessThanOrEqual(SPACE.label);
            expect(conversations.press(ask, state, data.slice(2))).toBeDefined();
          }
          const step = conversations.press(ask, state, all[tap % all.length]?.data.slice(2) ?? '');
          if (step?.verdict) return;
          state = step?.state ?? state;
        }
      }),
    );
  });

  it('says where a secret is answered', () => {
    const ask = anAsk({ questions: [{ ...aQuestion({ options: [] }), secret: 'a public key' }] });
    expect(JSON.stringify(shown(ask))).toContain('answerback answer');
  });

  it('shows an edit as a diff, and a plan as a document', () => {
    const input = { file_path: '/srv/a.ts', old_string: 'const a = 1;', new_string: 'const a = 2;' };
    const edit = anAsk({ kind: 'permission', detail: { kind: 'permission', tool: 'Edit', input } });
    expect(shown(edit).blocks.find(({ kind }) => kind === 'code')?.text).toContain('-const a = 1;\n+const a = 2;');
    expect(conversations.document(anAsk({ kind: 'plan', detail: { kind: 'plan', plan: '# Steps' } }), SPACE)).toEqual({
      name: 'plan.md',
      text: '# Steps',
    });
    expect(conversations.document(anAsk(), { ...SPACE, text: 4_096 })).toBeUndefined();
  });
});

it('an edit of a message is followed to where it was said', () => {
  const ask = anAsk({ questions: [aQuestion(), aQuestion({ text: 'And then?' })] });
  const first = conversations.say(ask, conversations.open(ask), '2', 'm1').state;
  const edited = conversations.reword(ask, first, 'my own', 'm1')?.state.conversation;
  expect(edited).toMatchObject({ page: 1, drafts: [{ chosen: [], other: true, words: { text: 'my own' } }, {}] });
  expect(conversations.reword(ask, first, 'anything', 'm2')).toBeUndefined();
});
