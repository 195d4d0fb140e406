// For tests of setup: a temporary home folder with a settings file and backups.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { planSetup, type SetupRequest } from '../../../src/agents/claude-code/setup/setup.ts';
import { planUndo } from '../../../src/agents/claude-code/setup/undo.ts';
import { carryOut, carryOutUndo } from '../../../src/setup/change.ts';

const FIXTURES = 'test/fixtures/settings';

export const sample = (kind: 'accepted' | 'refused', name: string): Buffer => readFileSync(join(FIXTURES, kind, `${name}.settings`));
export const names = (kind: 'accepted' | 'refused'): string[] =>
  readdirSync(join(FIXTURES, kind)).map((file) => basename(file, '.settings'));
/** Samples that do not contain our hooks yet. */
export const foreign = (): string[] => names('accepted').filter((name) => !name.startsWith('ours-'));

export type Sandbox = ReturnType<typeof sandbox>;

export function sandbox() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'setup-')));
  const home = join(folder, 'home');
  const path = join(home, '.claude', 'settings.json');
  const undo = join(folder, 'undo');
  const request = (over: Partial<SetupRequest> = {}): SetupRequest => ({
    path,
    mode: 'beside',
    via: 'port',
    url: 'http://127.0.0.1:4807',
    hookToken: 'the-secret-hook-token',
    command: { node: '/usr/bin/node', program: '/opt/answerback/dist/hook.cjs' },
    version: '2.1.325',
    env: process.env,
    ...over,
  });
  return {
    folder,
    home,
    path,
    undo,
    request,
    /** Writes the settings file. */
    given(bytes: Buffer | string, mode = 0o644): void {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
      chmodSync(path, mode);
    },
    setup(over: Partial<SetupRequest> = {}): { changed: boolean; diff: string; tokenIn: string } {
      const plan = planSetup(request(over));
      if (plan.kind === 'refused') throw new Error(plan.reason);
      const done = carryOut(plan.change ? [plan.change] : [], undo, 1_000);
      if (done.kind === 'refused') throw new Error(done.reason);
      const lines = plan.change?.diff ?? [];
      return { changed: plan.change !== undefined, diff: lines.map(({ text }) => text).join('\n'), tokenIn: plan.tokenIn };
    },
    /** Returns how the setup was undone. */
    undoSetup(): 'restore' | 'remove' | 'nothing' {
      const plan = planUndo(path, undo);
      if (plan.kind === 'refused') throw new Error(plan.reason);
      if (plan.kind === 'nothing') return 'nothing';
      const done = carryOutUndo([plan.reversal]);
      if (done.kind === 'refused') throw new Error(done.reason);
      return plan.reversal.way;
    },
    text: (): string => readFileSync(path, 'utf8'),
    settings: () => JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, '')),
    everything: () => everything(home),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The names, modes, link targets and contents of all files. */
function everything(root: string): unknown[] {
  if (!existsSync(root)) return [];
  const all = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return all.map((name) => {
    const at = join(root, name);
    const stat = lstatSync(at);
    const content = stat.isSymbolicLink() ? readlinkSync(at) : stat.isFile() ? readFileSync(at).toString('base64') : '';
    return [name, stat.mode, content];
  });
}
