// The stored data of a chat with people: one small file, replaced in one step and readable only by the user.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { asObject } from '../question/json.ts';

/** `onDamage`: the file is there but cannot be read, so that the chat starts empty; the damaged file is kept beside the new one. */
export function chatDataFile<ChatData extends object>(file: string, empty: ChatData, onDamage: (reason: string) => void) {
  return {
    read(): ChatData {
      try {
        const read = asObject(JSON.parse(readFileSync(file, 'utf8')));
        const isWhole = read && Object.entries(empty).every(([name, value]) => Array.isArray(value) === Array.isArray(read[name]));
        if (isWhole) return read as ChatData;
        throw new Error('it is not what was written');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty;
        onDamage(`${file} cannot be read, so nobody is paired any more: ${(error as Error).message}`);
        try {
          renameSync(file, `${file}.damaged`);
        } catch {
          // It stays where it is until something is written.
        }
        return empty;
      }
    },
    write(data: ChatData): void {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(`${file}.new`, `${JSON.stringify(data)}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
