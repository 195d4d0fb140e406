import { describe, expect, it } from 'vitest';
import { readToolInput } from './input.ts';
import { DIALOG_OPEN } from './one-dialog.ts';
import { outcomeOf } from './outcome.ts';
import { prefill } from './prefill.ts';
import type { ShowQuestions } from './presenters.ts';
import { ask, createAskUserQuestionTool, forAi, forOpenAI } from './tool.ts';

const option = (label: string, description = `about ${label}`) => ({ label, description });
const database = { question: 'Which database?', header: 'Database', multiSelect: false, options: [option('Postgres'), option('SQLite')] };
const features = {
  question: 'Which features?',
  header: 'Features',
  multiSelect: true,
  options: [option('Auth'), option('Billing, tax'), option('Search')],
};
/** Node 20 has no Promise.withResolvers. */
const later = () => {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
};
const messages = (args: unknown): readonly string[] => {
  const read = readToolInput(args);
  return read.kind === 'ok' ? [] : read.problems.map(({ message }) => message);
};
const asking = (change: object) => ({ questions: [{ ...database, ...change }] });
const withOption = (change: object) => asking({ options: [option('Postgres'), { ...option('SQLite'), ...change }] });

describe('the arguments of ask_user_question', () => {
  it.each([
    ['nothing', undefined, 'the arguments: must be an object'],
    ['a list', [], 'the arguments: must be an object'],
    ['a field of its own', { questions: [database], urgent: true }, 'has no field "urgent"'],
    ['no questions', {}, 'ask 1 to 4 questions at a time, not 0'],
    ['questions that are a text', { questions: 'Which?' }, 'questions: must be a list, got "Which?"'],
    [
      'five questions',
      { questions: [1, 2, 3, 4, 5].map((n) => ({ ...database, header: `H${n}` })) },
      'ask 1 to 4 questions at a time, not 5',
    ],
    ['a question that is a text', { questions: ['Which?'] }, 'question 1: must be an object'],
    ['an unknown field of a question', asking({ text: 'Which?' }), 'has no field "text"'],
    ['a question without text', asking({ question: undefined }), 'the text is empty'],
    ['a number as text', asking({ question: 5 }), 'question 1, question: must be a string, got 5'],
    ['no question mark', asking({ question: 'Choose one' }), 'must end with "?"'],
    ['an empty header', asking({ header: '' }), 'the header is empty; give it 1 to 12 characters'],
    ['a header of the wrong type', asking({ header: 7 }), 'question 1, header: must be a string, got 7'],
    ['a header of 13 characters', asking({ header: 'abcdefghijklm' }), 'has 13 characters; at most 12 fit'],
    ['the same header twice', { questions: [database, { ...features, header: 'database' }] }, 'headers must differ'],
    ['multiSelect as text', asking({ multiSelect: 'yes' }), 'question 1, multiSelect: must be true or false'],
    ['one option', asking({ options: [option('Postgres')] }), 'give 2 to 4 options, not 1'],
    ['five options', asking({ options: ['a', 'b', 'c', 'd', 'e'].map((label) => option(label)) }), 'give 2 to 4 options, not 5'],
    ['options that are a text', asking({ options: 'a, b' }), 'question 1, options: must be a list'],
    ['an option that is a text', asking({ options: ['Postgres', 'SQLite'] }), 'question 1, option 1: must be an object'],
    ['an unknown field of an option', withOption({ value: 2 }), 'has no field "value"'],
    ['an empty label', withOption({ label: ' ' }), 'an option has an empty label'],
    ['a label of the wrong type', withOption({ label: 3 }), 'question 1, option 2, label: must be a string, got 3'],
    ['a label of six words', withOption({ label: 'one two three four five six' }), 'has 6 words; use 1 to 5'],
    ['the same label twice', withOption({ label: 'postgres' }), 'appears twice; labels must differ'],
    ['an option called Other', withOption({ label: 'Other' }), 'is reserved'],
    ['no description', withOption({ description: '' }), 'needs a description'],
    ['a description of the wrong type', withOption({ description: 1 }), 'question 1, option 2, description: must be a string'],
    ['answers that are a list', { questions: [database], answers: ['Postgres'] }, 'answers: must be an object'],
    ['an answer that is a number', { questions: [database], answers: { Database: 1 } }, 'answers, "Database": must be a string, got 1'],
  ])('are refused: %s', (_, args, expected) => {
    expect(messages(args).join('\n')).toContain(expected);
  });

  it('are reported with all their mistakes at once', () => {
    const broken = {
      questions: [
        { question: 'Choose', header: 5, options: [option('Other')] },
        { ...features, header: 'abcdefghijklm' },
      ],
    };
    expect(messages(broken)).toEqual([
      'question 1, header: must be a string, got 5',
      'question 1: the text "Choose" must end with "?"',
      'question 1: give 2 to 4 options, not 1',
      'question 1: the label "Other" is reserved; own words are always offered, so leave this option out',
      'question 2: the header "abcdefghijklm" has 13 characters; at most 12 fit',
    ]);
  });

  it('are accepted when every rule is kept', () => {
    expect(messages({ questions: [database, features], answers: { Database: 'SQLite', Colour: 'red' } })).toEqual([]);
  });
});

describe('a suggested answer', () => {
  it.each([
    ['Auth', { choose: [1] }],
    ['auth, Search', { choose: [1, 3] }],
    ['Billing, tax', { choose: [2] }],
    ['Auth, Billing, tax, Other: single sign-on, later', { choose: [1, 2], words: 'single sign-on, later' }],
    ['Other: nothing', { choose: [], words: 'nothing' }],
    ['Payments, Auth', { choose: [1] }],
    ['Payments', undefined],
    ['', undefined],
  ])('%j selects what exists', (text, expected) => {
    expect(prefill(text, { text: '', ...features })).toEqual(expected);
  });

  it('selects one option of a question that takes one', () => {
    expect(prefill('SQLite, Postgres', { text: '', ...database })).toEqual({ choose: [2] });
  });
});

describe('the result for the model', () => {
  const answer = { question: '', chosen: [], numbers: [], skipped: false };
  it('is the same text for the same answers', () => {
    const outcome = outcomeOf({
      outcome: 'answers',
      answers: [
        { ...answer, header: 'Database', chosen: ['SQLite'], note: 'for now' },
        { ...answer, header: 'Features', chosen: ['Auth', 'Search'], words: 'single\nsign-on' },
        { ...answer, header: 'Colour', skipped: true },
      ],
      at: 5,
    });
    expect(outcome).toMatchObject({
      text: [
        'Collected answers:',
        '- Database: SQLite (note: for now)',
        '- Features: Auth, Search, Other: single sign-on',
        '- Colour: (skipped)',
        'JSON:',
        '{"answers":{"Database":"SQLite","Features":"Auth, Search, Other: single\\nsign-on"}}',
      ].join('\n'),
      details: { answers: { Database: 'SQLite', Features: 'Auth, Search, Other: single\nsign-on' }, decidedAt: 5 },
    });
  });

  it.each([
    [{ outcome: 'decline' }, 'declined', 'AskUserQuestion cancelled by user'],
    [{ outcome: 'decline', message: 'not now' }, 'declined', 'AskUserQuestion cancelled by user: not now'],
    [{ outcome: 'redirect', message: 'Which cloud first?' }, 'redirected', 'The user did not choose and says: Which cloud first?'],
    [{ outcome: 'expired' }, 'expired', 'Nobody answered before the deadline. This is not an answer.'],
    [{ outcome: 'withdrawn', message: 'gone' }, 'withdrawn', 'The question was withdrawn: gone'],
  ] as const)('%j is an error of its own', (result, error, text) => {
    expect(outcomeOf({ ...result, answers: [], at: 1 })).toEqual({ kind: 'error', error, text });
  });
});

describe('a dialog of the caller', () => {
  const choosing =
    (n: number): ShowQuestions =>
    async () => ({ kind: 'answers', answers: [n] });

  it('gives its answer in the shape of each framework', async () => {
    const tool = createAskUserQuestionTool({ presenter: choosing(2) });
    const text = 'Collected answers:\n- Database: SQLite\nJSON:\n{"answers":{"Database":"SQLite"}}';
    const args = { questions: [database] };
    expect(await tool.execute('1', args)).toMatchObject({
      content: [{ type: 'text', text }],
      details: { answers: { Database: 'SQLite' } },
    });
    expect(await forAi(tool).execute(args, { toolCallId: '2' })).toBe(text);
    expect(await forOpenAI(tool).run({ id: '3', function: { arguments: JSON.stringify(args) } })).toEqual({
      role: 'tool',
      tool_call_id: '3',
      content: text,
    });
    expect((await ask([database], { presenter: choosing(1) })).answers).toEqual({ Database: 'Postgres' });
  });

  it('sees the suggestions, which are not taken by themselves', async () => {
    const seen: unknown[] = [];
    const presenter: ShowQuestions = async ({ prefilled }) => {
      seen.push(...prefilled);
      return { kind: 'decline' };
    };
    await expect(ask([database], { presenter, answers: { Database: 'SQLite' } })).rejects.toMatchObject({ kind: 'declined' });
    expect(seen).toEqual([{ kind: 'chosen', chosen: [2] }]);
  });

  it('that gives an impossible answer is an error', async () => {
    await expect(ask([database], { presenter: choosing(7) })).rejects.toThrow('has no option 7');
  });

  it('does not open for a call that was aborted before', async () => {
    await expect(ask([database], { presenter: choosing(1), signal: AbortSignal.abort() })).rejects.toThrow('Operation aborted');
  });

  it('rejects when it is aborted while it is open, and the next one can open', async () => {
    const abort = new AbortController();
    const open = ask([database], { presenter: () => new Promise(() => {}), signal: abort.signal });
    abort.abort();
    await expect(open).rejects.toMatchObject({ kind: 'aborted', message: 'Operation aborted' });
    expect((await ask([database], { presenter: choosing(1) })).answers).toEqual({ Database: 'Postgres' });
  });

  it('has its answer, whatever is aborted afterwards', async () => {
    const abort = new AbortController();
    const presenter: ShowQuestions = async () => ({ kind: 'answers', answers: [1] });
    const collected = await ask([database], { presenter, signal: abort.signal });
    abort.abort();
    expect(collected.answers).toEqual({ Database: 'Postgres' });
    expect((await ask([database], { presenter: choosing(2) })).answers).toEqual({ Database: 'SQLite' });
  });

  it('is the only one: 19 of 20 calls at once are rejected', async () => {
    const done = later();
    const presenter: ShowQuestions = async () => {
      await done.promise;
      return { kind: 'answers', answers: [1] };
    };
    const calls = Array.from({ length: 20 }, () => ask([database], { presenter }).catch((error: Error) => error.message));
    expect(await Promise.all(calls.slice(1))).toEqual(Array.from({ length: 19 }, () => DIALOG_OPEN));
    done.resolve();
    expect(await calls[0]).toMatchObject({ answers: { Database: 'Postgres' } });
  });

  it('takes its turn when it is told to queue: 20 calls, one after the other', async () => {
    let open = 0;
    let most = 0;
    const presenter: ShowQuestions = async () => {
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
      return { kind: 'answers', answers: [1] };
    };
    const calls = Array.from({ length: 20 }, () => ask([database], { presenter, concurrent: 'queue' }));
    expect((await Promise.all(calls)).length).toBe(20);
    expect(most).toBe(1);
  });

  it('leaves the queue when it is aborted', async () => {
    const done = later();
    const abort = new AbortController();
    const presenter: ShowQuestions = async () => {
      await done.promise;
      return { kind: 'answers', answers: [1] };
    };
    const first = ask([database], { presenter, concurrent: 'queue' });
    const second = ask([database], { presenter, concurrent: 'queue', signal: abort.signal });
    const third = ask([database], { presenter, concurrent: 'queue' });
    abort.abort();
    await expect(second).rejects.toThrow('Operation aborted');
    done.resolve();
    expect((await Promise.all([first, third])).length).toBe(2);
  });
});
