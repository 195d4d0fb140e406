// Searches find every ask that has the text, whether or not it is in the index yet, and whatever happened to the index.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anAsk } from '../../../test/support/samples.ts';
import type { Journal } from '../journal.ts';
import { availableEngines, type Engine, type EngineName, openEngine } from './engine.ts';
import { openSqliteJournal } from './journal.ts';

/** Enough for the index to be made. */
const MANY = 1_300;
const WORDS = [
  'Postgres',
  'SQLite',
  '数据库',
  '迁移计划',
  'データベースを移す',
  '데이터베이스',
  'ÄPFEL',
  'naïve',
  'e\u0301tude',
  '👍🏽 deploy',
  'a "quoted" one',
];
const ODD = ['100%', 'a_b', '*', 'NOT', "it's", '(x OR y)', 'İstanbul', 'ΟΔΟΣ', 'nul\0led', '\ud800x', 'zz\u0001\u0001\u0001'];

let folder: string;
let path: string;
let reports: string[];
let journal: Journal;
let aside: Engine | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'search-'));
  path = join(folder, 'journal.db');
  reports = [];
});
afterEach(async () => {
  await journal.close();
  aside?.close();
  aside = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Too long to be in the index. */
const LONG = `${'long '.repeat(30_000)} needle`;

function textOf(i: number): string {
  if (i === 77) return 'The hieroglyphs?';
  return i === 88 ? LONG : `Use ${[...WORDS, ...ODD][i % (WORDS.length + ODD.length)]} in ${i}?`;
}

async function opened(engine: EngineName, asks = MANY): Promise<Journal> {
  journal = openSqliteJournal(path, { engine, report: (damage) => reports.push(damage) });
  const ask = (i: number) => {
    const questions = [{ text: textOf(i), options: [], multiSelect: false }];
    return journal.open(anAsk({ id: `id${i}`, toolUseId: `t${i}`, createdAt: i, questions }), undefined, 'a');
  };
  await Promise.all(Array.from({ length: asks }, (_, i) => ask(i)));
  return journal;
}

/** A connection beside the journal's. */
function sql(engine: EngineName): Engine {
  aside ??= openEngine(path, engine);
  aside.exec('PRAGMA busy_timeout = 5000');
  return aside;
}

const indexed = (engine: EngineName): number => Number(sql(engine).prepare('SELECT count(*) AS n FROM asks_text_docsize').all()[0]?.n);
const matches = (engine: EngineName, part: string): number =>
  sql(engine).prepare('SELECT rowid FROM asks_text WHERE asks_text MATCH ?').all(`"${part}"`).length;
const whenIndexed = (engine: EngineName, asks = MANY) => expect.poll(() => indexed(engine), { timeout: 60_000 }).toBe(asks);

async function found(text: string): Promise<readonly number[]> {
  const all: string[] = [];
  let cursor: number | undefined;
  do {
    const page = await journal.list({ text }, { limit: 70, cursor });
    all.push(...page.items.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== undefined);
  return all.map((id) => Number(id.slice(2)));
}

function expected(text: string): readonly number[] {
  return Array.from({ length: MANY }, (_, i) => MANY - 1 - i).filter((i) => textOf(i).toLowerCase().includes(text.toLowerCase()));
}

const TERMS = [
  'hieroglyphs',
  'needle',
  'HIEROGLYPHS?',
  'use',
  'ostgre',
  '据',
  '据库',
  '数据库',
  'ベース',
  '데이터',
  'äpf',
  'apf',
  'naïve',
  'é',
  'e\u0301t',
  '👍🏽',
  '🏽 d',
].concat([
  '"quoted"',
  '%',
  '0%',
  'a_b',
  '_',
  '*',
  'not',
  "it's",
  '(x or',
  'x OR y',
  'οδος',
  'in 123',
  'in 7?',
  'q',
  'zq',
  'nowhere',
  '\u0001\u0001\u0001',
  ' ',
]);

for (const engine of availableEngines()) {
  describe(`a search (${engine})`, () => {
    it('finds any part of a text in any script, before and after it is in the index, and after a restart', async () => {
      await opened(engine);
      for (const term of TERMS) expect([term, await found(term)]).toEqual([term, expected(term)]);
      await whenIndexed(engine);
      for (const term of TERMS) expect([term, await found(term)]).toEqual([term, expected(term)]);
      await journal.close();
      journal = openSqliteJournal(path, { engine });
      for (const term of TERMS) expect([term, await found(term)]).toEqual([term, expected(term)]);
      expect((await journal.decided({ text: 'hieroglyphs' }, { limit: 10 })).items).toEqual([]);
      expect(await journal.check()).toEqual([]);
    });

    it('finds what was read more completely under its new text only, and nothing that was removed', async () => {
      await opened(engine);
      await whenIndexed(engine);
      const questions = [{ text: 'Which quince?', options: [], multiSelect: false }];
      await journal.append('id77', 1, [{ at: 3, actor: 'a', happening: { kind: 'reread', questions } }]);
      expect([await found('hieroglyphs'), await found('quince')]).toEqual([[], [77]]);
      expect([matches(engine, 'hie'), matches(engine, 'nce')]).toEqual([0, 1]);
      await journal.append('id77', 2, [{ at: 4, actor: 'a', happening: { kind: 'expired' } }]);
      expect(await journal.forget(1_000_000, 10)).toBe(1);
      expect([await found('quince'), matches(engine, 'nce'), indexed(engine)]).toEqual([[], 0, MANY - 1]);
      expect(await journal.check()).toEqual([]);
    });

    it('finds everything while the index is damaged; it is made again, and writing never fails because of it', async () => {
      await opened(engine);
      await whenIndexed(engine);
      await journal.close();
      sql(engine).exec("UPDATE asks_text_data SET block = CAST('?' || block AS BLOB) WHERE id > 1");
      aside?.close();
      aside = undefined;
      journal = openSqliteJournal(path, { engine, report: (damage) => reports.push(damage) });
      const questions = [{ text: 'Which quince?', options: [], multiSelect: false }];
      expect(await journal.append('id5', 1, [{ at: 3, actor: 'a', happening: { kind: 'reread', questions } }])).toMatchObject({
        kind: 'appended',
      });
      expect([await found('hieroglyphs'), await found('quince')]).toEqual([[77], [5]]);
      await journal.check();
      expect(reports).toEqual(['journal: its search index was damaged and is made again']);
      await whenIndexed(engine);
      expect([await found('hieroglyphs'), await found('quince')]).toEqual([[77], [5]]);
      expect(await journal.check()).toEqual([]);
    });

    it('a journal from before the index opens at once, and is indexed in the background', async () => {
      await opened(engine);
      await journal.close();
      sql(engine).exec('DROP TABLE asks_text; PRAGMA user_version = 5');
      aside?.close();
      aside = undefined;
      journal = openSqliteJournal(path, { engine });
      expect(indexed(engine)).toBe(0);
      expect(await found('hieroglyphs')).toEqual([77]);
      await whenIndexed(engine);
      expect(await found('hieroglyphs')).toEqual([77]);
    });
  });
}
