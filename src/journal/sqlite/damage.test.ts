// A journal with flipped bits: what can be rebuilt is rebuilt, the rest is set aside and reported, and everything else works.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anAsk } from '../../../test/support/samples.ts';
import { settle } from '../../inbox/settle.ts';
import type { Journal } from '../journal.ts';
import { availableEngines, type EngineName, openEngine } from './engine.ts';
import { openSqliteJournal } from './journal.ts';

let folder: string;
let path: string;
let reports: string[];
let journal: Journal | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'damage-'));
  path = join(folder, 'journal.db');
  reports = [];
});
afterEach(async () => {
  await journal?.close();
  rmSync(folder, { recursive: true, force: true });
});

const by = { kind: 'person', name: 'ada', surface: 'test' } as const;

async function open(engine: EngineName): Promise<Journal> {
  await journal?.close();
  journal = openSqliteJournal(path, { engine, report: (damage) => reports.push(damage) });
  return journal;
}

/** Three asks, the second of them decided; a session, a prompt and a pause. */
async function written(engine: EngineName): Promise<void> {
  const fresh = await open(engine);
  await fresh.see({ id: 'aaaa-session', program: 'claude-code', project: '/p', startedAt: 1, seenAt: 1 }, 'agent');
  for (const n of [1, 2, 3])
    await fresh.open(anAsk({ id: `ask${n}`, toolUseId: `t${n}`, session: 'aaaa-session', deadline: 9_000 + n }), undefined, 'agent');
  await settle(fresh, 'ask2', { kind: 'decline', key: 'k', by, at: 5 });
  const prompt = { id: 'prompt1', session: 'aaaa-session', text: 'go on', by, queuedAt: 5, state: 'queued' } as const;
  await fresh.movePrompt(prompt, undefined, 5, 'person:ada');
  await fresh.setPauses([{ scope: { kind: 'project', project: '/p' }, by, at: 6 }], 6, 'person:ada');
}

async function damaged(engine: EngineName, sql: string): Promise<Journal> {
  await written(engine);
  await journal?.close();
  journal = undefined;
  const database = openEngine(path, engine);
  database.exec(sql);
  database.close();
  return open(engine);
}

/** Flips a bit in the last character of this text; the highest one makes the text invalid as UTF-8. */
function flip(column: string, text: string, bit: number): string {
  const flipped = (text.charCodeAt(text.length - 1) ^ bit).toString(16).padStart(2, '0');
  return `${column} = replace(${column}, '${text}', '${text.slice(0, -1)}' || CAST(x'${flipped}' AS TEXT))`;
}

const BITS = [0x01, 0x04, 0x80];

for (const engine of availableEngines()) {
  describe(`one flipped bit (${engine})`, () => {
    it.each(BITS)('in the entry of an ask is mended from its events (bit %d)', async (bit) => {
      const mended = await damaged(engine, `UPDATE asks SET ${flip('view', 'question', bit)} WHERE id = 'ask2'`);
      expect(await mended.get('ask2')).toMatchObject({ state: 'declined', version: 2, kind: 'question' });
      expect((await mended.list({}, { limit: 10 })).items.map(({ id }) => id)).toEqual(['ask3', 'ask2', 'ask1']);
      expect((await mended.decided({}, { limit: 10 })).items).toHaveLength(1);
      expect(reports).toEqual(['ask ask2: its entry was damaged and was rebuilt from its events']);
      expect(await mended.check()).toEqual([]);
    });

    it('in a short text of a row is noticed like one in its body', async () => {
      const mended = await damaged(
        engine,
        `UPDATE asks SET ${flip('project', '/srv/app', 128)} WHERE id = 'ask1'; UPDATE events SET ${flip('actor', 'agent', 128)} WHERE ask = 'ask3'`,
      );
      expect(await mended.get('ask1')).toMatchObject({ project: '/srv/app' });
      expect(await mended.history('ask3')).toEqual([]);
      expect(reports).toEqual([
        'ask ask1: its entry was damaged and was rebuilt from its events',
        'ask ask3: event 4 is damaged and left out',
      ]);
    });

    it('in a text without a checksum is noticed, too', async () => {
      const mended = await damaged(
        engine,
        `UPDATE asks SET sum = NULL, ${flip('view', 'database', 128)} WHERE id = 'ask1'; UPDATE events SET sum = NULL`,
      );
      expect(await mended.get('ask1')).toMatchObject({ questions: [{ text: 'Which database should we use?' }] });
      expect(reports).toHaveLength(1);
    });

    it('in a column that is indexed is mended too', async () => {
      const mended = await damaged(engine, "UPDATE asks SET deadline = 1 WHERE id = 'ask1'");
      expect(await mended.get('ask1')).toMatchObject({ deadline: 9_001 });
      expect((await mended.nextDeadlines(1))[0]).toMatchObject({ id: 'ask1', deadline: 9_001 });
      expect(await mended.check()).toEqual([]);
    });

    it.each(BITS)('in an event is reported; the ask can still be answered, and other events are read (bit %d)', async (bit) => {
      const mended = await damaged(engine, `UPDATE events SET ${flip('body', 'question', bit)} WHERE ask = 'ask1'`);
      const events = await mended.since(0, 500);
      expect(events.map((event) => ('ask' in event ? event.ask : ''))).toEqual(['', 'ask2', 'ask3', 'ask2', '', '']);
      expect((await settle(mended, 'ask1', { kind: 'decline', key: 'k', by, at: 5 })).kind).toBe('won');
      expect(reports).toEqual(['ask ask1: event 2 is damaged and left out']);
      expect(await mended.check()).toEqual([
        { scope: 'entry', text: expect.stringContaining('ask ask1: event 2 is damaged and left out (20') },
      ]);
    });

    it('in an ask and in its events sets it aside, and it can be asked again', async () => {
      const mended = await damaged(
        engine,
        `UPDATE asks SET ${flip('view', 'question', 128)} WHERE id = 'ask1'; UPDATE events SET ${flip('body', 'question', 128)} WHERE ask = 'ask1'`,
      );
      expect((await mended.list({ states: ['open'] }, { limit: 10 })).items.map(({ id }) => id)).toEqual(['ask3']);
      expect(await mended.get('ask1')).toBeUndefined();
      expect(await mended.damage()).toMatchObject([{ about: 'ask ask1', what: 'it is damaged, and so are its events; it was set aside' }]);
      expect((await mended.nextDeadlines(10)).map(({ id }) => id)).toEqual(['ask3']);
      const again = anAsk({ id: 'again', toolUseId: 't1', session: 'aaaa-session' });
      expect(await mended.open(again, undefined, 'agent')).toMatchObject({ kind: 'opened' });
      const later = await open(engine);
      expect((await later.check()).map(({ text }) => text).join('\n')).toContain(
        'ask ask1: it is damaged, and so are its events; it was set aside',
      );
    });

    it('in a session or a prompt is mended from its events', async () => {
      const mended = await damaged(
        engine,
        `UPDATE sessions SET ${flip('body', 'claude', 128)}; UPDATE prompts SET ${flip('body', 'go on', 1)}`,
      );
      expect(await mended.session('aaaa-session')).toMatchObject({ program: 'claude-code' });
      expect(await mended.sessions({ limit: 5 })).toHaveLength(1);
      expect(await mended.prompts({ limit: 5 })).toMatchObject([{ text: 'go on', state: 'queued' }]);
      expect(await mended.check()).toEqual([]);
    });

    it('in the last pause pauses everything, because nobody knows what was paused', async () => {
      const mended = await damaged(engine, `UPDATE events SET ${flip('body', 'project', 1)} WHERE kind = 'paused'`);
      expect(await mended.pauses()).toMatchObject([{ scope: { kind: 'all' }, by: { name: 'damage in the journal' } }]);
    });

    it('in the definition of a table is called damage', async () => {
      await written(engine);
      await journal?.close();
      const bytes = readFileSync(path);
      const at = bytes.indexOf('version     INTEGER');
      bytes[at] = (bytes[at] as number) ^ 1;
      writeFileSync(path, bytes);
      const torn = await open(engine);
      await expect(torn.get('ask1')).rejects.toMatchObject({ name: 'JournalFailure', trouble: 'damaged' });
    });

    it('without a checksum is found by its shape', async () => {
      await written(engine);
      await journal?.close();
      const database = openEngine(path, engine);
      database.exec(
        `UPDATE asks SET sum = NULL; UPDATE events SET sum = NULL; UPDATE asks SET ${flip('view', '"state"', 1)} WHERE id = 'ask1'`,
      );
      database.close();
      const shapes = { view: (view: unknown) => 'state' in (view as object), event: () => true, session: () => true, prompt: () => true };
      journal = openSqliteJournal(path, { engine, shapes, report: (damage) => reports.push(damage) });
      expect(await journal.get('ask1')).toMatchObject({ state: 'open' });
      expect(reports).toHaveLength(1);
    });
  });
}
