// What a permission of opencode asks for, in the words that rules and screens know.
import { expect, it } from 'vitest';
import { permissionOf } from './capture.ts';

const DIFF = [
  'Index: /shop/src/a.ts',
  '===================================================================',
  '--- /shop/src/a.ts',
  '+++ /shop/src/a.ts',
  '@@ -1,2 +1,2 @@',
  ' first',
  '--- one',
  '+two',
  '@@ -9 +9,2 @@',
  ' ninth',
  '+tenth',
  '\\ No newline at end of file',
  '',
].join('\n');
const EDIT = { id: 'per_1', sessionID: 'ses_1', permission: 'edit', patterns: ['src/a.ts'], always: ['*'] };
const inputOf = (metadata: Readonly<Record<string, unknown>>, more = {}): unknown => {
  const { detail } = permissionOf({ ...EDIT, ...more, metadata });
  return detail?.kind === 'permission' ? detail.input : undefined;
};

it('the change of one file is what other agents call an edit', () => {
  const draft = permissionOf({ ...EDIT, metadata: { filepath: '/shop/src/a.ts', diff: DIFF } });
  expect(draft.questions[0]?.text).toBe('Allow edit: /shop/src/a.ts?');
  expect(draft.detail).toMatchObject({
    input: {
      file_path: '/shop/src/a.ts',
      edits: [
        { old_string: 'first\n-- one', new_string: 'first\ntwo' },
        { old_string: 'ninth', new_string: 'ninth\ntenth' },
      ],
    },
  });
});

it('a diff that was too long to be sent leaves the file', () => {
  expect(inputOf({ filepath: '/shop/src/a.ts' })).toEqual({ file_path: '/shop/src/a.ts' });
});

it.each([
  ['several files', { patterns: ['src/a.ts', 'src/b.ts'] }, {}],
  ['a diff of several files', {}, { diff: `${DIFF}--- /shop/src/b.ts\n+++ /shop/src/b.ts\n@@ -1 +1 @@\n-a\n+b\n` }],
  ['a diff with lines that belong to nothing', {}, { diff: `${DIFF}Index: /shop/src/b.ts\n` }],
  ['a diff that changes no line', {}, { diff: 'rename from a.ts\nrename to b.ts\n' }],
  ['something unknown beside it', {}, { files: ['src/b.ts'] }],
  ['another permission', { permission: 'external_directory' }, {}],
])('%s: kept as opencode says it, with its patterns', (_, more, metadata) => {
  const said = { filepath: '/shop/src/a.ts', diff: DIFF, ...metadata };
  expect(inputOf(said, more)).toEqual({ ...said, patterns: { ...EDIT, ...more }.patterns });
});

it('a command is shown and kept alone, because rules match no command with other fields', () => {
  expect(inputOf({ command: 'ls' }, { permission: 'bash' })).toEqual({ command: 'ls' });
});
