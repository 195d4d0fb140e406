// Asks made from the dialogs on recorded screens.
import { describe, expect, it } from 'vitest';
import { recordedScreen, recordedScreens } from '../../../../test/support/claude-code/screens/recorded.ts';
import { takesNotes } from '../keys/goal.ts';
import { fromScreen, isSame } from './capture.ts';
import { readScreen } from './read.ts';
import { type Dialog, isDialog, type Plan } from './state.ts';

const dialogs = recordedScreens.flatMap((name): [string, Dialog][] => {
  const state = readScreen(recordedScreen(name));
  return isDialog(state) ? [[name, state]] : [];
});
const call = (tool: string, input: object) => ({ id: 'toolu_1', tool, input });
const about = (seen: Dialog) => (seen.kind === 'permission' ? [...seen.detail, seen.question].join('').replace(/\s/g, '') : '');
const dialog = (name: string) => (dialogs.find(([each]) => each === name) as [string, Dialog])[1];

describe('an ask from a screen', () => {
  it('matches the dialog it was made from, on every recorded screen that shows enough of it', () => {
    const drafted = dialogs.filter(([, seen]) => fromScreen(seen, [])?.draft !== undefined);
    expect(drafted.length).toBeGreaterThan(100);
    for (const [name, seen] of drafted) expect(isSame(seen, fromScreen(seen, [])?.draft ?? ({} as never)), name).toBe(true);
  });

  it('has the options of a question with their descriptions', () => {
    const { draft, call: id } = fromScreen(dialog('layout-single4-120x40-full'), []) ?? {};
    expect(id).toBeUndefined();
    expect(draft?.questions).toHaveLength(1);
    expect(draft?.questions[0]?.options).toHaveLength(4);
    expect(draft?.questions[0]?.options.every((option) => option.description !== undefined)).toBe(true);
  });

  it('has the preview that is on the screen, so that it can have a note', () => {
    const [question] = fromScreen(dialog('f60x15-preview-0'), [])?.draft.questions ?? [];
    expect(question?.options.map(({ preview }) => preview)).toEqual([
      '+----+-------+\n── ✂ ─── 3 lines hidden',
      '(its preview is not on the screen)',
      '(its preview is not on the screen)',
    ]);
    expect(takesNotes(question)).toBe(true);
  });

  it('says which questions of a form are not on the screen, when the call is not in the transcript', () => {
    const questions = fromScreen(dialog('layout-four-120x40-full'), [])?.draft.questions ?? [];
    expect(questions).toHaveLength(4);
    expect(questions.filter((question) => question.unseen === true)).toHaveLength(3);
  });

  it('has the full text of its call, and not of another call', () => {
    const seen = dialog('layout-single4-120x40-full');
    const shown = fromScreen(seen, [])?.draft.questions[0];
    const input = {
      questions: [{ question: shown?.text, header: shown?.header, options: shown?.options, multiSelect: false, more: 'kept' }],
    };
    const other = { questions: [{ question: 'Another?', header: 'X', options: shown?.options, multiSelect: false }] };
    expect(fromScreen(seen, [{ ...call('AskUserQuestion', other), id: 'toolu_2' }, call('AskUserQuestion', input)])).toMatchObject({
      call: 'toolu_1',
      draft: { questions: [{ more: 'kept' }] },
    });
  });

  it('marks a plan as possibly cut off, unless the call contains the plan', () => {
    const seen = dialog('planfile-approval-plan') as Plan;
    expect(seen.plan).toBe('My plan\n\n1. Do a thing\n2. Do another thing\n\nDone.');
    expect(fromScreen(seen, [])?.draft).toMatchObject({ detail: { plan: seen.plan }, questions: [{ cut: true }] });
    const draft = fromScreen(seen, [call('ExitPlanMode', { plan: 'the whole plan' })])?.draft;
    expect(draft).toMatchObject({ detail: { plan: 'the whole plan' } });
    expect(draft?.questions[0]).not.toHaveProperty('cut');
  });

  it('has the options of a permission dialog, and does not match another request', () => {
    const names = dialogs.filter(([, seen]) => seen.kind === 'permission');
    expect(names.length).toBeGreaterThan(3);
    for (const [name, seen] of names) {
      const draft = fromScreen(seen, [call('Bash', { command: 'something else entirely' })]);
      expect(draft?.call, name).toBeUndefined();
      expect(
        draft?.draft.questions[0]?.options.map(({ label }) => label.slice(0, 2)),
        name,
      ).toEqual(expect.arrayContaining(['Ye', 'No']));
      for (const [, another] of names) expect(draft && isSame(another, draft.draft), name).toBe(about(another) === about(seen));
    }
  });
});
