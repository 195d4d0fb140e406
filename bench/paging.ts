// Row c: the first page of the inbox and of the log, and the start of a broker, with a journal of a million events.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Wire } from '../src/client/http.ts';
import { type Measured, withBroker } from './broker.ts';
import { type Floor, timed, withFloor } from './floor.ts';
import { BUSY_PROJECT, BUSY_WORD, QUIET_PROJECT, QUIET_WORD } from './history.ts';
import type { Written } from './large-journal.ts';
import { count, type Row, timingRow } from './table.ts';

const AT_MOST_MS = 10;
const FULL_PAGE = 50;
const name = (project: string): string => project.slice(project.lastIndexOf('/') + 1);

type Query = { readonly what: string; readonly path: string; readonly promised?: true; readonly rounds?: number };
const QUERIES: readonly Query[] = [
  { what: 'open asks', path: '/v1/asks?state=open', promised: true },
  { what: 'all asks', path: '/v1/asks', promised: true },
  { what: 'log', path: '/v1/log', promised: true },
  { what: 'text that is everywhere', path: `/v1/asks?text=${BUSY_WORD}` },
  { what: 'text that is rare', path: `/v1/asks?text=${QUIET_WORD}`, rounds: 5 },
  { what: 'text that is nowhere, open asks', path: '/v1/asks?state=open&text=nowhere' },
  { what: 'a busy project by path', path: `/v1/asks?project=${BUSY_PROJECT}` },
  { what: 'a busy project by name', path: `/v1/asks?project=${name(BUSY_PROJECT)}` },
  { what: 'a quiet project by path', path: `/v1/asks?project=${QUIET_PROJECT}` },
  { what: 'a quiet project by name', path: `/v1/asks?project=${name(QUIET_PROJECT)}`, rounds: 5 },
  { what: 'log of a busy project', path: `/v1/log?project=${BUSY_PROJECT}`, rounds: 20 },
  { what: 'log of a quiet project', path: `/v1/log?project=${QUIET_PROJECT}`, rounds: 20 },
  { what: 'verified and answered asks', path: '/v1/asks?state=verified,answered', rounds: 20 },
  { what: 'one agent session', path: '/v1/asks?session=session-40' },
  { what: 'asks of one program', path: '/v1/asks?program=codex' },
  { what: 'asks of a program nobody runs', path: '/v1/asks?program=nobody', rounds: 5 },
  { what: 'verified asks of a program nobody runs', path: '/v1/asks?state=verified&program=nobody', rounds: 5 },
  { what: 'status', path: '/v1/status' },
];

export async function paging(quick: boolean): Promise<Row[]> {
  const [events, rounds, starts] = quick ? [20_000, 10, 2] : [1_000_000, 200, 9];
  const measure = (floor: Floor) => async (broker: Measured) => {
    const wire = broker.wire();
    const rows: Row[] = [];
    for (const query of QUERIES) rows.push(await pageRow(wire, floor, query, Math.min(rounds, query.rounds ?? rounds)));
    const what = `c. start of a broker on ${count(events)} events (${starts} starts; floor: on an empty journal)`;
    return [...rows, timingRow({ what, ...(await compareStarts(broker, starts)) })];
  };
  return withFloor((floor) => withBroker(measure(floor), async (place) => void (await write(place.journal, events))));
}

export async function write(path: string, events: number): Promise<Written> {
  const program = fileURLToPath(new URL('./write-journal.mjs', import.meta.url));
  const start = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [program, path, String(events)]);
  const written = JSON.parse(stdout) as Written;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`  wrote ${count(written.events)} events, ${count(written.asks)} asks (${written.open} open) in ${seconds} s`);
  return written;
}

/** The floor is a reply of the same size from the bare server. */
async function pageRow(wire: Wire, floor: Floor, { what, path, promised }: Query, rounds: number): Promise<Row> {
  const { body } = await wire.call<{ readonly asks?: readonly unknown[] }>({ method: 'GET', path });
  if (promised && body.asks?.length !== FULL_PAGE) throw new Error(`${path} gave ${body.asks?.length} asks instead of a full page`);
  const bytes = JSON.stringify(body).length;
  const [bare, measured]: [number[], number[]] = [[], []];
  for (let i = 0; i < rounds; i += 1) {
    bare.push(await timed(() => floor.trip(bytes)));
    measured.push(await timed(() => wire.call({ method: 'GET', path })));
  }
  const page = `c. first page: ${what} (${Math.ceil(bytes / 1000)} KB)`;
  return timingRow({ what: page, floor: bare, measured, ...(promised ? { p50AtMost: AT_MOST_MS } : {}) });
}

async function compareStarts(broker: Measured, starts: number): Promise<{ floor: number[]; measured: number[] }> {
  const restart = async (which: Measured) => {
    await which.stop();
    return timed(() => which.start());
  };
  const [floor, measured]: [number[], number[]] = [[], []];
  for (let i = 0; i < starts; i += 1) {
    floor.push(await withBroker(restart));
    measured.push(await restart(broker));
  }
  return { floor, measured };
}
