// npm run bench: every performance target, measured on real processes. `-- a c` selects rows, `-- --quick` is a smoke test.
import { cpus, loadavg } from 'node:os';
import { answerers } from './answerers.ts';
import { blocking } from './blocking.ts';
import { undoAll } from './broker.ts';
import { coldStart, commands } from './command-line.ts';
import { fanOut } from './fan-out.ts';
import { engineName } from './floor.ts';
import { hooks } from './hooks.ts';
import { mcp } from './mcp.ts';
import { memory } from './memory.ts';
import { notifications } from './notifications.ts';
import { openclaw } from './openclaw.ts';
import { paging } from './paging.ts';
import { roundTrip } from './round-trip.ts';
import { routes } from './routes.ts';
import { screens } from './screens.ts';
import { markdown, type Row } from './table.ts';
import { terminal } from './terminal.ts';
import { throughput } from './throughput.ts';
import { web } from './web.ts';
import { webMemory } from './web-memory.ts';
import { webScroll } from './web-scroll.ts';

const BENCHMARKS: Readonly<Record<string, (quick: boolean) => Promise<Row[]>>> = {
  a: roundTrip,
  b: throughput,
  c: paging,
  d: memory,
  e: fanOut,
  f: commands,
  g: coldStart,
  h: hooks,
  j: routes,
  k: answerers,
  l: blocking,
  m: openclaw,
  n: terminal,
  q: mcp,
  s: notifications,
  t: webMemory,
  u: webScroll,
  w: web,
  x: screens,
};

async function main(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick');
  const picked = args.filter((arg) => arg !== '--quick');
  const unknown = picked.filter((letter) => !(letter in BENCHMARKS));
  if (unknown.length > 0) {
    console.error(`There is no row ${unknown.join(', ')}; the rows are ${Object.keys(BENCHMARKS).join(' ')}.`);
    process.exitCode = 2;
    return;
  }
  const rows: Row[] = [];
  for (const [letter, run] of Object.entries(BENCHMARKS)) {
    if (picked.length > 0 && !picked.includes(letter)) continue;
    console.log(`▸ Measuring ${letter} …`);
    try {
      rows.push(...(await run(quick)));
    } catch (error) {
      console.error(`✗ Row ${letter} broke:`, error);
      rows.push({ what: `${letter}.`, floor: '–', p50: '–', p99: '–', target: '–', verdict: 'BROKE' });
      process.exitCode = 1;
    }
  }
  console.log(`\n${markdown(rows)}\n`);
  console.log(surroundings(quick));
}

function surroundings(quick: boolean): string {
  const [cpu] = cpus();
  const load = loadavg().map((value) => value.toFixed(1));
  return [
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC${quick ? ', quick: too small to be meaningful' : ''}`,
    `Node ${process.versions.node}, ${engineName()}`,
    `${cpu?.model ?? 'unknown CPU'}, ${cpus().length} cores, load ${load.join(' ')}`,
  ].join('\n');
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void undoAll().finally(() => process.exit(130)));
}
await main(process.argv.slice(2));
