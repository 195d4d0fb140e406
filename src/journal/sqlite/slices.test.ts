// Long reading and removing is done in slices, between which everything else gets its turn. Here turns are counted, not milliseconds.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anAsk, aQuestion } from '../../../test/support/samples.ts';
import type { Journal } from '../journal.ts';
import { availableEngines, openEngine } from './engine.ts';
import { openSqliteJournal } from './journal.ts';

const ASKS = 3_500;
let folder: string;
let journal: Journal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slices-'));
});
afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** How many turns the event loop took meanwhile. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await work();
  clearImmediate(next);
  return turns;
}

for (const engine of availableEngines()) {
  const filled = async (asks = ASKS) => {
    journal = openSqliteJournal(join(folder, 'journal.db'), { engine });
    const ask = (i: number) =>
      anAsk({ id: `id${i}`, toolUseId: `t${i}`, createdAt: i, project: `/srv/project-${i}`, session: `s${i % 9}` });
    await Promise.all(Array.from({ length: asks }, (_, i) => journal.open(ask(i), undefined, 'a')));
    return journal;
  };
  const expire = async (count: number) => {
    for (let i = 0; i < count; i += 1) await journal.append(`id${i}`, 1, [{ at: i, actor: 'clock', happening: { kind: 'expired' } }]);
  };

  describe(`others get their turn (${engine})`, () => {
    it('after every five hundred asks that a page looks at, and every fifty that it reads', async () => {
      await filled();
      for (const filter of [
        { text: 'xy' },
        { program: 'nobody' },
        { by: 'nobody' },
        { kinds: ['plan'] },
        { project: 'nowhere' },
      ] as const) {
        expect(await turnsOf(async () => expect((await journal.list(filter, { limit: 50 })).items).toEqual([]))).toBeGreaterThanOrEqual(3);
      }
      expect(await turnsOf(() => journal.list({}, { limit: 500 }))).toBeGreaterThanOrEqual(9);
      // One that is full at once takes none.
      expect(await turnsOf(() => journal.list({ project: 'project-7' }, { limit: 50 }))).toBeLessThanOrEqual(4);
      expect(await turnsOf(() => journal.list({ text: 'database' }, { limit: 50 }))).toBe(0);
    });

    it('and between the slices of different searches: twenty at once take twenty times the turns', async () => {
      await filled();
      const search = () => journal.list({ program: 'nobody' }, { limit: 50 });
      const one = await turnsOf(search);
      expect(await turnsOf(() => Promise.all(Array.from({ length: 20 }, search)))).toBeGreaterThanOrEqual(one * 20 - 20);
    });

    it('while prompts are read that are many or long, and of too many bytes only the first are read', async () => {
      journal = openSqliteJournal(join(folder, 'journal.db'), { engine });
      const text = 'x'.repeat(100_000);
      for (let i = 0; i < 60; i += 1) {
        const prompt = {
          id: `p${i}`,
          session: 's1',
          text,
          by: { kind: 'person', name: 'ada', surface: 'test' },
          queuedAt: i,
          state: 'sent',
        } as const;
        await journal.movePrompt(prompt, undefined, i, 'a');
      }
      expect(await turnsOf(async () => expect(await journal.prompts({ limit: 500 })).toHaveLength(60))).toBeGreaterThanOrEqual(2);
      expect((await journal.prompts({ limit: 500, bytes: 1_000_000 })).length).toBeLessThan(30);
      expect(await turnsOf(() => journal.prompts({ beginning: 'p5', limit: 7 }))).toBe(0);
    });

    it('and a search that nobody waits for any more stops', async () => {
      await filled();
      const leaving = new AbortController();
      const search = journal.list({ program: 'nobody' }, { limit: 50, signal: leaving.signal });
      leaving.abort();
      await expect(search).rejects.toThrow('aborted');
    });

    it('while old asks are removed, and while everything is checked', async () => {
      await filled(400);
      await expire(300);
      expect(await turnsOf(async () => expect(await journal.check()).toEqual([]))).toBeGreaterThanOrEqual(10);
      expect(await turnsOf(async () => expect(await journal.forget(250, 10_000)).toBe(250))).toBeGreaterThanOrEqual(5);
      expect((await journal.list({}, { limit: 500 })).items).toHaveLength(150);
      expect(await journal.check()).toEqual([]);
    });

    it('after every two megabytes, where asks are long: permissions of 400 KB', async () => {
      journal = openSqliteJournal(join(folder, 'journal.db'), { engine });
      const long = (i: number) => {
        const questions = [aQuestion({ text: `${'x'.repeat(400_000)} ${i}` })];
        return anAsk({ id: `id${i}`, toolUseId: `t${i}`, createdAt: i, questions });
      };
      for (let i = 0; i < 60; i += 1) await journal.open(long(i), undefined, 'a');
      await expire(40);
      // Five of them are two megabytes.
      const expected = async (turns: number, work: () => Promise<unknown>) => expect(await turnsOf(work)).toBeGreaterThanOrEqual(turns);
      await expected(12, async () => expect((await journal.list({}, { limit: 60 })).items).toHaveLength(60));
      await expected(11, async () => expect((await journal.list({ text: 'qz' }, { limit: 50 })).items).toEqual([]));
      await expected(11, async () => expect((await journal.list({ text: 'rare' }, { limit: 50 })).items).toEqual([]));
      await expected(11, async () => expect((await journal.list({ by: 'nobody' }, { limit: 50 })).items).toEqual([]));
      await expected(11, async () => expect((await journal.list({ session: 's1', text: 'qz' }, { limit: 50 })).items).toEqual([]));
      await expected(20, () => journal.check());
      await expected(8, async () => expect(await journal.forget(39, 1_000)).toBe(39));
    });

    it('a page ends when it has as many bytes as are wanted, and the next one goes on there; so do events', async () => {
      journal = openSqliteJournal(join(folder, 'journal.db'), { engine });
      const text = 'x'.repeat(400_000);
      for (let i = 0; i < 20; i += 1)
        await journal.open(anAsk({ id: `id${i}`, toolUseId: `t${i}`, questions: [aQuestion({ text })] }), undefined, 'a');
      const ids: string[] = [];
      let [pages, cursor]: [number, number | undefined] = [0, undefined];
      do {
        const { items, next } = await journal.list({}, { limit: 50, cursor, bytes: 1_000_000 });
        expect(items).toHaveLength(Math.min(3, 20 - ids.length));
        ids.push(...items.map(({ id }) => id));
        [pages, cursor] = [pages + 1, next];
      } while (cursor !== undefined);
      expect([pages, new Set(ids).size]).toEqual([7, 20]);
      const events: number[] = [];
      for (let found = await journal.since(0, 100); found.length > 0; found = await journal.since(events.at(-1) ?? 0, 100)) {
        expect(found.length).toBeLessThanOrEqual(4);
        events.push(...found.map(({ seq }) => seq));
      }
      expect(events).toHaveLength(20);
    });

    it('while a copy is made, which is complete and can be opened; what goes wrong is said', async () => {
      await filled(200);
      const copy = join(folder, 'copy.db');
      const writing = journal.backup(copy);
      await journal.open(anAsk({ id: 'meanwhile', toolUseId: 'meanwhile' }), undefined, 'a');
      await writing;
      expect(statSync(copy).mode & 0o777).toBe(0o600);
      const database = openEngine(copy, engine);
      expect(Number(database.prepare('SELECT count(*) AS n FROM asks').all()[0]?.n)).toBeGreaterThanOrEqual(200);
      database.close();
      await expect(journal.backup(copy)).rejects.toThrow('already exists');
      await expect(journal.backup(join(folder, 'missing', 'copy.db'))).rejects.toMatchObject({ trouble: 'read-only' });
      const broken = journal.backup(join(folder, 'never.db'));
      await Promise.all([expect(broken).rejects.toThrow('the journal was closed'), journal.close()]);
    });
  });
}
