// Suggestions for misspelt words: only what was probably meant.
import { expect, it } from 'vitest';
import { nearest } from './nearest.ts';

const COMMANDS = ['inbox', 'list', 'show', 'answer', 'ask', 'wait', 'log', 'status', 'setup', 'doctor', 'completion', 'watch-pane'];

it.each([
  ['anwser', 'answer'],
  ['lsit', 'list'],
  ['LIST', 'list'],
  ['stauts', 'status'],
  ['lgo', 'log'],
  ['doktor', 'doctor'],
  ['watchpane', 'watch-pane'],
  ['comp', 'completion'],
])('%s means %s', (typed, meant) => expect(nearest(typed, COMMANDS)).toBe(meant));

it.each(['deploy', 'foo', 'x', '', 'remove', 'questions', 'st', 'wa'])('%j means nothing here', (typed) =>
  expect(nearest(typed, COMMANDS)).toBeUndefined(),
);
