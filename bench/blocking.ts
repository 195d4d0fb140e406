// Row l: searches in a million events, and for how long the broker's event loop is blocked by whatever reads much.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEngine } from '../src/journal/sqlite/engine.ts';
import { longestBlock, measurable } from '../test/support/loop-block.ts';
import { type Measured, withBroker } from './broker.ts';
import { timed } from './floor.ts';
import { createdAt, QUIET_PROJECT, QUIET_WORD } from './history.ts';
import type { Written } from './large-journal.ts';
import { write } from './paging.ts';
import { count, ms, percentile, type Row, timingRow, verdict } from './table.ts';

const AT_MOST_MS = 50;
const IDLE_MS = 3_000;

export async function blocking(quick: boolean): Promise<Row[]> {
  const [events, rounds] = quick ? [20_000, 3] : [1_000_000, 20];
  let written: Written = { asks: 0, events: 0, open: 0 };
  const measure = async (broker: Measured, pid: number): Promise<Row[]> => {
    const longest = longestBlock(broker.home.place.folder, pid);
    const idle = await longest(() => sleep(IDLE_MS));
    const row = async (what: string, work: () => Promise<unknown>): Promise<Row> => {
      const blocked = await longest(work);
      return {
        what: `l. longest blocked: ${what} (floor: idle; p99: by the clock, with what other processes took)`,
        floor: ms(idle.own),
        p50: ms(blocked.own),
        p99: ms(blocked.clock),
        target: `≤ ${AT_MOST_MS} ms`,
        verdict: verdict(blocked.own <= AT_MOST_MS, blocked.own / idle.own),
      };
    };
    const get = (path: string) => broker.wire().call({ method: 'GET', path, timeoutMs: 600_000 });
    const last = Math.min(10_000, written.asks);
    const from = createdAt(written.asks - last);
    const twenty = Array.from({ length: 20 }, (_, i) => from + i);
    const rows = [await row(`the search index of ${count(written.asks)} asks is made`, () => whenIndexed(broker, written))];
    rows.push(...(await searches(broker, rounds)));
    rows.push(await row(`statistics of ${count(last)} asks`, () => get(`/v1/statistics?from=${from}`)));
    rows.push(await row('the same again', () => get(`/v1/statistics?from=${from}`)));
    rows.push(
      await row('20 different statistics at once', () => Promise.all(twenty.map((at) => get(`/v1/statistics?program=codex&from=${at}`)))),
    );
    rows.push(
      await row('20 searches for two characters that are nowhere, at once', () => Promise.all(twenty.map(() => get('/v1/asks?text=qz')))),
    );
    rows.push(await row('asks that nobody of this name decided', () => get('/v1/log?by=nobody')));
    rows.push(await row('20 pages of 500', () => Promise.all(twenty.map(() => get('/v1/log?limit=500')))));
    rows.push(await row('everything is checked', () => get('/v1/check')));
    const file = join(broker.home.place.folder, 'copy.db');
    rows.push(await row('a backup', () => broker.wire().call({ method: 'POST', path: '/v1/backup', body: { file }, timeoutMs: 600_000 })));
    return rows;
  };
  return withBroker(measure, async (place, env) => {
    written = await write(place.journal, events);
    measurable(env, place.folder, new URL('./loop-delay.mjs', import.meta.url).href);
  });
}

/** The floor is what a search took before there was an index: one look at each ask. */
async function searches(broker: Measured, rounds: number): Promise<Row[]> {
  const engine = openEngine(broker.home.place.journal);
  const name = QUIET_PROJECT.slice(QUIET_PROJECT.lastIndexOf('/') + 1);
  const scan = (where: string, ...values: string[]) => {
    const statement = engine.prepare(`SELECT created_seq FROM asks WHERE ${where} ORDER BY created_seq DESC LIMIT 51`);
    return () => statement.all(...values);
  };
  const wire = broker.wire();
  const row = async (what: string, path: string, plain: () => unknown): Promise<Row> => {
    const [floor, measured]: [number[], number[]] = [[], []];
    for (let i = 0; i < rounds; i += 1) {
      floor.push(await timed(plain));
      measured.push(await timed(() => wire.call({ method: 'GET', path })));
    }
    const times = percentile(floor, 50) / percentile(measured, 50);
    return timingRow({ what: `l. first page: ${what} (floor: without an index; ${times.toFixed(0)} times as fast)`, floor, measured });
  };
  const rows = [
    await row('a rare text', `/v1/asks?text=${QUIET_WORD}`, scan('instr(search, ?) > 0', QUIET_WORD)),
    await row('a text that is nowhere', '/v1/asks?text=nowhere', scan('instr(search, ?) > 0', 'nowhere')),
    await row(
      'a quiet project by name',
      `/v1/asks?project=${name}`,
      scan('(project = ? OR substr(project, -length(?)) = ?)', name, `/${name}`, `/${name}`),
    ),
  ];
  engine.close();
  return rows;
}

async function whenIndexed(broker: Measured, { asks }: Written): Promise<void> {
  const engine = openEngine(broker.home.place.journal);
  const indexed = () => Number(engine.prepare('SELECT count(*) AS n FROM asks_text_docsize').all()[0]?.n);
  while (indexed() < asks) await sleep(500);
  engine.close();
}
