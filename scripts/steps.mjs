// Shared by the scripts: runs a step, prints what it is and how long it took, and stops at the first failure.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
process.chdir(root.pathname);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Answerback needs Node 20.19 or newer; this is ${process.versions.node}. See https://nodejs.org`);
  process.exit(1);
}

/** Whether it passed; only an `optional` step comes back if it did not. */
export function step(what, command, args, options = {}) {
  const started = Date.now();
  console.log(`\u25b8 ${what} …`);
  const quiet = options.quiet ?? false;
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    stdio: quiet ? 'pipe' : 'inherit',
    env: { ...process.env, ...options.env },
    encoding: 'utf8',
  });
  const took = `${((Date.now() - started) / 1000).toFixed(1)} s`;
  if (status === 0 || options.optional) {
    console.log(status === 0 ? `  done in ${took}` : `  not all of it passed, in ${took}`);
    return status === 0;
  }
  if (quiet) process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  console.error(`\u2717 ${what} failed${error ? `: ${error.message}` : ''}. The command was: ${command} ${args.join(' ')}`);
  process.exit(status || 1);
}

const OUTER_FLAGS = /^npm_config_(global|location|prefix|local_prefix|omit|include|production|save.*|package_lock)$/i;

/** Installs exactly what package-lock.json says, unless it is already installed. */
export function install() {
  const stamp = 'node_modules/.answerback-installed';
  const wanted = createHash('sha256').update(readFileSync('package-lock.json')).update(process.versions.modules).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  // Not `npm ci`: it needs every platform's optional binary, and registries and mirrors do not always have all of them.
  step(
    'Installing dependencies (npm install; once, about 15 s)',
    'npm',
    // No scripts: none of our dependencies needs its own, and ours (prepare) would build twice.
    ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--include=dev', '--loglevel=error'],
    // Inside another npm, such as `npm install -g .`, its flags would apply here too.
    {
      quiet: true,
      env: Object.fromEntries(
        Object.keys(process.env)
          .filter((name) => OUTER_FLAGS.test(name))
          .map((name) => [name, undefined]),
      ),
    },
  );
  mkdirSync('node_modules', { recursive: true });
  writeFileSync(stamp, wanted);
}

export function build(...args) {
  step('Building', process.execPath, ['scripts/build.mjs', ...args], { quiet: true });
}

/** Runs tests with vitest, and none of them twice. `report`: a file for the results as JSON. */
export function tests(what, args, { report, ...options } = {}) {
  const reporters = report ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
  return step(what, 'npx', ['--no-install', 'vitest', 'run', ...reporters, ...args], options);
}
