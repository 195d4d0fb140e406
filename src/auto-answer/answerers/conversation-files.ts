// What is remembered of conversations with answerers: one small file each, replaced as a whole, readable only by the user.
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Conversations } from './conversation.ts';

/** Nobody continues a conversation after that. */
const KEPT_FOR_MS = 30 * 24 * 3_600_000;
const MOST_FILES = 2_000;

export function conversationFiles(folder: string, now: () => number = Date.now): Conversations {
  const tidied = tidy(folder, now());
  const pathOf = (key: string) => join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 40)}.json`);
  let writes = 0;
  return {
    async read(key) {
      try {
        const file = JSON.parse(await readFile(pathOf(key), 'utf8'));
        return file.key === key ? file.kept : undefined;
      } catch {
        return undefined;
      }
    },
    async write(key, kept) {
      await tidied;
      const path = pathOf(key);
      writes += 1;
      const draft = `${path}.${process.pid}-${writes}`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const file = await open(draft, 'w', 0o600);
        try {
          await file.writeFile(JSON.stringify({ key, kept }));
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
      } catch {
        // A full disk costs the memory, not the answer.
        await rm(draft, { force: true }).catch(() => {});
      }
    },
  };
}

/** Removes old files, all but the latest ones, and drafts of a broker that was killed. */
async function tidy(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const latest = files.filter(({ name, at }) => name.endsWith('.json') && now - at < KEPT_FOR_MS).sort((a, b) => b.at - a.at);
  const kept = new Set(latest.slice(0, MOST_FILES).map(({ name }) => name));
  await Promise.all(names.filter((name) => !kept.has(name)).map((name) => rm(join(folder, name), { force: true }).catch(() => {})));
}
