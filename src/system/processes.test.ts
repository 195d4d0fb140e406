// Which process in a terminal gets what is typed there, on tables of processes as `ps` prints them.
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { foregroundProblem, isAlive, PS, readTable, whyNotInForeground } from './processes.ts';

const BACKGROUND = 'background';
const SUSPENDED = 'the agent is suspended (Ctrl-Z); continue it with fg';
const ELSEWHERE = 'the agent does not run in this pane';

/** The agent is process 7, the pane was started with process 2. Columns: pid ppid pgid tpgid tty stat. */
const problem = (...rows: string[]) => foregroundProblem(readTable(['1 0 1 0 ?? Ss', ...rows].join('\n')), 7, 2);

describe('keys typed in the pane reach the agent', () => {
  it.each([
    ['when it was started from a shell with job control', ['2 1 2 7 ttys3 Ss', '7 2 7 7 ttys3 S+']],
    ['when it shares the process group of a wrapper (sh -c, npx, env)', ['2 1 2 2 ttys3 Ss+', '5 2 2 2 ttys3 S+', '7 5 2 2 ttys3 S+']],
    ['in nested shells', ['2 1 2 7 ttys3 Ss', '5 2 5 7 ttys3 S', '6 5 6 7 ttys3 S', '7 6 7 7 ttys3 S+']],
    ['when its parent has ended', ['2 1 2 7 ttys3 Ss', '7 1 7 7 ttys3 S+']],
    [
      'through a program with a terminal of its own (script)',
      ['2 1 2 5 ttys3 Ss', '5 2 5 5 ttys3 S+', '6 5 6 7 ttys4 Ss', '7 6 7 7 ttys4 S+'],
    ],
    ['when it has no controlling terminal, but its parent is in front (setsid)', ['2 1 2 5 ttys3 Ss', '5 2 5 5 ttys3 S+', '7 5 7 0 ?? Ss']],
  ])('%s', (_, rows) => expect(problem(...rows)).toBeUndefined());
});

describe('keys typed in the pane do not reach the agent', () => {
  it.each([
    ['in the background of a shell', BACKGROUND, ['2 1 2 2 ttys3 Ss+', '7 2 7 2 ttys3 S']],
    ['while another program is in front of it', BACKGROUND, ['2 1 2 9 ttys3 Ss', '9 2 9 9 ttys3 S+', '7 2 7 9 ttys3 S']],
    ['while it is suspended', SUSPENDED, ['2 1 2 2 ttys3 Ss+', '7 2 7 2 ttys3 T']],
    ['while the program around it is in the background', BACKGROUND, ['2 1 2 2 ttys3 Ss+', '5 2 5 2 ttys3 S', '7 5 7 7 ttys4 Ss+']],
    ['in another terminal', ELSEWHERE, ['2 1 2 2 ttys3 Ss+', '7 1 7 7 ttys4 Ss+']],
    ['after it or its pane ended', ELSEWHERE, ['7 1 7 7 ttys4 Ss+']],
  ])('%s', (_, reason, rows) => expect(problem(...rows)).toBe(reason));
});

it('reads what `ps` prints on this system', () => {
  const row = readTable(execFileSync('ps', [...PS], { encoding: 'utf8' }))(process.pid);
  expect(row).toMatchObject({ parent: process.ppid, state: expect.stringMatching(/^[RSD]$/) });
  expect(row?.group).toBeGreaterThan(0);
});

it('reads the real process table', async () => {
  const look = { pid: 1, command: 'init', cursor: { x: 0, y: 0 } };
  expect(await whyNotInForeground(process.pid, look as never)).toBe(ELSEWHERE);
  expect(isAlive(process.pid)).toBe(true);
});
