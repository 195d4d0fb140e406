// Reading the outcome of a question from the lines above the input box.
import { describe, expect, it } from 'vitest';
import { recordedScreen, recordedScreens } from '../../../../test/support/claude-code/screens/recorded.ts';
import { chosenIn, readOutcome } from './outcome.ts';
import { parseScreen } from './parse.ts';

const GREY = '\x1b[38;5;246m';
const WHITE = '\x1b[38;5;231m';
const PLAIN = '\x1b[39m';
const screen = (...lines: string[]) => parseScreen(`${lines.join('\n')}\n`, { x: 0, y: 0 }, 60);

describe('the outcome above the input box', () => {
  it('is found on all recorded screens that show one', () => {
    const found = recordedScreens.filter((name) => readOutcome(recordedScreen(name)) !== undefined);
    const shown = recordedScreens.filter((name) =>
      recordedScreen(name).rows.some((row) => /^●\u00a0User (answered|declined)/.test(row.text)),
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
    expect(outcome).toEqual({ kind: 'answered', text: expect.any(String) });
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

  it('may have a white bullet, as in older versions', () => {
    const old = [`${WHITE}●\u00a0${PLAIN}User answered Claude's questions:`, `${GREY}  ⎿ \u00a0· Ship? → Yes${PLAIN}`, ''];
    expect(readOutcome(screen(...old))).toEqual({ kind: 'answered', text: '· Ship? → Yes' });
  });

  it('is the last one on the screen', () => {
    const first = [`${GREY}●\u00a0${PLAIN}User answered Claude's questions:`, `${GREY}  ⎿ \u00a0· Ship? → Yes${PLAIN}`, ''];
    const second = [`${GREY}●\u00a0${PLAIN}User declined to answer questions`, `${GREY}  ⎿ \u00a0· Ship? (Yes / No)${PLAIN}`, ''];
    expect(readOutcome(screen(...first, ...second))).toEqual({ kind: 'declined' });
  });
});
