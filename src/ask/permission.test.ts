// What a permission is for: finds the command in the input of any agent's call.
import { describe, expect, it } from 'vitest';
import { besideCommand, commandOf, givesCommand, shownInput, subjectOf } from './permission.ts';

describe('the command of a permission', () => {
  it.each<[unknown, string | undefined]>([
    [{ command: 'npm test' }, 'npm test'],
    [{ cmd: 'npm test', timeout_ms: 5 }, 'npm test'],
    [{ script: 'npm test', command: null }, 'npm test'],
    [{ command: ['npm', 'test'] }, 'npm test'],
    [{ command: ['bash', '-lc', "echo 'a b'"] }, `bash -lc 'echo '\\''a b'\\'''`],
    [{ command: 'ls', cmd: 'rm x' }, 'ls\nrm x'],
    [{ command: 'ls', cmd: 5 }, undefined],
    [{ command: { run: 'ls' } }, undefined],
    [{ file_path: '/a' }, undefined],
    ['npm test', undefined],
    [['npm', 'test'], undefined],
    [null, undefined],
  ])('in %j is %j', (input, command) => {
    expect(commandOf(input)).toBe(command);
  });

  it('may be present but not readable', () => {
    expect([{ command: 5 }, { cmd: [1] }, { command: 'ls' }].map(givesCommand)).toEqual([true, true, true]);
    expect([{ command: null }, { path: 'x' }, 'ls'].map(givesCommand)).toEqual([false, false, false]);
  });
});

describe('what people are shown', () => {
  it('is the command, with the agent’s remark', () => {
    expect(shownInput({ command: 'npm test', description: 'Run the tests', timeout: 5 })).toEqual({
      text: 'npm test',
      remark: 'Run the tests',
    });
    expect(shownInput({ command: 'npm test', description: ' ' })).toEqual({ text: 'npm test' });
  });

  it('is the whole input if there is no command, or more than a command', () => {
    const edit = { command: 'create', path: '/srv/app/a.txt', file_text: 'x' };
    expect(besideCommand(edit)).toEqual(['path', 'file_text']);
    for (const input of [edit, { file_path: '/a' }, { command: 5 }]) expect(JSON.parse(shownInput(input).text)).toEqual(input);
    expect(shownInput(undefined)).toEqual({ text: '' });
  });

  it('is the text, if the call was read off a screen', () => {
    expect(shownInput({ screen: 'npm test\nDo you want to proceed?' })).toEqual({ text: 'npm test\nDo you want to proceed?' });
  });

  it('is, in short, the command, the file or the address', () => {
    expect(subjectOf({ file_path: '/a', command: 'ls' })).toBe('ls');
    expect(subjectOf({ url: 'https://example.org', pattern: 'x' })).toBe('https://example.org');
    expect(subjectOf({ todos: [] })).toBeUndefined();
  });
});
