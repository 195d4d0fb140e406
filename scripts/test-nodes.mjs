// npm run test:nodes: runs every test on Node 22 and 24 too. Their binaries are installed from npm packages into .cache/.
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { build, install, step } from './steps.mjs';

const VERSIONS = ['22.23.3', '24.21.0'];
const wanted = process.argv.slice(2);

install();
build();
for (const version of VERSIONS) {
  if (wanted.length > 0 && !wanted.some((w) => version.startsWith(w))) continue;
  const bin = nodeBin(version);
  const env = { PATH: `${bin}${delimiter}${process.env.PATH}` };
  step(`Running the tests on Node ${version}`, resolve(bin, 'node'), ['node_modules/vitest/vitest.mjs', 'run', '--project', 'program'], {
    env,
  });
}

function nodeBin(version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = resolve('.cache', 'node', version);
  const bin = resolve(folder, 'node_modules', name, 'bin');
  if (!existsSync(resolve(bin, 'node'))) {
    mkdirSync(folder, { recursive: true });
    step(
      `Fetching Node ${version}`,
      'npm',
      ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`],
      { quiet: true },
    );
  }
  return bin;
}
