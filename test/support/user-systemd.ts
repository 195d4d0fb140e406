// A real systemd for one user in a home folder of its own, also where the computer was not booted with systemd (containers).
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.ts';

const SYSTEMD = '/usr/lib/systemd/systemd';

/** It takes root to pretend that the computer was booted with systemd, in a mount namespace. */
export const hasSystemd =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/run']).status === 0 &&
  spawnSync(SYSTEMD, ['--version']).status === 0;

export type UserSystemd = { readonly home: string; readonly env: NodeJS.ProcessEnv; stop(): Promise<void> };

export async function startUserSystemd(): Promise<UserSystemd> {
  const folder = mkdtempSync(join(tmpdir(), 'systemd-'));
  const [home, runtime] = [join(folder, 'home'), join(folder, 'run')];
  mkdirSync(home);
  mkdirSync(runtime, { mode: 0o700 });
  const env = { HOME: home, XDG_RUNTIME_DIR: runtime, XDG_CONFIG_HOME: join(home, '.config'), DBUS_SESSION_BUS_ADDRESS: '' };
  const script = `mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/system && exec ${SYSTEMD} --user --log-target=console`;
  const manager: ChildProcess = spawn('unshare', ['-m', 'sh', '-c', script], { env: { ...process.env, ...env }, stdio: 'ignore' });
  const systemctl = (...words: readonly string[]) =>
    spawnSync('systemctl', ['--user', ...words], { env: { ...process.env, ...env }, encoding: 'utf8' });
  await eventually(() => systemctl('show-environment').status === 0);
  return {
    home,
    env,
    async stop() {
      const over = once(manager, 'exit');
      systemctl('exit');
      await over;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
