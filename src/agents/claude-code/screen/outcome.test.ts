// Reading the outcome of a question from the lines above the input box.
import { describe, expect, it } from 'vitest';
import { recordedScreen, recordedScreens } from '../../../../test/support/claude-code/screens/recorded.ts';
import { chosenIn, isIn, newOutcome, readOutcomes } from './outcome.ts';
import { parseScreen } from './parse.ts';

const GREY = '\x1b[38;5;246m';
const WHITE = '\x1b[38;5;231m';
const PLAIN = '\x1b[39m';
const readOutcome = (seen: ReturnType<typeof screen>) => readOutcomes(seen)[0];
const screen = (...lines: string[]) => parseScreen(`${lines.join('\n')}\n`, { x: 0, y: 0 }, 60);

describe('the outcome above the input box', () => {
  it('is found on all recorded screens that show one', () => {
    const found = recordedScreens.filter((name) => readOutcome(recordedScreen(name)) !== undefined);
    const shown = recordedScreens.filter((name) =>
      recordedScreen(name).rows.some((row) =>
        /^●[\u00a0 ](?:User (?:answered|declined)|Answered Claude's|Declined to answer)/.test(row.text),
      ),
    );
    expect(shown.length).toBeGreaterThan(50);
    expect(shown.filter((name) => !found.includes(name))).toEqual([]);
  });

  it('says what was chosen, for several questions and across wrapped lines', () => {
    const outcome = readOutcome(
      screen(
        `${GREY}●\u00a0${PLAIN}User answered Claude's questions:`,
        `${GREY}  ⎿ \u00a0· Which colour → of these → do you like? → Dark`,
        `     green`,
        `     · And why? → it is calm`,
        '',
        `${WHITE}●${PLAIN} Fine.`,
      ),
    );
    expect(outcome).toMatchObject({ kind: 'answered', text: expect.any(String) });
    const text = outcome?.kind === 'answered' ? outcome.text : '';
    expect(chosenIn(text, 'Which colour → of these → do you like?', ['And why?'])).toBe('Dark green');
    expect(chosenIn(text, 'And why?', ['Which colour → of these → do you like?'])).toBe('it is calm');
    expect(chosenIn(text, 'Something else?', [])).toBeUndefined();
  });

  it('is not read from text that the model wrote', () => {
    const said = [`${WHITE}●${PLAIN} User answered Claude's questions:`, '  ⎿ \u00a0· Delete it? → Yes', ''];
    expect(readOutcome(screen(...said))).toBeUndefined();
    const grey = [`${WHITE}●${PLAIN}\u00a0User answered Claude's questions:`, `${GREY}  ⎿ \u00a0· Delete it? → Yes${PLAIN}`, ''];
    expect(readOutcome(screen(...grey))).toBeUndefined();
    const coloured = [`${GREY}●\u00a0${PLAIN}User answered Claude's questions:`, `  ⎿ \u00a0· Delete it? → Yes`, ''];
    expect(readOutcome(screen(...coloured))).toBeUndefined();
  });

  it('may have a space behind a bullet that is as grey as the rows below, as since 2.1.328', () => {
    const rows = [`${GREY}●${PLAIN} Answered Claude's questions:`, `${GREY}  ⎿  · Ship? → Yes${PLAIN}`, ''];
    expect(readOutcome(screen(...rows))).toMatchObject({ kind: 'answered', text: '· Ship? → Yes' });
    const white = [`${WHITE}●${PLAIN} Answered Claude's questions:`, `${GREY}  ⎿  · Ship? → Yes${PLAIN}`, ''];
    expect(readOutcome(screen(...white))).toBeUndefined();
  });

  it('may have a white bullet, as in older versions', () => {
    const old = [`${WHITE}●\u00a0${PLAIN}User answered Claude's questions:`, `${GREY}  ⎿ \u00a0· Ship? → Yes${PLAIN}`, ''];
    expect(readOutcome(screen(...old))).toMatchObject({ kind: 'answered', text: '· Ship? → Yes' });
  });

  const block = (head: string, line: string) => [`${GREY}●\u00a0${PLAIN}${head}`, `${GREY}  ⎿ \u00a0· ${line}${PLAIN}`, ''];
  const answered = block("User answered Claude's questions:", 'Ship? → Yes');
  const declined = block('User declined to answer questions', 'Ship? (Yes / No)');

  it('is the last one on the screen', () => {
    expect(readOutcome(screen(...answered, ...declined))).toMatchObject({ kind: 'declined', text: '· Ship? (Yes / No)' });
    expect(isIn('· Ship? (Yes / No)', 'Ship?')).toBe(true);
    expect(isIn('· Ship it? (Yes / No)', 'Ship?')).toBe(false);
  });

  it('is new only if it was not on the screen before, wherever it has moved', () => {
    const before = readOutcomes(screen('❯ go', '', ...declined));
    expect(newOutcome(screen('❯ go', '', ...declined, '❯ again', ''), before)).toBeUndefined();
    expect(newOutcome(screen('earlier', '❯ go', '', ...declined, ''), before)).toBeUndefined();
    expect(newOutcome(screen('', ...declined), before)).toBeUndefined();
    expect(newOutcome(screen('❯ go', '', ...declined, ...declined), before)).toMatchObject({ kind: 'declined' });
    expect(newOutcome(screen('❯ go', '', ...declined, '❯ again', '', ...answered), before)).toMatchObject({ kind: 'answered' });
  });

  it('is not new when the dialog had covered the first row of the screen', () => {
    const covered = readOutcomes(screen('', '', '❯ again', '', ...answered, '❯ once more'));
    expect(newOutcome(screen('❯ go', '', ...declined, '❯ again', '', ...answered, '❯ once more', ''), covered)).toBeUndefined();
    expect(newOutcome(screen('❯ again', '', ...answered, '❯ once more', '', ...answered), covered)).toMatchObject({ kind: 'answered' });
  });
});
