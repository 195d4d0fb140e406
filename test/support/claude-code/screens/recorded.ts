// For tests: the recorded screens. Those marked `placed` were recorded without a cursor, which was added by hand.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseScreen } from '../../../../src/channels/claude-code/screen/parse.ts';
import type { Cursor, Screen } from '../../../../src/channels/claude-code/screen/state.ts';

const FOLDER = resolve('src/channels/claude-code/fixtures/screens-2.1.325');

type Facts = { readonly columns: number; readonly cursor: Cursor; readonly alternate: boolean; readonly placed?: true };

const index: Record<string, Facts> = JSON.parse(readFileSync(join(FOLDER, 'index.json'), 'utf8'));

export const recordedScreens: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.ansi'))
  .map((name) => name.replace(/\.ansi$/, ''));

export function recordedAnsi(name: string): { readonly ansi: string } & Facts {
  const facts = index[name];
  if (facts === undefined) throw new Error(`index.json has no ${name}`);
  return { ansi: readFileSync(join(FOLDER, `${name}.ansi`), 'utf8'), ...facts };
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

const OLDER = resolve('src/channels/claude-code/fixtures/screens-older');

/** A screen of an older version. */
export function olderScreen(name: string): Screen {
  const facts: Record<string, Facts> = JSON.parse(readFileSync(join(OLDER, 'index.json'), 'utf8'));
  const { columns, cursor, alternate } = facts[name] as Facts;
  return parseScreen(readFileSync(join(OLDER, `${name}.ansi`), 'utf8'), cursor, columns, alternate);
}
