import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAsk, anyQuestion, aQuestion } from '../../../test/support/samples.ts';
import type { Answer, Ask, Question } from '../../ask/schema/ask.ts';
import type { Verdict } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { affirm } from './affirm.ts';
import { choose } from './choose.ts';
import { decideByRule } from './decide.ts';
import { delegate } from './delegate.ts';
import { precedent } from './precedent.ts';
import type { Rule } from './rule-kind.ts';
import { words } from './words.ts';

/** On a route that names the question by its text, unless said otherwise. */
const facts = (past: readonly AskView[] = [], irreversible = false, named = true) => ({
  past,
  irreversible,
  named,
  home: '/home/ada',
  real: (path: string) => path,
});

const AFFIRM: Rule = { kind: affirm, settings: {} };
const chooses = (source: string): Rule => ({ kind: choose, settings: { patterns: [{ kind: 'words', source }] } });
const asking = (text: string, ...labels: string[]): Question =>
  aQuestion({ text, header: 'Go', options: labels.map((label) => ({ label })) });

/** The number a rule chose, or why it passed. */
function outcome(rule: Rule, ask: Ask, past: readonly AskView[] = [], allowed = false, named = true): number | string {
  const result = decideByRule(rule, ask, facts(past, allowed, named));
  if (result.kind === 'passed') return result.reason;
  const [answer] = result.verdict.kind === 'answers' ? result.verdict.answers : [];
  return answer?.kind === 'chosen' ? (answer.chosen[0] ?? 0) : JSON.stringify(answer);
}
const on = (rule: Rule, question: Question, allowed = false) => outcome(rule, anAsk({ questions: [question] }), [], allowed);

describe('affirm', () => {
  it.each([
    ['Shall I proceed with the next step?', ['Yes', 'No'], 1],
    ['Continue with phase 2?', ['Stop here', 'Continue'], 2],
    ['Is the summary correct?', ['Needs changes', 'Looks good'], 2],
    ['Apply the formatting?', ['OK', 'Cancel'], 1],
    ['Ready to start?', ['1. Yes, go ahead', '2. No'], 1],
    ['Soll ich die Tests jetzt starten?', ['OK', 'Abbrechen'], 1],
  ])('%s', (text, labels, expected) => {
    expect(on(AFFIRM, asking(text, ...labels))).toBe(expected);
  });

  it.each([
    ['Proceed?', ['Token', 'Smoke test'], 'no option says yes'],
    ['Proceed?', ["Don't proceed", 'Maybe'], 'no option says yes'],
    ['Proceed?', ['No, ok?', 'Other'], 'no option says yes'],
    ['Proceed?', ['Yes', 'Yes, with tests'], 'options 1 and 2 says yes'],
    ['Proceed?', ['Yes, but only after lunch', 'No'], 'no option plainly says yes'],
    ['Proceed?', ['OK, cancel it', 'No'], 'no option plainly says yes'],
    ['Should I not proceed?', ['Yes', 'No'], 'put in the negative'],
    ["Don't you want tests?", ['Yes', 'No'], 'put in the negative'],
    ['Soll ich mit dem nächsten Schritt weitermachen?', ['Ja', 'Nein'], 'not in plain English'],
    ['続けますか？', ['Yes', 'No'], 'not in plain English'],
    ['Czy mam kontynuować pracę nad tym zadaniem?', ['OK', 'Anuluj'], 'not in plain English'],
    ['Czy przejść do następnego kroku?', ['Yes', 'No'], 'not in plain English'],
    ['What should it be called?', [], 'there are no options'],
  ])('%s %j passes', (text, labels, why) => {
    expect(on(AFFIRM, asking(text, ...labels))).toContain(why);
  });

  it('passes if several may be chosen', () => {
    expect(on(AFFIRM, { ...asking('Go?', 'Yes', 'No'), multiSelect: true })).toContain('several options may be chosen');
  });

  it('answers every question of an ask, or none', () => {
    const go = asking('Proceed with this?', 'Yes', 'No');
    expect(decideByRule(AFFIRM, anAsk({ questions: [go, go] }), facts())).toMatchObject({
      kind: 'decided',
      verdict: { answers: [{ chosen: [1] }, { chosen: [1] }] },
    });
    expect(decideByRule(AFFIRM, anAsk({ questions: [go, aQuestion()] }), facts())).toEqual({
      kind: 'passed',
      reason: 'affirm: question 2 "Database": no option says yes',
    });
  });

  it('never decides for an idle agent', () => {
    expect(outcome({ kind: words, settings: { words: 'go on' } }, anAsk({ kind: 'idle', questions: [asking('What next?')] }))).toContain(
      'idle',
    );
  });
});

describe('choose', () => {
  it.each([
    ['postgres', ['Postgres', 'SQLite'], 1],
    ['ok', ['token', 'OK then'], 2],
    ['Postgres', ['Postgres 16', 'Postgres 17'], 'options 1 and 2 matches'],
    ['MySQL', ['Postgres', 'SQLite'], 'no option matches'],
    ['Postgres', ['Not Postgres', 'SQLite'], 'may turn it round'],
    ['Postgres', ["Don't use Postgres", 'SQLite'], 'may turn it round'],
    ['no tests', ['No tests', 'Unit tests'], 1],
  ])('%s of %j', (source, labels, expected) => {
    const got = on(chooses(source), asking('Which one do we use?', ...labels));
    if (typeof expected === 'number') expect(got).toBe(expected);
    else expect(got).toContain(expected);
  });
});

describe('delegate and words', () => {
  it('lets the agent decide if exactly one option does', () => {
    const rule: Rule = { kind: delegate, settings: {} };
    expect(on(rule, asking('Which cache do we use?', 'Redis', 'You decide'))).toBe(2);
    expect(on(rule, asking('Which cache do we use?', 'Redis', 'Memory'))).toContain('no option lets the agent decide');
    expect(on(rule, asking('Which cache do we use?', 'You decide', 'Surprise me'))).toContain('options 1 and 2');
  });

  it('answers in its own words', () => {
    expect(on({ kind: words, settings: { words: 'Follow the style of the code.' } }, aQuestion())).toBe(
      '{"kind":"words","words":"Follow the style of the code."}',
    );
  });
});

describe('precedent', () => {
  const rule: Rule = { kind: precedent, settings: { times: 3 } };
  const decided = (verdict: Verdict, over: Partial<Ask> = {}, kind: 'person' | 'rule' | 'agent' = 'person'): AskView => ({
    ...anAsk({ id: 'bbbbbbbbbbbb', ...over }),
    state: 'verified',
    version: 2,
    updatedAt: 1,
    decision: { ...verdict, key: 'k', by: { kind, name: 'ada', surface: 'cli' }, at: 1 },
  });
  const chose = (...chosen: number[]): Verdict => ({ kind: 'answers', answers: [{ kind: 'chosen', chosen } satisfies Answer] });
  const times = (n: number, view: AskView) => Array.from({ length: n }, () => view);

  it('repeats what people always answered, if they answered often enough', () => {
    expect(outcome(rule, anAsk(), times(3, decided(chose(2))))).toBe(2);
    expect(outcome(rule, anAsk(), times(2, decided(chose(2))))).toContain('2 of the 3 times');
    expect(outcome(rule, anAsk(), [...times(3, decided(chose(2))), decided(chose(1))])).toContain('did not always answer this the same');
    expect(outcome(rule, anAsk(), [...times(3, decided(chose(2))), decided({ kind: 'redirect', message: 'no' })])).toContain(
      'did not always',
    );
  });

  it('counts only people, and only in this project', () => {
    expect(outcome(rule, anAsk(), times(5, decided(chose(2), {}, 'agent')))).toContain('0 of the 3');
    expect(outcome(rule, anAsk(), times(5, decided(chose(2), {}, 'rule')))).toContain('0 of the 3');
    expect(outcome(rule, anAsk(), times(5, decided(chose(2), { project: '/else' })))).toContain('0 of the 3');
  });

  it('recognises the question despite different white space, case and order of options', () => {
    const { options } = aQuestion();
    const past = decided(chose(1), {
      questions: [
        aQuestion({
          text: ' which  DATABASE should we use?',
          options: options.map((o) => ({ ...o, label: o.label.toUpperCase() })).reverse(),
        }),
      ],
    });
    expect(outcome(rule, anAsk(), times(3, past))).toBe(3);
  });

  it('a different description makes a different question', () => {
    const past = decided(chose(2), { questions: [aQuestion({ options: aQuestion().options.map(({ label }) => ({ label })) })] });
    expect(outcome(rule, anAsk(), times(3, past))).toContain('0 of the 3');
  });

  it('passes if two options have the same label', () => {
    const questions = [
      aQuestion({
        options: [
          { label: 'A', description: 'x' },
          { label: 'A', description: 'y' },
        ],
      }),
    ];
    expect(outcome(rule, anAsk({ questions }), times(3, decided(chose(2), { questions })))).toContain('cannot be repeated');
  });

  it('does not repeat skipped or declined questions', () => {
    expect(outcome(rule, anAsk(), times(3, decided({ kind: 'decline' })))).toContain('cannot be repeated');
  });
});

describe('every rule but allow', () => {
  const rules: Rule[] = [
    AFFIRM,
    chooses('Yes'),
    { kind: delegate, settings: {} },
    { kind: words, settings: { words: 'fine' } },
    { kind: precedent, settings: { times: 1 } },
  ];

  it.each(rules)('$kind never decides a permission, even if irreversible answers are allowed', (rule) => {
    const permission = anAsk({
      kind: 'permission',
      questions: [asking('Allow Bash?', 'Yes', 'No')],
      detail: { kind: 'permission', tool: 'Bash', input: { command: 'ls' } },
    });
    expect(outcome(rule, permission, [], true)).toContain('a permission is decided by `allow` alone');
    expect(outcome(rule, { ...permission, kind: 'question' }, [], true)).toContain('a permission is decided by `allow` alone');
  });
});

describe('a route that neither names the question by its text nor allows irreversible answers', () => {
  const question = asking('Shall I delete the old tables?', 'Yes', 'You decide');
  const ask = anAsk({ questions: [question] });
  const before: AskView = {
    ...anAsk({ id: 'bbbbbbbbbbbb', questions: [question] }),
    state: 'verified',
    version: 2,
    updatedAt: 1,
    decision: {
      kind: 'answers',
      answers: [{ kind: 'chosen', chosen: [1] }],
      key: 'k',
      by: { kind: 'person', name: 'ada', surface: 'cli' },
      at: 1,
    },
  };

  it.each<[Rule, number]>([
    [AFFIRM, 1],
    [chooses('Yes'), 1],
    [{ kind: delegate, settings: {} }, 2],
  ])('$0.kind decides nothing there', (rule, chosen) => {
    expect(outcome(rule, ask, [], false, false)).toContain('does not name the question by its text');
    expect(outcome(rule, ask, [], true, false)).toBe(chosen);
    expect(outcome(rule, ask, [], false, true)).toBe(chosen);
  });

  it('precedent and words decide: people answered this very question, and wrote these very words', () => {
    expect(outcome({ kind: precedent, settings: { times: 1 } }, ask, [before], false, false)).toBe(1);
    expect(outcome({ kind: words, settings: { words: 'Keep them.' } }, ask, [], false, false)).toContain('Keep them.');
  });
});

it('whatever is asked, a rule answers all of it with offered options, or says why not', () => {
  const rules = fc.constantFrom<Rule>(
    AFFIRM,
    chooses('A'),
    { kind: delegate, settings: {} },
    { kind: words, settings: { words: 'fine' } },
    { kind: precedent, settings: { times: 1 } },
  );
  fc.assert(
    fc.property(rules, fc.array(anyQuestion, { maxLength: 3 }), fc.boolean(), fc.boolean(), (rule, questions, allowed, named) => {
      const result = decideByRule(rule, anAsk({ questions }), facts([], allowed, named));
      if (result.kind === 'passed') {
        expect(result.reason).not.toBe('');
        return;
      }
      expect(result.verdict).toMatchObject({ kind: 'answers', answers: expect.objectContaining({ length: questions.length }) });
      const answers = result.verdict.kind === 'answers' ? result.verdict.answers : [];
      answers.forEach((answer, i) => {
        const { options = [], multiSelect } = questions[i] ?? {};
        if (answer.kind !== 'chosen') return;
        expect(multiSelect).toBe(false);
        expect(answer.chosen).toHaveLength(1);
        expect(options[(answer.chosen[0] ?? 0) - 1]).toBeDefined();
      });
    }),
    { numRuns: 500 },
  );
});
