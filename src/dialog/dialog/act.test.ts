// What a pointer and text fields do to a dialog: the same rules as for keys, and nothing typed is lost.
import { describe, expect, it } from 'vitest';
import { anAsk, aQuestion } from '../../../test/support/samples.ts';
import { type Action, act } from './act.ts';
import { type DialogState, openDialog } from './state.ts';

const acted = (state: DialogState, ...actions: readonly Action[]) =>
  actions.reduce<ReturnType<typeof act>>((pressed, action) => act(pressed.state, action), { state });
const one = (multiSelect = false) =>
  openDialog(anAsk({ questions: [aQuestion({ multiSelect, options: [{ label: 'A' }, { label: 'B' }, { label: 'Delete it' }] })] }));
const words = (text: string): Action => ({ kind: 'write', field: 'words', text });

describe('one question', () => {
  it('is answered by a choice and submit', () => {
    const { effect, state } = acted(one(), { kind: 'choose', row: 1 }, { kind: 'go-on' });
    expect(effect).toEqual({ kind: 'submit', verdict: { kind: 'answers', answers: [{ kind: 'chosen', chosen: [2] }] } });
    expect(state.mode).toBe('sending');
  });

  it('own words replace the choice, and a choice replaces the words but keeps them', () => {
    const typed = acted(one(), { kind: 'choose', row: 0 }, words('neither')).state.drafts[0];
    expect(typed).toMatchObject({ chosen: [], other: true });
    const chosen = acted(one(), words('neither'), { kind: 'choose', row: 0 });
    expect(chosen.state.drafts[0]).toMatchObject({ chosen: [1], other: false, words: { text: 'neither' } });
    expect(acted(chosen.state, { kind: 'choose', row: 3 }).state.drafts[0]).toMatchObject({ chosen: [], other: true });
  });

  it('with several choices, choosing again takes it back, and words are one more', () => {
    const { effect } = acted(one(true), { kind: 'choose', row: 0 }, { kind: 'choose', row: 1 }, { kind: 'choose', row: 0 }, words('C'), {
      kind: 'go-on',
    });
    expect(effect).toMatchObject({ verdict: { answers: [{ kind: 'chosen', chosen: [2], words: 'C' }] } });
  });

  it('nothing chosen is an error, not an answer', () => {
    const { effect, state } = acted(one(), { kind: 'go-on' });
    expect(effect).toBeUndefined();
    expect(state.complaint).toMatch(/Still open/);
  });

  it('a redirect needs a message, a decline does not', () => {
    const empty = acted(one(), { kind: 'mode', mode: 'redirect' }, { kind: 'submit' });
    expect(empty.effect).toBeUndefined();
    expect(acted(empty.state, { kind: 'write', field: 'redirect', text: 'wrong question' }, { kind: 'submit' }).effect).toMatchObject({
      verdict: { kind: 'redirect', message: 'wrong question' },
    });
    expect(acted(one(), { kind: 'mode', mode: 'decline' }, { kind: 'submit' }).effect).toMatchObject({ verdict: { kind: 'decline' } });
  });

  it('while it is being sent, nothing changes it', () => {
    const { state } = acted(one(), { kind: 'choose', row: 1 }, { kind: 'go-on' });
    expect(acted(state, { kind: 'choose', row: 0 }).state).toBe(state);
  });
});

it('several questions go on to the review, and are sent from there', () => {
  const state = openDialog(anAsk({ questions: [aQuestion({}), aQuestion({ header: 'Second' })] }));
  const review = acted(state, { kind: 'choose', row: 0 }, { kind: 'go-on' }, { kind: 'skip' });
  expect(review.state.page).toBe(2);
  expect(acted(review.state, { kind: 'go-on' }).effect).toMatchObject({ verdict: { answers: [{ chosen: [1] }, { kind: 'skipped' }] } });
});
