import { describe, expect, it } from 'vitest';
import type { VerdictInput } from '../ask/schema/input.ts';
import { width } from '../text/width.ts';
import { showOnScreen } from './ask-in-terminal.ts';
import { type LinesComponent, screenComponent } from './component-screen.ts';
import type { RunScreen } from './loop.ts';

const options = [
  { label: 'Postgres', description: 'A server, for many users' },
  { label: 'SQLite 🗄️', description: 'One file, no server' },
];
const asked = { questions: [{ text: 'Which database?', header: 'Database', options }] };

/** The dialog as a component of another program. */
function opened() {
  let component: LinesComponent | undefined;
  let redraws = 0;
  const close = new AbortController();
  const run: RunScreen = (open) =>
    new Promise((done) => {
      component = screenComponent({ rows: () => 24, requestRender: () => redraws++, done }, open);
    });
  const verdict: Promise<VerdictInput | undefined> = showOnScreen(run, asked, close.signal);
  const typed = (...inputs: readonly string[]) => {
    for (const input of inputs) component?.handleInput(input);
  };
  return { verdict, typed, close, lines: (columns = 80) => component?.render(columns) ?? [], redraws: () => redraws };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about them
const plain = (line: string) => line.replaceAll(/\u001b\[[0-9;]*m/g, '');

describe('a dialog as a component of another program', () => {
  it('is drawn as lines that fit, without spare rows and without naming columns of the terminal', () => {
    const { lines } = opened();
    for (const columns of [80, 40, 12]) {
      const drawn = lines(columns).map(plain);
      for (const line of drawn) expect(width(line)).toBeLessThanOrEqual(columns);
      expect(drawn.join('\n')).not.toContain('\u001b');
      expect(drawn.join('\n')).not.toContain('\n\n\n');
    }
  });

  it('is answered with what was typed, and asks for a new drawing each time', async () => {
    const { verdict, typed, lines, redraws } = opened();
    lines();
    typed('\u001b[B');
    expect(redraws()).toBe(1);
    typed('\r');
    expect(await verdict).toEqual({ kind: 'answers', answers: [{ choose: [2] }] });
  });

  it('draws its own cursor where text is typed', () => {
    const { typed, lines } = opened();
    lines();
    typed('3', 'D', 'u');
    expect(lines().find((line) => plain(line).includes('Du'))).toContain('\u001b[7m');
  });

  it('closes when it is told to', async () => {
    const { verdict, close } = opened();
    close.abort();
    expect(await verdict).toBeUndefined();
  });
});
