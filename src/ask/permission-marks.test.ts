// The marks on permissions: from the paths of the call and the place of the option, whatever the texts say.
import { describe, expect, it } from 'vitest';
import { anAsk, aQuestion } from '../../test/support/samples.ts';
import { markOf, reachesOutside } from './permission-marks.ts';
import type { Ask } from './schema/ask.ts';

const labels = (...all: string[]) => [aQuestion({ text: 'Allow it?', options: all.map((label) => ({ label })) })];
const permission = (input: unknown, ...options: string[]): Ask =>
  anAsk({
    kind: 'permission',
    project: '/srv/app',
    questions: labels(...(options.length > 0 ? options : ['Yes', 'Yes, and run it freely', 'No'])),
    detail: { kind: 'permission', tool: 'Edit', input },
  });
const marks = (ask: Ask) => ask.questions[0]?.options.map((_, i) => markOf(ask, 0, i + 1));

describe('a permission', () => {
  it.each([
    ['/etc/hosts', true],
    ['/srv/application/a.ts', true],
    ['/srv/app/../other/a.ts', true],
    ['../other/a.ts', true],
    ['~/.ssh/config', true],
    ['C:\\Windows\\a.ini', true],
    ['/srv', true],
    ['/srv/app/src/a.ts', false],
    ['/srv/app/./src//a.ts', false],
    ['/srv/app', false],
    ['src/a.ts', false],
    ['src/../a.ts', false],
  ])('for the file %s reaches outside the project: %s', (path, expected) => {
    for (const field of ['file_path', 'filePath', 'notebook_path', 'absolute_path', 'path'])
      expect(reachesOutside(permission({ [field]: path }))).toBe(expected);
  });

  it('is marked option by option: what is outside on all but the last, what lasts on those in between', () => {
    expect(marks(permission({ file_path: '/etc/hosts' }))).toEqual([
      'reaches outside the project',
      'reaches outside the project, lasts beyond this call',
      undefined,
    ]);
    expect(marks(permission({ file_path: 'a.ts' }))).toEqual([undefined, 'lasts beyond this call', undefined]);
    expect(marks(permission({ file_path: 'a.ts' }, 'Always allow', 'No'))).toEqual(['lasts beyond this call', undefined]);
  });

  it('is not marked for the words of its command', () => {
    expect(marks(permission({ command: 'rm -rf dist && git push --force' }, 'Yes', 'No'))).toEqual([undefined, undefined]);
  });
});

it('a question is never marked, whatever it says; a plan only where it changes the mode', () => {
  expect(marks(anAsk({ questions: labels('Delete production', 'Always', 'Deploy') }))).toEqual([undefined, undefined, undefined]);
  const plan = labels('Yes, and auto-accept edits', 'Yes, and delete the old tables', 'No');
  expect(marks(anAsk({ kind: 'plan', questions: plan, detail: { kind: 'plan', plan: 'rm -rf' } }))).toEqual([
    'lasts beyond this call',
    undefined,
    undefined,
  ]);
});
