// npm run test:docs: runs every command of README.md and docs/COMMANDS.md as it stands, in a fresh clone and in an installed package.
// The ids of asks differ each time, so each id in the docs becomes a new ask that fits the command. Without arguments: both; or `clone`, `installed`.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import './steps.mjs';

const PAGES = ['README.md', 'docs/COMMANDS.md'];
/** What a fresh clone does not have. */
const MADE_HERE = new Set(['.git', '.cache', 'dist', 'node_modules']);
/** What cannot run everywhere, and why. */
const ELSEWHERE = [
  [/^npm /, 'is run first'],
  [/^claude\b/, 'the real Claude Code: npm run test:agents'],
  [/systemctl|service (install|status)/, 'systemd: test/service.test.ts'],
  [/watch-pane|answerback (go|send|interrupt) /, 'a tmux pane with an agent: npm run test:agents'],
  [/answerback retry/, 'a delivery that failed: test/terminal/undelivered.test.ts'],
  [/--secret/, 'somebody who types it: test/answering-quickly.test.ts'],
  [/answer --all/, 'a person who confirms it: test/terminal'],
  [/answerback (overrule|chat|log --why|brief)/, 'decisions of answering agents: test/answerers.test.ts'],
  [/answerback (notify|mute|unmute)/, 'services of a person: test/notifications.test.ts'],
  [/^(echo|eval|cat) /, 'test/completion.test.ts, or not ours'],
];
const QUESTIONS = {
  database: { text: 'Which database?', header: 'Database', options: options('Postgres', 'SQLite') },
  features: { text: 'Which features?', header: 'Features', multiSelect: true, options: options('Logging', 'Metrics', 'Tracing') },
  name: { text: 'What should it be called?', header: 'Name', options: options('Ada', 'Babbage') },
};
const ID = /(answer|show|wait|withdraw|redirect|decline|explain) ([0-9a-z]{4})\b/;
const ENDS_MS = 60_000;
const NEVER_ENDS_MS = 3_000;
const AGAIN_MS = 300;

const folder = mkdtempSync(join(tmpdir(), 'test-docs-'));
const wanted = process.argv.slice(2);
let failed = 0;
try {
  const clone = join(folder, 'clone');
  say('Copying, and npm start without a terminal');
  // Not `git clone`: the sources may have come without .git, or belong to another user.
  cpSync('.', clone, { recursive: true, filter: (path) => !MADE_HERE.has(path) });
  const started = execFileSync('npm', ['start'], { cwd: clone, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  if (!started.includes('npx answerback setup')) throw new Error(`npm start does not say what to do next:\n${started}`);
  const ways = {
    clone() {
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      symlinkSync(join(clone, 'dist/answerback.js'), join(bin, 'answerback'));
      return bin;
    },
    installed() {
      const prefix = join(folder, 'prefix');
      // As it is packed: a link to the clone would hide what is missing from the package.
      execFileSync('npm', ['install', '-g', '--prefix', prefix, '--install-links', '--no-audit', '--no-fund', '.'], {
        cwd: clone,
        stdio: 'ignore',
      });
      return join(prefix, 'bin');
    },
  };
  for (const [way, prepare] of Object.entries(ways)) {
    if (wanted.length > 0 && !wanted.includes(way)) continue;
    say(`Running the commands of ${PAGES.join(' and ')}: ${way}`);
    await runAll(way, prepare(), clone);
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
if (failed > 0) say(`${failed} commands do not do what the docs say`);
process.exitCode = failed > 0 ? 1 : 0;

async function runAll(way, bin, clone) {
  const home = join(folder, `home-${way}`);
  const shop = join(home, 'shop');
  mkdirSync(join(home, '.config/fish/completions'), { recursive: true });
  mkdirSync(shop);
  program(join(shop, 'deploy'), 'exit 0');
  writeFileSync(join(shop, 'changes.diff'), '+ a line\n');
  const { npm_config_prefix: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    HOME: home,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    ANSWERBACK_PORT: '0',
    USER: 'ada',
    EDITOR: 'true',
  };
  for (const name of ['ANSWERBACK_HOME', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'CLAUDE_CONFIG_DIR']) delete env[name];
  const at = { cwd: shop, env };
  const counts = { run: 0, elsewhere: 0 };
  try {
    for (const { line, command, shown } of PAGES.flatMap((page) => commandsOf(page))) {
      if (/^cat (\S+)$/.test(command)) writeFileSync(join(shop, command.slice(4)), shown);
      if (ELSEWHERE.some(([pattern]) => pattern.test(command)) || shown.startsWith('answerback: not delivered')) {
        counts.elsewhere += 1;
        continue;
      }
      counts.run += 1;
      const { code, said, was } = await tried(command, at, command.startsWith('npx ') ? clone : shop);
      const shouldFail = /^(answerback: |✗ |\{\s*"error")/.test(shown) || /answerback reply/.test(command);
      const isFine = shouldFail ? code !== 0 && !/usage|a bug in/i.test(said) : code === 0;
      if (isFine) continue;
      failed += 1;
      say(`✗ ${line}: ${was}\n  ended with ${code}, and said:\n${said.replaceAll(/^/gm, '    ')}`);
    }
  } finally {
    await stopBroker(at);
  }
  say(`  ${counts.run} commands, ${counts.elsewhere} are tested elsewhere`);
}

/** With new asks in place of the ids, and with somebody who answers what it asks. */
async function tried(command, at, cwd) {
  if (/chat-agent/.test(command))
    program(join(at.cwd, '..', 'chat-agent'), `echo '<answer ask="${ask(at, ['database'])}">2</answer> <answer ask="nope">1</answer>'`);
  if (/config check/.test(command)) writeFileSync(join(at.env.HOME, '.config/answerback/config.yaml'), 'decied: []\n');
  let was = command;
  const [, verb, id] = ID.exec(command) ?? [];
  if (id) {
    const fitting = / other - /.test(command)
      ? ['database', 'name', 'features']
      : / 1,3|^answerback wait/.test(command)
        ? ['features']
        : ['database'];
    const made = ask(at, fitting);
    if (verb === 'wait') answerback(at, ['answer', made, '1']);
    // The example of an ask that somebody has answered already.
    if (/answer nsn0 1$/.test(command)) answerback(at, ['answer', made, '2']);
    was = command.replace(ID, `$1 ${made}`);
  }
  const neverEnds = /answerback watch/.test(command);
  const path = `${join(at.cwd, '..')}${delimiter}${at.env.PATH}`;
  const child = spawn('sh', ['-c', was], { cwd, env: { ...at.env, PATH: path }, detached: true });
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(/demo/.test(command) ? '2\n' : /inbox/.test(command) ? 'q\n' : 'y\n');
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGTERM'), neverEnds ? NEVER_ENDS_MS : ENDS_MS);
  const over = new Promise((done) => child.on('close', (code) => done(code))).finally(() => clearTimeout(timer));
  const needsAnswers = /answerback ask\b/.test(command) && !/--strict/.test(command);
  const [code] = await Promise.all([over, needsAnswers && answerSoon(at, child)]);
  if (/config check/.test(command)) rmSync(join(at.env.HOME, '.config/answerback/config.yaml'));
  return { code: neverEnds && code === null ? 0 : code, said: Buffer.concat(chunks).toString('utf8'), was };
}

/** Answers whatever the program asks, until it has ended. */
async function answerSoon(at, child) {
  while (child.exitCode === null && child.signalCode === null) {
    const own = listed(at).find(({ program: name }) => name === 'script');
    if (own) answerback(at, ['answer', own.id, ...own.questions.flatMap((each) => (each.options.length === 0 ? ['-m', 'shop'] : ['1']))]);
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}

/** None if the list fails, as it may while the computer is busy. */
function listed(at) {
  const said = answerback(at, ['list', '--json']);
  return said.startsWith('[') ? JSON.parse(said) : [];
}

/** Again if it fails: a broker that needs more than a few seconds to end is not a failure. */
async function stopBroker(at) {
  for (const end = Date.now() + ENDS_MS; ; await new Promise((done) => setTimeout(done, AGAIN_MS)))
    try {
      return execFileSync('answerback', ['broker', 'stop'], { ...at, stdio: 'ignore' });
    } catch (error) {
      if (Date.now() > end) throw error;
    }
}

function ask(at, names) {
  const file = join(at.cwd, '..', 'fitting.json');
  writeFileSync(file, JSON.stringify({ questions: names.map((name) => QUESTIONS[name]) }));
  return answerback(at, ['ask', '--from', file, '--no-wait', '--program', 'builder', '--session', 'build-17']).trim().slice(0, 8);
}

function answerback(at, args) {
  try {
    return execFileSync('answerback', args, { ...at, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    return String(error.stdout ?? '');
  }
}

/** Lines with `$ `, each with the output that the page shows; in a block without any, the lines that begin with a program. */
function commandsOf(page) {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap((block) => {
    const [, language, body] = block;
    if (!['', 'sh', 'console'].includes(language)) return [];
    const first = text.slice(0, block.index).split('\n').length + 1;
    const lines = body.split('\n');
    const isCommand = /^\$ /m.test(body)
      ? (each) => each.startsWith('$ ')
      : (each) => /^(npm|npx|answerback|claude|eval|echo|\w+=\$\(answerback)\b/.test(each);
    return lines.flatMap((each, i) => {
      if (!isCommand(each)) return [];
      const next = lines.findIndex((other, j) => j > i && isCommand(other));
      const command = each
        .replace(/^\$ /, '')
        .replace(/ {2,}#.*$/, '')
        .trim();
      return [{ line: `${page}:${first + i}`, command, shown: lines.slice(i + 1, next < 0 ? undefined : next).join('\n') }];
    });
  });
}

function options(...labels) {
  return labels.map((label) => ({ label, description: label }));
}

function program(path, body) {
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
}

function say(text) {
  console.log(text);
}
