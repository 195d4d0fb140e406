// The recorded hook payloads, for tests.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'fixtures', '2.1.325');

export const recordedNames: readonly string[] = readdirSync(FOLDER).map((name) => name.replace(/\.json$/, ''));

export function recorded(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
}
