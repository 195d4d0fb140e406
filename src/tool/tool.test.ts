import { describe, expect, it } from 'vitest';
import type { Answer } from '../ask/schema/ask.ts';
import type { Verdict } from '../ask/schema/decision.ts';
import { verdictInputOf } from '../ask/verdict.ts';
import { prefill, readToolInput } from './input.ts';
import { DIALOG_OPEN } from './one-dialog.ts';
import { outcomeOf } from './outcome.ts';
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
const selfContained = (): object => {
  const value: Record<string, unknown> = {};
  value.value = value;
  return value;
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
    ['a question that was never set', { questions: Object.assign([], { 1: database }) }, 'question 1: must be an object'],
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
    [
      'an option that was never set',
      asking({ options: Object.assign([], { 1: option('a'), 2: option('b') }) }),
      'question 1, option 1: must be',
    ],
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

  it('has words of nothing but spaces as they are, however many there are', () => {
    const words = `a${' '.repeat(400_000)}b \n c`;
    const outcome = outcomeOf({ outcome: 'answers', answers: [{ ...answer, header: 'Colour', words }], at: 5 });
    expect(outcome.text).toMatch(/^- Colour: (?:Other: )?a {400000}b c$/m);
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

  it('that returns something else is an error that says what to return: no choice is lost', async () => {
    const whole = 'what the dialog returned: must be {kind: "answers", answers: […]}';
    const cases: readonly (readonly [unknown, string])[] = [
      [
        { Database: 'SQLite' },
        `${whole}, {kind: "redirect", message}, {kind: "decline", message?}, or undefined; got {"Database":"SQLite"}`,
      ],
      ['SQLite', whole],
      [null, whole],
      [['SQLite'], whole],
      [{ kind: 'chosen', chosen: [2] }, whole],
      [{ kind: 'answers' }, 'answers: must be a list with one answer per question, in order'],
      [{ kind: 'answers', answers: { Database: 'SQLite' } }, 'answers: must be a list'],
      [{ kind: 'answers', answers: [{ kind: 'chosen', chosen: [2] }] }, 'must be {"choose":[2]} instead'],
      [{ kind: 'answers', answers: [{ kind: 'words', words: 'x', note: 'y' }] }, 'must be {"words":"x","note":"y"} instead'],
      [{ kind: 'answers', answers: [{ kind: 'skipped' }] }, 'must be {"skip":true} instead'],
      [{ kind: 'answers', answers: [{ chosen: [2], note: 'x' }] }, 'has no field "chosen"; the fields are choose, words, note'],
      [{ kind: 'answers', answers: [{ choose: 2 }] }, 'choose must be a list of numbers or labels; got 2'],
      [{ kind: 'answers', answers: [{ choose: [2], words: 5 }] }, 'words: must be a text; got 5'],
      [{ kind: 'answers', answers: [{ skip: 'yes' }] }, 'must be a number counted from 1, a label'],
      [{ kind: 'answers', answers: [null] }, 'must be a number counted from 1, a label'],
      [{ kind: 'answers', answers: [2, 2] }, 'the ask has 1 question, but 2 answers came'],
      [{ kind: 'answers', answers: [2], message: 'hello' }, 'has no field "message"'],
      [{ kind: 'redirect' }, 'message: must be a text'],
      [{ kind: 'decline', message: 7 }, 'message: must be a text; got 7'],
    ];
    for (const [returned, message] of cases) {
      const presenter = (async () => returned) as ShowQuestions;
      await expect(ask([database], { presenter }), JSON.stringify(returned)).rejects.toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining(message),
      });
    }
  });

  it.each([
    [2, 'SQLite'],
    ['sqlite', 'SQLite'],
    [[1], 'Postgres'],
    [{ choose: ['SQLite'], note: 'for now' }, 'SQLite'],
    [{ words: 'a text file' }, 'Other: a text file'],
  ] as const)('may answer in every form of the API: %j', async (answer, text) => {
    const presenter: ShowQuestions = async () => ({ kind: 'answers', answers: [answer] });
    expect((await ask([database], { presenter })).answers).toEqual({ Database: text });
  });

  it.each([
    ['an answer that was never set', Object.assign([], { 1: 3 }), 'question 1 "Database": must be a number counted from 1'],
    [
      'a bigint',
      [1n, 3],
      'question 1 "Database": must be a number counted from 1, a label, a list of these, {choose, words, note}, or {skip: true}; got 1',
    ],
    ['a choice that was never set', [Object.assign([], { 1: 3 }), 3], 'question 1 "Database": must be a number counted from 1'],
    ['a list of choices in which nothing was set', [new Array(1), 3], 'question 1 "Database": must be a number counted from 1'],
    [
      'a choice that was never set, among others',
      [{ choose: Object.assign([], { 2: 3 }) }, 3],
      'choose must be a list of numbers or labels',
    ],
    ['an object that contains itself', [[selfContained()], 3], 'got an object that is not JSON'],
  ])('is told what is wrong with %s', async (_, answers, message) => {
    const presenter = (async () => ({ kind: 'answers', answers })) as unknown as ShowQuestions;
    await expect(ask([database, features], { presenter })).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining(message),
    });
  });

  it('may return without a promise, as JavaScript does', async () => {
    const presenter = (() => ({ kind: 'answers', answers: [2] })) as unknown as ShowQuestions;
    expect((await ask([database], { presenter })).answers).toEqual({ Database: 'SQLite' });
  });

  it('must be a function', async () => {
    const presenter = 'dialog' as unknown as ShowQuestions;
    await expect(ask([database], { presenter })).rejects.toThrow('presenter must be "inbox", "terminal" or a function');
  });

  it('that the person leaves declines the question', async () => {
    await expect(ask([database], { presenter: async () => undefined })).rejects.toMatchObject({ kind: 'declined' });
  });

  it('has one shape, which the compiler knows', () => {
    const stored = { kind: 'chosen', chosen: [2] } as Answer;
    const verdict = { kind: 'answers', answers: [stored] } as Verdict;
    // @ts-expect-error an answer as it is stored is not one as it is sent
    const answers: ShowQuestions = async () => ({ kind: 'answers', answers: [stored] });
    // @ts-expect-error nor is a whole decision
    const decision: ShowQuestions = async () => verdict;
    // @ts-expect-error headers are for suggestions
    const byHeader: ShowQuestions = async () => ({ Database: 'SQLite' });
    const fits: ShowQuestions = async () => verdictInputOf(verdict);
    expect([answers, decision, byHeader, fits]).toHaveLength(4);
  });

  it('may open another one itself; only one of those at a time', async () => {
    const inner = (presenter: ShowQuestions) => ask([features], { presenter }).then(({ answers }) => answers.Features);
    const presenter: ShowQuestions = async () => {
      const [first, second] = await Promise.allSettled([inner(choosing(1)), inner(choosing(3))]);
      expect(first).toEqual({ status: 'fulfilled', value: 'Auth' });
      expect(second).toMatchObject({ status: 'rejected', reason: { message: DIALOG_OPEN } });
      return { kind: 'answers', answers: [(await inner(choosing(3))) === 'Search' ? 2 : 1] };
    };
    expect((await ask([database], { presenter })).answers).toEqual({ Database: 'SQLite' });
  });

  it('blocks what it started once it is over', async () => {
    const done = later();
    let afterwards: Promise<unknown> | undefined;
    const presenter: ShowQuestions = async () => {
      afterwards = done.promise.then(() => ask([features], { presenter: choosing(1) }));
      return { kind: 'answers', answers: [1] };
    };
    await ask([database], { presenter });
    const open = later();
    const other = ask([database], { presenter: () => open.promise.then(() => ({ kind: 'answers', answers: [2] })) });
    done.resolve();
    await expect(afterwards).rejects.toThrow(DIALOG_OPEN);
    open.resolve();
    expect((await other).answers).toEqual({ Database: 'SQLite' });
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
