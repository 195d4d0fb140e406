// npm run test:agents: tests with real coding agents. Pinned versions are installed into .cache/; needs tmux.
//   (nothing)      every test on the first version of Claude Code; on the others, one action of each kind, and driving. If npm has a newer version,
//                  every action on that one, too
//   -- --short     what CI has time for: every action on the first version, one of each kind on the others, and a part of the other files, three
//                  at a time
//   -- --all       every action on every version, at every pause of the model; writes docs/agents/claude-code-versions.md
//   -- --matrix    of --all, only what the table shows
//   -- --table     only writes the table, from the reports of earlier runs
//   -- 2.1.400 …   these versions instead
//   -- --newest    with --short, --matrix or versions: the newest version on npm, too
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { withNewest } from './newest-claude.mjs';
import { build, install, tests } from './steps.mjs';

/** The first runs every test. CI has time for some of the others. */
const VERSIONS = ['2.1.328', '2.1.327', '2.1.326', '2.1.325', '2.1.310', '2.1.300', '2.1.270', '2.1.250', '2.1.220', '2.1.200', '2.1.150'];
const SHORT_VERSIONS = ['2.1.328', '2.1.327', '2.1.325', '2.1.300', '2.1.270', '2.1.220', '2.1.200', '2.1.150'];
const MATRIX = 'test/agents/matrix.test.ts';
const DRIVING = 'test/agents/driving.test.ts';
const RANDOM = 'test/agents/random-dialogs.test.ts';
const SHORT_FILES = [
  'test/terminal/',
  'src/pane/tmux/',
  ...[
    'conformance-claude-code',
    'conformance-opencode',
    'claude-code',
    'opencode',
    'opencode-ends',
    'opencode-serve',
    'matrix',
    'random-dialogs',
    'keys',
    'disturbed',
    'never-harm',
    'races',
    'receipts',
    'screens',
    'started',
    'headless',
    'claude-p',
    'agent-sdk',
    'agent-sdk-permissions',
    'setup-mcp',
    'pi',
    'codex-exec',
    'notify-send',
  ].map((name) => `test/agents/${name}.test.ts`),
];
const args = process.argv.slice(2);
const asked = args.filter((arg) => /^\d/.test(arg));
const [short, matrix, table] = ['--short', '--matrix', '--table'].map((flag) => args.includes(flag));
const pinned = asked.length > 0 ? asked : short ? SHORT_VERSIONS : VERSIONS;
const versions = args.includes('--newest') || (!table && !short && asked.length === 0) ? withNewest(pinned) : pinned;
const all = matrix || args.includes('--all');

const INTRODUCTION = `# Claude Code, version by version

Written by \`npm run test:agents -- --all\`. Each cell is a test with the real program and a real broker: the agent asks, somebody decides, the model must be told
exactly that, and the ask must end as verified. Every cell was run with pauses of 0, 60 and 250 ms between the model's tool call and the end of its
message, because it depends on them when Claude Code writes its transcript. How often each action by keys is right, and how fast:
[claude-code-keys.md](claude-code-keys.md).

✓ works at every pause · ✗ does not work (at these pauses) · – was not run · a number: Answerback refuses it before it presses a key, and says what is
written below the table with that number
`;

if (!table) runAll();
if (all || table) writeTable();

function runAll() {
  if (spawnSync('tmux', ['-V']).status !== 0) {
    console.error('✗ tmux is missing. Install it first: apt-get install tmux, or brew install tmux');
    process.exit(1);
  }
  install();
  build();
  mkdirSync('.cache/agents', { recursive: true });
  for (const [i, version] of versions.entries()) {
    const some = matrix ? [MATRIX] : short ? [MATRIX, RANDOM] : [MATRIX, RANDOM, DRIVING];
    const files = i > 0 || matrix ? some : short ? SHORT_FILES : [];
    const scope = all ? 'all' : pinned.indexOf(version) > 0 ? 'examples' : '';
    const passed = tests(`Real Claude Code ${version}`, ['--project', 'agents', ...(short ? ['--maxWorkers=3'] : []), ...files], {
      env: { ANSWERBACK_CLAUDE: version, ANSWERBACK_MATRIX: scope, ...(short ? { ANSWERBACK_SHORT: '1' } : {}) },
      report: reportOf(version),
      // Goes on with the next version: the table shows what fails in which.
      optional: all,
    });
    if (!passed) process.exitCode = 1;
  }
}

function reportOf(version) {
  return resolve('.cache/agents', `report-${version}.json`);
}

/** One row per action and way, one column per version. */
function writeTable() {
  const columns = [...new Set([...VERSIONS, ...versions])].filter((version) => existsSync(reportOf(version))).map(cellsOf);
  const refusals = [];
  const rows = [...new Set(columns.flatMap(({ cells }) => cells.map(({ way, action }) => `${way} | ${action}`)))];
  const lines = rows.map((row) => {
    const marks = columns.map(({ cells }) =>
      markOf(
        cells.filter(({ way, action }) => row === `${way} | ${action}`),
        refusals,
      ),
    );
    return `| ${row} | ${marks.join(' | ')} |`;
  });
  const head = `| by | | ${columns.map(({ version }) => version).join(' | ')} |\n|---|---|${columns.map(() => '---|').join('')}`;
  const notes = refusals.map((reason, i) => `${i + 1}. ${reason}`).join('\n');
  writeFileSync('docs/agents/claude-code-versions.md', `${INTRODUCTION}\n${head}\n${lines.join('\n')}\n${notes && `\n${notes}\n`}`);
  const failed = lines.filter((line) => line.includes('✗'));
  console.log(
    [`docs/agents/claude-code-versions.md: ${rows.length - failed.length} of ${rows.length} rows without a failure`, ...failed].join('\n'),
  );
}

function cellsOf(version) {
  const { testResults } = JSON.parse(readFileSync(reportOf(version), 'utf8'));
  const tests = testResults.flatMap((file) => file.assertionResults).filter(({ meta }) => meta.cell);
  return { version, cells: tests.map(({ meta, status }) => ({ ...meta.cell, status })) };
}

function markOf(cells, refusals) {
  const failed = cells.filter(({ status }) => status === 'failed').map(({ pauseMs }) => pauseMs);
  if (failed.length > 0) return `✗ ${failed.length === cells.length ? '' : `(${failed.join(', ')} ms)`}`.trim();
  const refused = cells.find((cell) => cell.refused)?.refused;
  if (refused === undefined) return cells.length > 0 ? '✓' : '–';
  if (!refusals.includes(refused)) refusals.push(refused);
  return String(refusals.indexOf(refused) + 1);
}
