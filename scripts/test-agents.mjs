// npm run test:agents: tests with real coding agents. Pinned versions are installed into .cache/; needs tmux.
//   -- 2.1.220 …   other versions of Claude Code; the first runs every test, the others only the tests of a question's life
//   -- --table     types answers too, in all of them, and writes what works per version into docs/agents/claude-code-versions.md
//   -- --table-only  writes the table from the reports of earlier runs
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, install, step } from './steps.mjs';

const VERSIONS = ['2.1.325', '2.1.220'];
const args = process.argv.slice(2);
const asked = args.filter((arg) => /^\d/.test(arg));
const versions = asked.length > 0 ? asked : VERSIONS;

if (args.includes('--table-only')) {
  writeTable();
  process.exit();
}
if (spawnSync('tmux', ['-V']).status !== 0) {
  console.error('✗ tmux is missing. Install it first: apt-get install tmux, or brew install tmux');
  process.exit(1);
}
install();
build();
mkdirSync('.cache/agents', { recursive: true });
for (const [i, version] of versions.entries()) {
  const files = i === 0 ? [] : ['test/agents/claude-code.test.ts', ...(args.includes('--table') ? ['test/agents/keys.test.ts'] : [])];
  const report = reportOf(version);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  step(`Real Claude Code ${version}`, 'npx', ['--no-install', 'vitest', 'run', '--project', 'agents', ...reporters, ...files], {
    env: { ANSWERBACK_CLAUDE: version },
    // The table shows what works, so failures are expected.
    optional: args.includes('--table'),
  });
}
if (args.includes('--table')) writeTable();

function reportOf(version) {
  return resolve('.cache/agents', `report-${version}.json`);
}

/** One row per test, one column per version. */
function writeTable() {
  const results = versions.map((version) => {
    const { testResults } = JSON.parse(readFileSync(reportOf(version), 'utf8'));
    const tests = testResults
      .filter((file) => file.name.includes('/test/agents/') && !/(claude-p|codex-exec)\.test/.test(file.name))
      .flatMap((file) => file.assertionResults)
      .filter((test) => !test.ancestorTitles.join().includes('harness'));
    return new Map(
      tests.map((test) => [
        `${test.ancestorTitles
          .join(' › ')
          .replace(version, '')
          .replace(/Claude Code ,? ?/, '')} › ${test.title}`,
        test.status,
      ]),
    );
  });
  const names = [...new Set(results.flatMap((result) => [...result.keys()]))];
  const mark = (status) => (status === 'passed' ? '✓' : status === 'failed' ? '✗' : '–');
  const rows = names.map((name) => `| ${name} | ${results.map((result) => mark(result.get(name))).join(' | ')} |`);
  const head = `| | ${versions.join(' | ')} |\n|---|${versions.map(() => '---').join('|')}|`;
  const text = `# Claude Code, version by version\n\nWritten by \`npm run test:agents -- ${versions.join(' ')} --table\`: each row is a test against the real program. ✓ passed, ✗ failed, – not run. How often each action by keys is right: [claude-code-keys.md](claude-code-keys.md).\n\n${head}\n${rows.join('\n')}\n`;
  mkdirSync('docs/agents', { recursive: true });
  writeFileSync('docs/agents/claude-code-versions.md', text);
}
