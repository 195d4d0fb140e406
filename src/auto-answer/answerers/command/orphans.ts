// Programs of a broker that was killed keep running. The next broker of the same folder ends them, because nobody would get their answers.
//
// A run's name starts with its broker: its folder and its process id. A folder has only one broker, so a name with our folder
// and another process id belongs to a broker that is gone.
import { createHash, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { endGroup, RUN_VARIABLE } from '../../../system/process-group.ts';

type RunNames = { next(): string; endOrphans(): Promise<void> };

/** `neutral` is in the broker's folder. */
export function runNames(neutral: string): RunNames {
  const folder = folderName(dirname(neutral));
  const own = `${folder}-${process.pid}-`;
  return {
    next: () => `${own}${randomUUID()}`,
    async endOrphans() {
      if (process.platform !== 'linux') return;
      const runs = (await runsOf(folder)).filter((run) => !run.startsWith(own));
      // Its group is unknown by now; its name is enough. Number 0 would be our own group.
      await Promise.all([...new Set(runs)].map((run) => endGroup(NO_GROUP, run)));
    },
  };
}
const NO_GROUP = 2 ** 30;

async function runsOf(folder: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      return environment.split('\0').find((entry) => entry.startsWith(`${RUN_VARIABLE}=${folder}-`));
    }),
  );
  return found.flatMap((entry) => (entry === undefined ? [] : [entry.slice(RUN_VARIABLE.length + 1)]));
}

/** Not by path alone, which may be the same in a container. */
function folderName(folder: string): string {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return createHash('sha256').update(`${folder}\n${stat?.dev}\n${stat?.ino}`).digest('hex').slice(0, 16);
}
