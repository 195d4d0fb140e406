// Which versions `npm run test:agents` tests: the newest on npm is among them, if the registry can be reached. With a fake npm.
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);

async function withNewest(npm: string): Promise<{ versions: unknown; said: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'fake-npm-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${npm}\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  const script = `import { withNewest } from ${JSON.stringify(resolve('scripts/newest-claude.mjs'))}; console.log(JSON.stringify(withNewest(['2.1.327', '2.1.325'])));`;
  const env = { PATH: `${folder}:/usr/bin:/bin` };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env });
  const lines = stdout.trim().split('\n');
  return { versions: JSON.parse(lines.at(-1) ?? ''), said: lines.slice(0, -1).join(' ') };
}

it.each([
  ['a newer one is tested last', 'echo 2.1.400', ['2.1.327', '2.1.325', '2.1.400'], '2.1.400, which is tested last'],
  ['one in the list is tested once', 'echo 2.1.327', ['2.1.327', '2.1.325'], '2.1.327, which is in the list'],
  ['without the registry, the list is tested', 'exit 1', ['2.1.327', '2.1.325'], 'cannot be reached'],
  ['what is no version is not tested', 'echo oops', ['2.1.327', '2.1.325'], 'cannot be reached'],
])('%s', async (_, npm, versions, said) => {
  expect(await withNewest(npm)).toEqual({ versions, said: expect.stringContaining(said) });
});
