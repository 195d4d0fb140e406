// A damaged journal on the real broker: it starts, works with the rest, and says what is damaged. More flipped bits: ANSWERBACK_FLIPS=200
import { randomInt } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Unavailable } from '../src/client/errors.ts';
import { stopBroker } from '../src/client/start.ts';
import { openEngine } from '../src/journal/sqlite/engine.ts';
import { isAlive } from '../src/system/processes.ts';
import { eventually } from './support/eventually.ts';
import { figure } from './support/figures.ts';
import { aRequest, by, type Home, home } from './support/home.ts';
import { killBroker } from './support/kill.ts';
import { answers } from './support/samples.ts';

const FLIPS = Number(process.env.ANSWERBACK_FLIPS ?? 6);
const ASKS = 30;

let at: Home;
beforeEach(() => {
  at = home();
});
afterEach(() => at.close());

const ask = (n: number) => at.client().ask(aRequest({ toolUseId: `t${n}` }));
/** Waits for the end of the process: it writes to the journal until then. */
async function stopped(): Promise<void> {
  const pid = await at.pid();
  await stopBroker(at.place);
  await eventually(() => pid === undefined || !isAlive(pid));
}
const log = () => readFileSync(at.place.log, 'utf8');

describe('a flipped bit', () => {
  let good: readonly object[];

  it('in one row does not stop the broker; list, status and doctor call it damage', async () => {
    const [one, two] = [await ask(1), await ask(2)];
    await stopped();
    const database = openEngine(at.place.journal);
    // The highest bit of a letter, in the entry of one ask and in its only event.
    database.exec(`UPDATE asks SET view = replace(view, 'question', 'questio' || CAST(x'ee' AS TEXT)) WHERE id = '${one.id}'`);
    database.exec(`UPDATE events SET body = replace(body, 'question', 'questio' || CAST(x'ee' AS TEXT)) WHERE ask = '${one.id}'`);
    database.close();
    const listed = await at.run(['list']);
    expect(listed).toMatchObject({ code: 0, out: expect.stringContaining('The journal is damaged') });
    const again = await at.run(['list']);
    expect(again.out).toContain(`ask ${one.id}: it is damaged, and so are its events; it was set aside`);
    await at.client().decide(two.id, answers(1), by('ada'));
    expect((await at.run(['status'])).out).toContain(`damaged: ask ${one.id}`);
    const doctor = await at.run(['doctor']);
    expect(doctor.code).not.toBe(0);
    expect(doctor.out).toMatch(/journal.*damaged: .*Everything else works/s);
    expect(log()).toContain('the journal is damaged');
    // The agent asks again: a new ask, which can be answered.
    const asked = await ask(1);
    expect(asked.id).not.toBe(one.id);
    await at.client().decide(asked.id, answers(1), by('ada'));
  });

  it(`anywhere in the file, ${FLIPS} times: the broker works or says that the file is damaged`, {
    timeout: 120_000 + FLIPS * 20_000,
  }, async () => {
    for (let n = 0; n < ASKS; n += 1) {
      const { id } = await ask(n);
      if (n % 2 === 0) await at.client().decide(id, answers(1), by('ada'));
    }
    good = (await at.client().list({ limit: 100 })).asks;
    await stopped();
    copyFileSync(at.place.journal, `${at.place.journal}.good`);
    const outcomes = { unnoticed: 0, mended: 0, 'set aside': 0, refused: 0 };
    for (let i = 0; i < FLIPS; i += 1) {
      const bytes = readFileSync(`${at.place.journal}.good`);
      const byte = randomInt(bytes.length);
      bytes[byte] = (bytes[byte] as number) ^ (1 << randomInt(8));
      writeFileSync(at.place.journal, bytes);
      writeFileSync(at.place.log, '');
      outcomes[await outcomeOf(byte)] += 1;
      await stopped();
    }
    figure(
      `${FLIPS} × one random bit of the journal flipped, then started and used`,
      `${outcomes.mended} × rebuilt, ${outcomes['set aside']} × reported or set aside, ${outcomes.refused} × file refused as damaged, ${outcomes.unnoticed} × without effect; 0 crashes`,
    );
  });

  async function outcomeOf(byte: number): Promise<'unnoticed' | 'mended' | 'set aside' | 'refused'> {
    try {
      const client = at.client();
      const page = await client.list({ limit: 100 });
      const damage = await client.check();
      const reported = log().includes('the journal is damaged');
      if (damage.length === 0) expect(page.asks.length, `byte ${byte}: no ask is lost without a word`).toBe(ASKS);
      if (damage.length > 0) return 'set aside';
      expect(page.asks, `byte ${byte}: nothing changed without a word`).toEqual(good);
      return reported ? 'mended' : 'unnoticed';
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      expect(error.message, `byte ${byte}`).toMatch(/is damaged|newer Answerback/);
      if (error instanceof Unavailable) expect(error.fix).not.toBe('');
      return 'refused';
    }
  }
});

describe('a journal of which somebody removes a file while the broker runs', () => {
  it.each([['journal.db'], ['journal.db-wal'], ['journal.db', 'journal.db-wal', 'journal.db-shm']])(
    'is reported by status and doctor, and backup saves everything: %s',
    async (...names) => {
      const { id } = await ask(1);
      for (const name of names) rmSync(join(at.place.folder, name));
      const other = await ask(2);
      const doctor = await at.run(['doctor']);
      expect(doctor.out.replace(/\s+/g, ' ')).toContain('removed or replaced while the broker runs');
      expect(doctor.out.replace(/\s+/g, ' ')).toContain('Save everything before you stop the broker');
      expect((await at.run(['status'])).out).toContain('removed or replaced while the broker runs');
      const copy = join(at.place.folder, 'copy.db');
      expect(await at.run(['backup', copy])).toMatchObject({ code: 0 });
      await stopped();
      for (const name of readdirSync(at.place.folder)) if (name.startsWith('journal.db-')) rmSync(join(at.place.folder, name));
      renameSync(copy, at.place.journal);
      const { asks } = await at.client().list({});
      expect(asks.map((each) => each.id).sort()).toEqual([id, other.id].sort());
    },
  );
});

describe('a journal that is suddenly empty', () => {
  const empty = 'it was empty at a start, although there was one before, so earlier asks are lost';

  const says = async (words = empty) => {
    for (const [args, code] of [
      [['list'], 0],
      [['status'], 0],
      [['doctor'], 1],
    ] as const) {
      const { out, ...ran } = await at.run(args);
      expect({ args, code: ran.code, said: out.replace(/\s+/g, ' ').includes(words) }).toEqual({ args, code, said: true });
    }
    expect(log()).toContain(words);
    expect(await ask(2)).toMatchObject({ state: 'open' });
  };

  it('because it was truncated: list, status, doctor and the log say so, and what is left of its log is kept', async () => {
    await ask(1);
    await killBroker(at);
    const left = readFileSync(`${at.place.journal}-wal`);
    expect(left.length).toBeGreaterThan(0);
    truncateSync(at.place.journal, 0);
    await says();
    const [kept] = readdirSync(at.place.folder).filter((name) => name.includes('-wal.lost-'));
    expect(readFileSync(join(at.place.folder, String(kept))).equals(left)).toBe(true);
  });

  it('because an empty database took its place: list, status, doctor and the log say so', async () => {
    await ask(1);
    await stopped();
    const empty = openEngine(`${at.place.journal}.empty`);
    empty.exec('CREATE TABLE x (y); DROP TABLE x');
    empty.close();
    renameSync(`${at.place.journal}.empty`, at.place.journal);
    await says();
  });

  it.each([
    ['stopped', stopped],
    ['killed', () => killBroker(at)],
  ])('because it was removed while the broker was %s: list, status, doctor and the log say so, and work goes on', async (_, end) => {
    await ask(1);
    await end();
    for (const name of readdirSync(at.place.folder)) if (name.startsWith('journal.db')) rmSync(join(at.place.folder, name));
    await says(
      `it was missing at a start, although there was one before (${at.place.journal}), so a new one was begun and earlier asks are lost`,
    );
    expect((await at.run(['doctor'])).out).toContain('answerback backup');
  });

  it('a folder that was never used has no journal to miss', async () => {
    await ask(1);
    await stopped();
    for (const name of readdirSync(at.place.folder)) if (/^(journal\.|token$)/.test(name)) rmSync(join(at.place.folder, name));
    expect((await at.run(['list'])).out).toContain('No open asks');
    expect(await at.client().check()).toEqual([]);
  });

  it('or lacks its last events, because its log was removed or cut off: list, status, doctor and the log say so', async () => {
    const removeAll = () => {
      for (const name of readdirSync(at.place.folder)) if (name.startsWith('journal.db-')) rmSync(join(at.place.folder, name));
    };
    for (const change of [(file: string) => rmSync(file), (file: string) => truncateSync(file, 0), removeAll]) {
      await ask(1);
      await stopped();
      await ask(2);
      await killBroker(at);
      change(`${at.place.journal}-wal`);
      await says('and then its write-ahead log was removed or damaged');
      expect((await at.client().check()).join()).toMatch(/its last (event is|\d+ events are) gone/);
      expect(await at.client().list({})).toMatchObject({ asks: [{}, {}] });
      await at.close();
      at = home();
    }
  });

  it('a backup in the place of a journal that was closed, and one that another program has opened, are no alarm', async () => {
    await ask(1);
    const copy = join(at.place.folder, 'copy.db');
    await at.run(['backup', copy]);
    await ask(2);
    await stopped();
    renameSync(copy, at.place.journal);
    expect((await at.client().list({})).asks).toHaveLength(1);
    await ask(3);
    await killBroker(at);
    const other = openEngine(at.place.journal);
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    other.close();
    rmSync(`${at.place.journal}-wal`, { force: true });
    expect((await at.client().list({})).asks).toHaveLength(2);
    expect(await at.client().check()).toEqual([]);
  });

  it('a first start and a killed broker with everything still in its log are no alarm', async () => {
    const { id } = await ask(1);
    await killBroker(at);
    expect(await at.client().show(id)).toMatchObject({ state: 'open' });
    expect(await at.client().check()).toEqual([]);
    expect(readdirSync(at.place.folder).filter((name) => /lost|kept/.test(name))).toEqual([]);
  });
});
