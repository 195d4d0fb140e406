// Plain prompts: what the letters mean, and a whole conversation as it is printed.
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { anAsk, aQuestion } from '../../test/support/samples.ts';
import type { Ask } from '../ask/schema/ask.ts';
import type { Verdict } from '../ask/schema/decision.ts';
import { runPlain } from './plain.ts';

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

const answers = (...answered: readonly object[]) => ({ kind: 'answers', answers: answered });
const two = anAsk({ questions: [aQuestion(), aQuestion({ header: 'Name', text: 'What should it be called?', options: [] })] });

describe('letters', () => {
  test.each<[string, Ask, string[], unknown]>([
    ['own words after o', anAsk(), ['o neither', 'y'], answers({ kind: 'words', words: 'neither' })],
    ['own words asked for', anAsk(), ['o', 'neither', 'y'], answers({ kind: 'words', words: 'neither' })],
    ['own words over lines', anAsk(), ['o', 'one\\', 'two', 'y'], answers({ kind: 'words', words: 'one\ntwo' })],
    ['a note', anAsk(), ['n', 'soon', '1', 'y'], answers({ kind: 'chosen', chosen: [1], note: 'soon' })],
    ['a skipped question', two, ['s', 'Ada', 'y'], answers({ kind: 'skipped' }, { kind: 'words', words: 'Ada' })],
    ['back, and Enter keeps', two, ['2', 'b', '', 'Ada', 'y'], answers({ kind: 'chosen', chosen: [2] }, { kind: 'words', words: 'Ada' })],
    [
      'changed in the review',
      two,
      ['2', 'Ada', '1', '3', '', 'y'],
      answers({ kind: 'chosen', chosen: [3] }, { kind: 'words', words: 'Ada' }),
    ],
    ['a redirect', anAsk(), ['r', 'no database'], { kind: 'redirect', message: 'no database' }],
    ['a redirect from the review', anAsk(), ['1', 'r', 'no database'], { kind: 'redirect', message: 'no database' }],
    ['a decline', anAsk(), ['d', ''], { kind: 'decline' }],
    ['a decline with a reason', anAsk(), ['d', 'not now'], { kind: 'decline', message: 'not now' }],
    ['no decline after all', anAsk(), ['d', 'b', '1', 'y'], answers({ kind: 'chosen', chosen: [1] })],
    ['leaving', anAsk(), ['q', '1', 'y'], undefined],
    ['leaving from the review', anAsk(), ['1', 'q', 'y'], undefined],
  ])('%s', async (_, ask, lines, expected) => {
    const { verdicts } = await conversation(ask, `${lines.join('\n')}\n`);
    expect(verdicts).toEqual(expected === undefined ? [] : [expected]);
  });

  test.each([
    ['Enter alone', '', 'Nothing is chosen yet'],
    ['skipping the only question', 's', 'cannot be skipped'],
    ['help', '?', 'A number chooses'],
  ])('%s is explained, and asked again', async (_, line, expected) => {
    const { printed, verdicts } = await conversation(anAsk(), `${line}\n`);
    expect(verdicts).toEqual([]);
    expect(printed).toContain(expected);
    expect(printed.endsWith('Your choice (? for help): \n')).toBe(true);
  });
});

describe('on two streams', () => {
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
Your choice (? for help): There is no option 7. For own words that are a number: /words 7
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
