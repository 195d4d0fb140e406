// Nothing an agent writes can end a notification, start another one, or send anything else to the terminal.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anAsk, aQuestion, awkwardText } from '../../../test/support/samples.ts';
import { apply } from '../../ask/lifecycle.ts';
import { noiseFor } from './notify.ts';

const ask = (text: string, project = '/srv/shop') =>
  apply(undefined, { kind: 'asked', ask: anAsk({ project, questions: [aQuestion({ text })] }) }, 1);

test('says which project asks what, in both formats, and rings the bell', () => {
  const text = 'shop asks: Which database? (+1 more)';
  expect(noiseFor('notify', [ask('Which database?'), ask('And?')], {})).toBe(
    `\u001b]9;${text}\u001b\\\u001b]777;notify;Answerback;${text}\u001b\\\u0007`,
  );
});

test('`bell` only rings the bell, and `off` does nothing', () => {
  expect(noiseFor('bell', [ask('Which?')], {})).toBe('\u0007');
  expect(noiseFor('notify', [], {})).toBe('');
});

test('is wrapped for tmux', () => {
  const wrapped = '\u001bPtmux;\u001b\u001b]9;shop asks: Which?\u001b\u001b\\\u001b\\';
  expect(noiseFor('notify', [ask('Which?')], { TMUX: '/tmp/tmux' }).startsWith(wrapped)).toBe(true);
});

test('for any text, the output contains no escape sequences but our own', () => {
  fc.assert(
    fc.property(awkwardText, awkwardText, (text, project) => {
      const noise = noiseFor('notify', [ask(text, project)], {});
      const [, said, again] =
        /^\p{Cc}\]9;([^\p{Cc};]* asks: [^\p{Cc};]*)\p{Cc}\\\p{Cc}\]777;notify;Answerback;([^\p{Cc};]*)\p{Cc}\\\p{Cc}$/u.exec(noise) ?? [];
      expect(said).toBeDefined();
      expect(again).toBe(said);
    }),
  );
});
