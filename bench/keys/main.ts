// npm run bench:keys: how often and how fast answers are typed correctly into the real Claude Code. Writes docs/agents/claude-code-keys.md.
//   -- 2.1.325 2.1.220   these versions (default: 2.1.327); results of other versions stay in the document
//   -- --runs 20         how often each action is run at each size and renderer
//   -- --together        all sizes and renderers at once: takes a third of the time, but the measured times are a little worse
//   -- --blind         only the comparison with a blind typist; everything else in the document stays
//   -- --only "own words"  only actions whose name matches; the document is not written
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { againstBlind } from './blind.ts';
import { comparison, withComparison } from './comparison.ts';
import { measure, running } from './measure.ts';
import { type Measured, report } from './report.ts';
import { throughBroker } from './through-broker.ts';

const RESULTS = '.cache/keys';
const DOCUMENT = 'docs/agents/claude-code-keys.md';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '20' },
    only: { type: 'string' },
    together: { type: 'boolean', default: false },
    blind: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const only = new RegExp(values.only ?? '');
const seed = Date.now() % 1_000_000;
const note = (line: string) => console.error(line.split('\n')[0]);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.all([...running].map((one) => one.stop())).finally(() => process.exit(130)));
note(`seed ${seed}`);
mkdirSync(RESULTS, { recursive: true });
const versions = positionals.length > 0 ? positionals : ['2.1.327'];
const today = () => new Date().toISOString().slice(0, 10);
const machine = (before: string) => `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, load ${before} before and ${load()} after`;
const fresh: Measured[] = [];
for (const version of values.blind ? [] : versions) {
  const before = load();
  const measured = await measure({ version, runs, only, note, seed, together: values.together });
  const through = await throughBroker(version, runs, only, note);
  const crowd = values.together ? 'three sessions at once, ' : '';
  const result = { version, runs: measured, throughBroker: through, when: today(), machine: `${crowd}${machine(before)}` };
  fresh.push(result);
  if (values.only === undefined) writeFileSync(join(RESULTS, `${version}.json`), JSON.stringify(result));
}
const before = load();
const [newest = ''] = versions;
const compared = await againstBlind(newest, runs, only, note);
const section = comparison(newest, compared, today(), machine(before));
console.log(values.blind ? section : withComparison(report(fresh), section));
if (values.only === undefined) {
  const document = values.blind ? readFileSync(DOCUMENT, 'utf8') : report(kept());
  writeFileSync(DOCUMENT, withComparison(document, section));
}
const all = [...compared, ...fresh.flatMap((one) => [...one.runs, ...one.throughBroker])];
if (all.some(({ right }) => !right)) process.exitCode = 1;

/** The newest result of every version, newest version first. */
function kept(): Measured[] {
  const read = (name: string): Measured => JSON.parse(readFileSync(join(RESULTS, name), 'utf8'));
  const byVersion = (a: Measured, b: Measured) => b.version.localeCompare(a.version, 'en', { numeric: true });
  return readdirSync(RESULTS)
    .filter((name) => name.endsWith('.json'))
    .map(read)
    .sort(byVersion);
}

function load(): string {
  return loadavg()[0]?.toFixed(1) ?? '?';
}
