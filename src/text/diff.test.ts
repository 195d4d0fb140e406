// The diff shows every change and no secret.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diff, masked } from './diff.ts';

const shown = (before: string | undefined, after: string | undefined) => diff('f', before, after).map(({ text }) => text);

describe('diff', () => {
  it('shows three lines around a change', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `${index}`);
    expect(shown(lines.join('\n'), lines.with(9, 'nine').join('\n'))).toEqual([
      '--- f',
      '+++ f',
      '@@ -7,7 +7,7 @@',
      ' 6',
      ' 7',
      ' 8',
      '-9',
      '+nine',
      ' 10',
      ' 11',
      ' 12',
    ]);
  });

  it('joins changes that are close together and separates the others', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `${index}`);
    const heads = (...changed: number[]) =>
      shown(lines.join('\n'), lines.map((line, index) => (changed.includes(index) ? 'x' : line)).join('\n')).filter((line) =>
        line.startsWith('@@'),
      );
    expect(heads(10, 17)).toHaveLength(1);
    expect(heads(10, 18)).toHaveLength(2);
  });

  it('shows new and removed files', () => {
    expect(shown(undefined, 'a\n')).toEqual(['--- /dev/null', '+++ f', '@@ -0,0 +1,1 @@', '+a']);
    expect(shown('a\n', undefined)).toEqual(['--- f', '+++ /dev/null', '@@ -1,1 +0,0 @@', '-a']);
  });

  it('is empty if nothing changed, and mentions a missing final newline', () => {
    expect(shown('a\n', 'a\n')).toEqual([]);
    expect(shown('a\n', 'a')).toEqual(['--- f', '+++ f', '@@ -1,1 +1,1 @@', '-a', '+a', '\\ No newline at end of file']);
  });

  it('contains every changed line, in order, with enough context', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 6 }).map((lines) => lines.map((line) => `${line}\n`).join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after);
        const lines = diff('f', before, after);
        const side = (...kinds: string[]) =>
          lines
            .filter(({ kind }) => kinds.includes(kind))
            .map(({ text: line }) => `${line.slice(1)}\n`)
            .join('');
        // Two hunks have a gap between them, which `side` cannot rebuild.
        if (lines.filter(({ kind }) => kind === 'hunk').length !== 1) return;
        expect(before).toContain(side('same', 'removed'));
        expect(after).toContain(side('same', 'added'));
        expect(before.length - side('same', 'removed').length).toBe(after.length - side('same', 'added').length);
      }),
    );
  });
});

describe('masked', () => {
  it.each([
    ['"Authorization": "Bearer abc_DEF-123"', '"Authorization": "Bearer •••"'],
    ['{"a":"Bearer one","b":"Bearer two"}', '{"a":"Bearer •••","b":"Bearer •••"}'],
    ['"env": { "GITHUB_TOKEN": "ghp_1", "MODE": "x" }', '"env": { "GITHUB_TOKEN": "•••", "MODE": "x" }'],
    ['API_KEY = "sk-1"', 'API_KEY = "•••"'],
    ['"API_KEY": "$MINE"', '"API_KEY": "$MINE"'],
    ['"Authorization": "Bearer $ANSWERBACK_HOOK_TOKEN"', '"Authorization": "Bearer $ANSWERBACK_HOOK_TOKEN"'],
  ])('%s', (line, hidden) => expect(masked(line)).toBe(hidden));
});
