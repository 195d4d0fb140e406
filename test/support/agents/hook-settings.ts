// For tests: the settings of a Claude Code with our hooks.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Home } from '../home.ts';
import { claudeBinary } from './install.ts';

/** What `answerback setup claude-code` writes for this version. */
export async function hookSettings(where: Home, version: string, via: 'port' | 'socket' = 'port'): Promise<Record<string, unknown>> {
  const config = join(where.place.folder, 'claude');
  const path = join(where.place.folder, 'bin');
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'claude'), `#!/bin/sh\nexec '${await claudeBinary(version)}' "$@"\n`, { mode: 0o755 });
  const env = { CLAUDE_CONFIG_DIR: config, PATH: `${path}:${process.env.PATH}` };
  const ran = await where.run(['setup', 'claude-code', `--${via}`, '--json'], { env });
  expect(JSON.parse(ran.out)).toMatchObject({ changed: true, claudeVersion: version, via });
  return JSON.parse(readFileSync(join(config, 'settings.json'), 'utf8'));
}
