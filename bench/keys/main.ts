// npm run bench:keys: how often and how fast answers are typed correctly into the real Claude Code. Writes docs/agents/claude-code-keys.md.
//   -- 2.1.325 2.1.220   these versions (default: 2.1.325); results of other versions stay in the document
//   -- --runs 20         how often each action is run at each size and renderer
//   -- --together        all sizes and renderers at once: takes a third of the time, but the measured times are a little worse
//   -- --only "own words"  only actions whose name matches; the document is not written
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measure, running } from './measure.ts';
import { type Measured, report } from './report.ts';
import { throughBroker } from './through-broker.ts';

const RESULTS = '.cache/keys';
const DOCUMENT = 'docs/agents/claude-code-keys.md';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '20' }, only: { type: 'string' }, together: { type: 'boolean', default: false } },
});
const runs = Number(values.runs);
const only = new RegExp(values.only ?? '');
const note = (line: string) => console.error(line.split('\n')[0]);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.all([...running].map((one) => one.stop())).finally(() => process.exit(130)));
mkdirSync(RESULTS, { recursive: true });
const fresh: Measured[] = [];
for (const version of positionals.length > 0 ? positionals : ['2.1.325']) {
  const before = load();
  const measured = await measure({ version, runs, only, note, together: values.together });
  const through = await throughBroker(version, runs, only, note);
  const crowd = values.together ? ', three sessions at once' : '';
  const machine = `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores${crowd}, load ${before} before and ${load()} after`;
  const result = { version, runs: measured, throughBroker: through, when: new Date().toISOString().slice(0, 10), machine };
  fresh.push(result);
  if (values.only === undefined) writeFileSync(join(RESULTS, `${version}.json`), JSON.stringify(result));
}
console.log(report(fresh));
if (values.only === undefined) writeFileSync(DOCUMENT, report(kept()));
if (fresh.some((one) => [...one.runs, ...one.throughBroker].some(({ right }) => !right))) process.exitCode = 1;

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
