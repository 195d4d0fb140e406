// SQLite as a journal: the conformance suite on every engine, and problems that only files have.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { anAsk } from '../../../test/support/samples.ts';
import { journalConformance } from '../journal.conformance.ts';
import type { Journal } from '../journal.ts';
import { availableEngines, openEngine } from './engine.ts';
import { openSqliteJournal } from './journal.ts';
import { migrate } from './schema.ts';

const opened: Journal[] = [];
const folders: string[] = [];
const undo: (() => void)[] = [];

afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close();
  for (const step of undo.splice(0)) step();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function file(): string {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'));
  folders.push(folder);
  return join(folder, 'journal.db');
}

function open(path: string, engine?: Parameters<typeof openSqliteJournal>[1]): Journal {
  const journal = openSqliteJournal(path, engine);
  opened.push(journal);
  return journal;
}

for (const engine of availableEngines()) {
  journalConformance(`sqlite (${engine})`, () => {
    const path = file();
    return { open: async () => open(path, { engine }), reopen: async () => open(path, { engine }) };
  });

  describe(`a journal file (${engine})`, () => {
    it('is readable only by its owner', () => {
      const path = file();
      open(path, { engine });
      expect(statSync(path).mode & 0o777).toBe(0o600);
    });

    it('that is not a database is refused and left alone', () => {
      const path = file();
      writeFileSync(path, 'this is my shopping list, not a database at all, and it is long enough');
      expect(() => openSqliteJournal(path, { engine })).toThrow(/is damaged.*\(/);
      expect(readFileSync(path, 'utf8')).toContain('shopping list');
    });

    it('that is damaged is reported, and no asks are invented', async () => {
      const path = file();
      const journal = openSqliteJournal(path, { engine });
      for (let i = 0; i < 200; i += 1) await journal.open(anAsk({ id: `id${i}`, toolUseId: `t${i}` }), { filler: 'x'.repeat(500) }, 'a');
      await journal.close();
      const bytes = readFileSync(path);
      bytes.fill(0x55, 4096 * 3, 4096 * 30);
      writeFileSync(path, bytes);
      const torn = open(path, { engine });
      const damage = await torn.check().catch((error: Error) => [error.message]);
      expect(damage.length).toBeGreaterThan(0);
    });

    it('from a newer Answerback is refused', () => {
      const path = file();
      const newer = openEngine(path, engine);
      newer.exec('PRAGMA user_version = 999');
      newer.close();
      expect(() => openSqliteJournal(path, { engine })).toThrow('was written by a newer Answerback');
    });

    it.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
      'on a full disk refuses, loses nothing, and continues when there is space again',
      async () => {
        const folder = smallDisk();
        const journal = open(join(folder, 'journal.db'), { engine });
        const acknowledged: string[] = [];
        const fill = async () => {
          for (let i = acknowledged.length; ; i += 1) {
            const { view } = await journal.open(anAsk({ id: `id${i}`, toolUseId: `t${i}` }), { filler: 'x'.repeat(20_000) }, 'a');
            acknowledged.push(view.id);
          }
        };
        await expect(fill()).rejects.toMatchObject({ name: 'JournalFailure', trouble: 'full' });
        expect(acknowledged.length).toBeGreaterThan(5);
        for (const id of acknowledged) expect(await journal.get(id)).toMatchObject({ state: 'open' });
        expect(await journal.get(`id${acknowledged.length}`)).toBeUndefined();
        rmSync(join(folder, 'ballast'));
        expect(await journal.open(anAsk({ id: 'after', toolUseId: 'after' }), undefined, 'a')).toMatchObject({ kind: 'opened' });
      },
    );
  });

  describe(`migrations (${engine})`, () => {
    it('run once each, in order, and a failing one leaves nothing behind', () => {
      const database = openEngine(file(), engine);
      const steps = ['CREATE TABLE a (x TEXT)', 'ALTER TABLE a ADD COLUMN y TEXT'];
      migrate(database, 'x', steps.slice(0, 1));
      migrate(database, 'x', steps);
      migrate(database, 'x', steps);
      expect(() => migrate(database, 'x', [...steps, 'CREATE TABLE b (x TEXT); CREATE TABLE b (x TEXT)'])).toThrow();
      expect(database.prepare("SELECT name FROM sqlite_master WHERE name = 'b'").all()).toEqual([]);
      expect(database.prepare('PRAGMA user_version').all()).toMatchObject([{ user_version: 2 }]);
      database.close();
    });
  });

  it(`binds only types that SQLite knows (${engine})`, () => {
    const database = openEngine(file(), engine);
    expect(() => database.prepare('SELECT ? AS x').all(true as never)).toThrow('cannot bind a boolean');
    database.close();
  });
}

/** A file system of one megabyte, half of it filled by a file that can be deleted. Only root can create one. */
function smallDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  undo.push(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(join(folder, 'ballast'), Buffer.alloc(400_000));
  return folder;
}
