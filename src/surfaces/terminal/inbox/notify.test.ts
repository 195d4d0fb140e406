// A notification is one notification: nothing an agent writes can end it, begin another, or say anything else to the terminal.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anAsk, aQuestion, awkwardText } from '../../../../test/support/samples.ts';
import { apply } from '../../../question/lifecycle.ts';
import { noiseFor } from './notify.ts';

const ask = (text: string, project = '/srv/shop') =>
  apply(undefined, { kind: 'asked', ask: anAsk({ project, questions: [aQuestion({ text })] }) }, 1);

test('says which project asks what, in both dialects, and rings', () => {
  const text = 'shop asks: Which database? (+1 more)';
  expect(noiseFor('notify', [ask('Which database?'), ask('And?')], {})).toBe(
    `\u001b]9;${text}\u001b\\\u001b]777;notify;Answerback;${text}\u001b\\\u0007`,
  );
});

test('a bell is a bell, and nothing is nothing', () => {
  expect(noiseFor('bell', [ask('Which?')], {})).toBe('\u0007');
  expect(noiseFor('notify', [], {})).toBe('');
});

test('goes through tmux, wrapped as it wants it', () => {
  const wrapped = '\u001bPtmux;\u001b\u001b]9;shop asks: Which?\u001b\u001b\\\u001b\\';
  expect(noiseFor('notify', [ask('Which?')], { TMUX: '/tmp/tmux' }).startsWith(wrapped)).toBe(true);
});

test('whatever is written, only our own sequences are in it', () => {
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
