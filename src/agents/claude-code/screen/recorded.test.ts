// Reads every recorded screen and compares it with its line in the expected.txt beside it, which was checked by eye.
import { describe, expect, it } from 'vitest';
import { inWords } from '../../../../test/support/claude-code/screens/notation.ts';
import { expectedWords, recordedScreen, recordedScreens } from '../../../../test/support/claude-code/screens/recorded.ts';
import { readScreen } from './read.ts';

describe('a recorded screen', () => {
  it('has a line in expected.txt', () => {
    expect([...expectedWords.keys()].sort()).toEqual([...recordedScreens].sort());
  });

  it.each([...expectedWords])('is read as expected: %s', (name, words) => {
    expect(inWords(readScreen(recordedScreen(name))).replaceAll('\n', '\\n')).toBe(words);
  });

  it('includes the command and the details of a permission, without tips', () => {
    expect(readScreen(recordedScreen('perm-bash2'))).toMatchObject({
      subject: 'npm run build --if-present',
      detail: ['Run build', 'npm run build --if-present', 'This command requires approval'],
    });
  });

  it('says which labels reach the edge of the screen', () => {
    const state = readScreen(recordedScreen('x60x15-exact'));
    expect(state.kind === 'question' && state.rows.map((row) => row.atEdge)).toEqual([true, true, undefined]);
    const wide = readScreen(recordedScreen('x60x15-wide'));
    expect(wide.kind === 'question' && wide.rows.map((row) => row.atEdge)).toEqual([true, true, undefined]);
  });

  it('includes the footer', () => {
    const state = readScreen(recordedScreen('f60x15-previewtwo-notes'));
    expect(state).toMatchObject({
      footer: 'Enter to select · ↑/↓ to navigate · n to add notes · Tab to switch questions · ctrl+g to edit in Vim · Esc to cancel',
    });
  });
});
