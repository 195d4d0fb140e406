// What counts as a secret, and that masking changes nothing else.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exposure, masked, maskedDeep, readSecret, secretsIn } from './secret.ts';

describe('secrets', () => {
  it('are recognised by the names of their variables', () => {
    const env = {
      ANTHROPIC_API_KEY: 'one',
      GITHUB_TOKEN: 'two',
      DB_PASSWORD: 'three',
      APIKEY: 'four',
      AWS_SECRET_ACCESS_KEY: 'five',
      NPM_TOKEN: '',
    };
    expect(secretsIn(env)).toEqual(['one', 'two', 'three', 'four', 'five']);
    // Values that people use as answers, in variables whose names only sound similar.
    expect(
      secretsIn({ GIT_AUTHOR_NAME: 'Postgres', TOKENIZER: 'sentencepiece', KEYBOARD: 'dvorak', XAUTHORITY: '/home/ada/.Xauthority' }),
    ).toEqual([]);
  });

  it('are masked, the longest first, and short ones not at all', () => {
    expect(masked('secret-1234 and secret-12345', ['secret-1234', 'secret-12345'])).toBe('••• and •••');
    expect(masked('yes', ['yes'])).toBe('yes');
  });

  it('are masked in every text of a value, and nowhere else', () => {
    const hidden = (text: string) => masked(text, ['secret-1234']);
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
    expect(JSON.stringify(maskedDeep(deep, hidden)).length).toBeLessThan(1_000);
    expect(maskedDeep({ a: ['x secret-1234', 2, null, true], b: { c: 'secret-1234' } }, hidden)).toEqual({
      a: ['x •••', 2, null, true],
      b: { c: '•••' },
    });
  });

  it.each([
    ['http://127.0.0.1:11434/v1', true],
    ['ws://localhost:18789', true],
    ['http://[::1]:1/', true],
    ['https://api.example/v1', true],
    ['http://api.example/v1', false],
    ['ws://192.168.1.7:18789', false],
    ['http://127.0.0.1.example/', false],
  ])('may go to %s: %s', (url, may) => {
    expect(exposure('The key', url) === undefined).toBe(may);
  });
});

describe('the file of a secret', () => {
  const inFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'secret-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return join(folder, 'key');
  };

  it('that is a pipe is refused without waiting for its writer', async () => {
    const file = inFolder();
    execFileSync('mkfifo', ['-m', '600', file]);
    expect(await readSecret('The key', { file }, {})).toMatchObject({ kind: 'problem', message: expect.stringContaining('not a file') });
    expect(await readSecret('The key', { file: '/dev/zero' }, {})).toMatchObject({ kind: 'problem' });
  });

  it('is read up to a limit', async () => {
    const file = inFolder();
    writeFileSync(file, 'x'.repeat(20_000), { mode: 0o600 });
    expect(await readSecret('The key', { file }, {})).toMatchObject({ kind: 'problem', message: expect.stringContaining('too large') });
    writeFileSync(file, ' abc\n');
    expect(await readSecret('The key', { file }, {})).toEqual({ kind: 'secret', value: 'abc' });
  });
});
