// How far each chat agent has dealt with what it was told: one small file, replaced in one step, so that nothing is told twice after a crash.
import { replaceFile, storedObject } from '../../system/replaced-file.ts';

export type Cursors = { get(name: string): number | undefined; set(name: string, seq: number): void };

export function openCursors(file: string): Cursors {
  const known = new Map<string, number>();
  // If it is missing or damaged, agents are told again what waits for them now.
  for (const [name, seq] of Object.entries(storedObject(file))) if (Number.isSafeInteger(seq)) known.set(name, seq as number);
  return {
    get: (name) => known.get(name),
    set(name, seq) {
      if (known.get(name) === seq) return;
      known.set(name, seq);
      replaceFile(file, `${JSON.stringify(Object.fromEntries(known))}\n`);
    },
  };
}
