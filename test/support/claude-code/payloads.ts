// The recorded hook payloads, for tests.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve('src/agents/claude-code/fixtures/2.1.325');

export const recordedNames: readonly string[] = readdirSync(FOLDER).map((name) => name.replace(/\.json$/, ''));

export function recorded(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
}
