// The stored data of a chat with people: one small file, replaced in one step and readable only by the user.
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../system/replaced-file.ts';
import { asObject } from '../text/json.ts';

/** `onDamage`: the file is there but cannot be read, so that the chat starts empty; the damaged file is kept beside the new one. */
export function chatDataFile<ChatData extends object>(
  file: string,
  empty: ChatData,
  isWhole: (read: Readonly<Record<string, unknown>>) => boolean,
  onDamage: (reason: string) => void,
) {
  return {
    read(): ChatData {
      try {
        const read = asObject(JSON.parse(readFileSync(file, 'utf8')));
        if (read && isWhole(read)) return read as ChatData;
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
      replaceFile(file, `${JSON.stringify(data)}\n`);
    },
  };
}
