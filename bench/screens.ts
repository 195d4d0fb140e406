// Row x: reading a screen of Claude Code, in one process. It is read after every key, and whenever it changes.
import { performance } from 'node:perf_hooks';
import { stripVTControlCharacters } from 'node:util';
import { parseScreen } from '../src/agents/claude-code/screen/parse.ts';
import { readScreen } from '../src/agents/claude-code/screen/read.ts';
import { recordedAnsi } from '../test/support/claude-code/screens/recorded.ts';
import { type Row, timingRow } from './table.ts';

const MOST_MS = 1;
const SCREENS = [
  'layout-long-120x40-full',
  'layout-unicode-120x40-full',
  'f120-previewtwo-0',
  'form4-review',
  'idle-full-fakemenu',
  'perm-write',
];

export async function screens(quick: boolean): Promise<Row[]> {
  const rounds = quick ? 20 : 300;
  const recorded = SCREENS.map(recordedAnsi);
  const [floor, measured]: [number[], number[]] = [[], []];
  for (let round = -300; round < rounds; round += 1) {
    for (const { ansi, cursor, columns, alternate } of recorded) {
      const before = performance.now();
      stripVTControlCharacters(ansi);
      const between = performance.now();
      readScreen(parseScreen(ansi, cursor, columns, alternate));
      const after = performance.now();
      if (round < 0) continue;
      floor.push(between - before);
      measured.push(after - between);
    }
  }
  const what = `x. a screen of Claude Code is parsed and read (${SCREENS.length} screens; floor: the text without its colours)`;
  return [timingRow({ what, floor, measured, p50AtMost: MOST_MS })];
}
