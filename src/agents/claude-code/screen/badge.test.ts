// The badge of 2.1.328 in dialogs that are taller than the pane. recorded.test.ts has real screens with it.
import { expect, it } from 'vitest';
import { recordedAnsi } from '../../../../test/support/claude-code/screens/recorded.ts';
import { parseScreen } from './parse.ts';
import { readScreen } from './read.ts';

function readWith(change: (ansi: string) => string) {
  const { ansi, cursor, columns, alternate } = recordedAnsi('f60x15-badge-permission');
  return readScreen(parseScreen(change(ansi), cursor, columns, alternate));
}
const BADGE = /^.* ↑ 3 more lines .*$/m;

it('a badge that counts downwards, or many rows, is a badge too', () => {
  for (const text of [' ↓ 3 more lines', ' ↑ 1 more line', ' ↑ 1234 more lines'])
    expect(
      readWith((ansi) => ansi.replace(BADGE, `\x1b[38;5;220m${text} \x1b[39m`)),
      text,
    ).toMatchObject({ kind: 'permission' });
});

it('the same words without a colour are the text of an agent, which stops the reading', () => {
  expect(readWith((ansi) => ansi.replace(BADGE, '\x1b[39m ↑ 3 more lines'))).toMatchObject({ kind: 'unknown' });
});

it('a badge with other words in its row covers something, which stops the reading', () => {
  expect(readWith((ansi) => ansi.replace(BADGE, '\x1b[38;5;220m ↑ 3 more lines \x1b[39mfrom here on'))).toMatchObject({ kind: 'unknown' });
});
