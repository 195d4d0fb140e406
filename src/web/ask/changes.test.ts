// What a tool call changes in a file: shown as a difference only if that is all it does.
import { expect, it } from 'vitest';
import { changesIn } from './changes.ts';

it.each([
  ['an edit', { file_path: '/a', old_string: '1', new_string: '2' }, { file: '/a', edits: [{ before: '1', after: '2' }] }],
  ['an edit of opencode', { filePath: '/a', oldString: '1', newString: '2' }, { file: '/a', edits: [{ before: '1', after: '2' }] }],
  ['a new file', { file_path: '/a', content: 'x' }, { file: '/a', edits: [{ before: '', after: 'x' }] }],
  [
    'several edits',
    {
      file_path: '/a',
      edits: [
        { old_string: '1', new_string: '2' },
        { old_string: '3', new_string: '4' },
      ],
    },
    {
      file: '/a',
      edits: [
        { before: '1', after: '2' },
        { before: '3', after: '4' },
      ],
    },
  ],
  ['something else besides', { file_path: '/a', old_string: '1', new_string: '2', mode: 'force' }, undefined],
  ['everywhere in the file', { file_path: '/a', old_string: '1', new_string: '2', replace_all: true }, undefined],
  ['an edit without its text', { file_path: '/a', old_string: '1' }, undefined],
  ['a command', { command: 'ls' }, undefined],
  ['nothing', undefined, undefined],
])('%s', (_, input, expected) => {
  expect(changesIn(input)).toEqual(expected);
});
