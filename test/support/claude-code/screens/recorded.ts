// For tests: the recorded screens. Those marked `placed` were recorded without a cursor, which was added by hand.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseScreen } from '../../../../src/agents/claude-code/screen/parse.ts';
import type { Cursor, Screen } from '../../../../src/agents/claude-code/screen/state.ts';

const FOLDERS = ['2.1.325', '2.1.327', '2.1.328'].map((version) => resolve(`src/agents/claude-code/fixtures/screens-${version}`));

type Facts = { readonly columns: number; readonly cursor: Cursor; readonly alternate: boolean; readonly placed?: true };

/** Each screen with its folder. Names differ between the folders. */
const recorded = new Map(FOLDERS.flatMap((folder) => namesIn(folder).map((name) => [name, folder] as const)));
const index: Record<string, Facts> = Object.assign(
  {},
  ...FOLDERS.map((folder) => JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))),
);

function namesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ansi'))
    .map((name) => name.replace(/\.ansi$/, ''));
}

export const recordedScreens: readonly string[] = [...recorded.keys()];

/** How each screen must be read, in the notation of `inWords`. Checked by eye. */
export const expectedWords: ReadonlyMap<string, string> = new Map(
  FOLDERS.flatMap((folder) => readFileSync(join(folder, 'expected.txt'), 'utf8').trimEnd().split('\n')).map((line) => [
    line.slice(0, line.indexOf(': ')),
    line.slice(line.indexOf(': ') + 2),
  ]),
);

export function recordedAnsi(name: string): { readonly ansi: string } & Facts {
  const facts = index[name];
  if (facts === undefined) throw new Error(`index.json has no ${name}`);
  return { ansi: readFileSync(join(recorded.get(name) ?? '', `${name}.ansi`), 'utf8'), ...facts };
}

const parsed = new Map<string, Screen>();

export function recordedScreen(name: string): Screen {
  const known = parsed.get(name);
  if (known !== undefined) return known;
  const { ansi, cursor, columns, alternate } = recordedAnsi(name);
  const screen = parseScreen(ansi, cursor, columns, alternate);
  parsed.set(name, screen);
  return screen;
}

const OLDER = resolve('src/agents/claude-code/fixtures/screens-older');

/** A screen of an older version. */
export function olderScreen(name: string): Screen {
  const facts: Record<string, Facts> = JSON.parse(readFileSync(join(OLDER, 'index.json'), 'utf8'));
  const { columns, cursor, alternate } = facts[name] as Facts;
  return parseScreen(readFileSync(join(OLDER, `${name}.ansi`), 'utf8'), cursor, columns, alternate);
}
