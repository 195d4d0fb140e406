// Plain prompts: what each line does, and a whole conversation as it is printed.
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAsk } from '../../../test/support/dialog-samples.ts';
import { anAsk, aQuestion, awkwardText } from '../../../test/support/samples.ts';
import { answerInputOf, resolveAnswers } from '../../question/answer.ts';
import type { Ask, Verdict } from '../../question/words.generated.ts';
import { openPlain, type PlainEffect, type PlainState, reply } from './plain.ts';
import { runPlain } from './plain-run.ts';

function talked(ask: Ask, ...lines: readonly string[]): { state: PlainState; said: string; effect?: PlainEffect | undefined } {
  let state = openPlain(ask);
  let said = '';
  for (const line of lines) {
    const replied = reply(state, line);
    state = replied.state;
    said = replied.say.join('\n');
    if (replied.effect) return { state, said, effect: replied.effect };
  }
  return { state, said };
}
const answers = (...answered: readonly object[]) => ({ kind: 'submit', verdict: { kind: 'answers', answers: answered } });

const multi = anAsk({ questions: [aQuestion({ multiSelect: true })] });
const two = anAsk({ questions: [aQuestion(), aQuestion({ header: 'Name', text: 'What should it be called?', options: [] })] });

describe('lines', () => {
  test.each<[string, Ask, string[], unknown]>([
    ['a number', anAsk(), ['2', 'y'], answers({ kind: 'chosen', chosen: [2] })],
    ['a label', anAsk(), ['sqlite', 'y'], answers({ kind: 'chosen', chosen: [2] })],
    ['several numbers', multi, ['1, 3', 'y'], answers({ kind: 'chosen', chosen: [1, 3] })],
    ['own words after o', anAsk(), ['o neither', 'y'], answers({ kind: 'words', words: 'neither' })],
    ['own words asked for', anAsk(), ['o', 'neither', 'y'], answers({ kind: 'words', words: 'neither' })],
    ['own words over lines', anAsk(), ['o', 'one\\', 'two', 'y'], answers({ kind: 'words', words: 'one\ntwo' })],
    ['a text that is no option', anAsk(), ['neither of them', 'y'], answers({ kind: 'words', words: 'neither of them' })],
    ['a note', anAsk(), ['n', 'soon', '1', 'y'], answers({ kind: 'chosen', chosen: [1], note: 'soon' })],
    ['several questions', two, ['1', 'Ada', 'y'], answers({ kind: 'chosen', chosen: [1] }, { kind: 'words', words: 'Ada' })],
    ['a skipped one', two, ['s', 'Ada', 'y'], answers({ kind: 'skipped' }, { kind: 'words', words: 'Ada' })],
    ['back, and Enter keeps', two, ['2', 'b', '', 'Ada', 'y'], answers({ kind: 'chosen', chosen: [2] }, { kind: 'words', words: 'Ada' })],
    [
      'changed in the review',
      two,
      ['2', 'Ada', '1', '3', '', 'y'],
      answers({ kind: 'chosen', chosen: [3] }, { kind: 'words', words: 'Ada' }),
    ],
    ['a redirect', anAsk(), ['r', 'no database'], { kind: 'submit', verdict: { kind: 'redirect', message: 'no database' } }],
    ['a decline', anAsk(), ['d', ''], { kind: 'submit', verdict: { kind: 'decline' } }],
    ['a decline with a reason', anAsk(), ['d', 'not now'], { kind: 'submit', verdict: { kind: 'decline', message: 'not now' } }],
    ['no decline after all', anAsk(), ['d', 'b', '1', 'y'], answers({ kind: 'chosen', chosen: [1] })],
    ['leaving', anAsk(), ['q'], { kind: 'leave' }],
  ])('%s', (_, ask, lines, expected) => {
    expect(talked(ask, ...lines).effect).toEqual(expected);
  });

  test.each([
    ['a number that is not there', anAsk(), '9', 'There is no option 9'],
    ['two of a single choice', anAsk(), '1,2', 'Only one'],
    ['nothing', anAsk(), '', 'Nothing is chosen yet'],
    ['skipping the only question', anAsk(), 's', 'cannot be skipped'],
    ['help', anAsk(), '?', 'A number chooses'],
  ])('%s is explained, and asked again', (_, ask, line, expected) => {
    const { said, state, effect } = talked(ask, line);
    expect(effect).toBeUndefined();
    expect(said).toContain(expected);
    expect(state.expecting).toBe('choice');
  });

  test('for any input, what is submitted is valid', () => {
    const line = fc.oneof(fc.constantFrom('1', '2', '1,2', 'y', 'y', 'o x', 's', 'b', 'n', '', 'd', 'r', 'x\\'), awkwardText);
    let submitted = 0;
    fc.assert(
      fc.property(anyAsk, fc.array(line, { maxLength: 30 }), (ask, lines) => {
        const { effect } = talked(ask, ...lines);
        if (effect?.kind !== 'submit' || effect.verdict.kind !== 'answers') return;
        submitted += 1;
        expect(resolveAnswers(effect.verdict.answers.map(answerInputOf), ask)).toEqual({ kind: 'ok', value: effect.verdict.answers });
      }),
      { numRuns: 500 },
    );
    expect(submitted).toBeGreaterThan(20);
  });
});

describe('on two streams', () => {
  async function conversation(ask: Ask, text: string, sent: readonly ('sent' | 'failed')[] = ['sent']) {
    const input = new PassThrough();
    const output = new PassThrough();
    const verdicts: Verdict[] = [];
    input.end(text);
    const end = await runPlain(ask, {
      input,
      output,
      onVerdict: async (verdict) => {
        verdicts.push(verdict);
        return sent[verdicts.length - 1] === 'failed' ? { kind: 'failed', message: 'The broker cannot be reached.' } : { kind: 'sent' };
      },
    });
    output.end();
    return { end, verdicts, printed: (await output.toArray()).map(String).join('') };
  }

  test('each question is printed once, with its options, and a prompt per line', async () => {
    const { end, printed } = await conversation(anAsk(), '7\n2\ny\n');
    expect(end).toBe('sent');
    expect(printed).toBe(`
Question, Database (choose one):
Which database should we use?
1. Postgres: a server
2. SQLite: one file
3. Files: plain
o. Other: answer in your own words
Your choice (? for help): There is no option 7; type a number from 1 to 3.
Your choice (? for help): 
Your answer:
Database: SQLite
Submit? (y, n): `);
  });

  test('the ask stays open at the end of the input', async () => {
    expect(await conversation(anAsk(), '2\n')).toMatchObject({ end: 'left', verdicts: [] });
  });

  test('input that was not accepted is asked for again', async () => {
    const { end, verdicts, printed } = await conversation(anAsk(), '2\ny\ny\n', ['failed', 'sent']);
    expect({ end, count: verdicts.length }).toEqual({ end: 'sent', count: 2 });
    expect(printed).toContain('The broker cannot be reached.');
  });

  test('it stops when the ask is over', async () => {
    const over = new AbortController();
    const ended = runPlain(anAsk(), {
      input: new PassThrough(),
      output: new PassThrough(),
      signal: over.signal,
      onVerdict: async () => ({ kind: 'sent' }),
    });
    over.abort();
    expect(await ended).toBe('stopped');
  });

  test('no control character from an agent is printed', async () => {
    const evil = 'a\u001b[2J\u0007\u202eb\r';
    const ask = anAsk({
      questions: [{ text: evil, header: evil, multiSelect: false, options: [{ label: evil, description: evil, preview: evil }] }],
      detail: { kind: 'permission', tool: evil, input: { command: evil } },
    });
    const { printed } = await conversation(ask, '1\ny\n');
    expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});
