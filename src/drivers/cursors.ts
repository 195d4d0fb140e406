// How far each chat agent has dealt with what it was told: one small file, replaced in one step, so that nothing is told twice after a crash.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { asObject } from '../question/json.ts';

export type Cursors = { get(name: string): number | undefined; set(name: string, seq: number): void };

export function openCursors(file: string): Cursors {
  const known = new Map<string, number>();
  for (const [name, seq] of Object.entries(stored(file))) if (Number.isSafeInteger(seq)) known.set(name, seq as number);
  return {
    get: (name) => known.get(name),
    set(name, seq) {
      if (known.get(name) === seq) return;
      known.set(name, seq);
      writeFileSync(`${file}.new`, `${JSON.stringify(Object.fromEntries(known))}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}

/** If it is missing or damaged, agents are told again what waits for them now. */
function stored(file: string): object {
  try {
    return asObject(JSON.parse(readFileSync(file, 'utf8'))) ?? {};
  } catch {
    return {};
  }
}
