// A real systemd for one user in a home folder of its own, also where the computer was not booted with systemd (containers).
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { eventually } from './eventually.ts';

/** Where the control groups that systemd uses are, in the old, the mixed and the new hierarchy. */
const GROUPS = ['/sys/fs/cgroup/systemd', '/sys/fs/cgroup/unified', '/sys/fs/cgroup'];
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
  // In a control group of its own. Two managers in one group have the same group for a unit of the same name, and each ends the processes of the other.
  const group = basename(folder);
  const script = `
    for at in ${GROUPS.join(' ')}; do
      [ -f $at/cgroup.procs ] && mkdir $at/${group} && echo $$ >$at/${group}/cgroup.procs
    done
    mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/system && exec ${SYSTEMD} --user --log-target=console`;
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
      for (const at of GROUPS) spawnSync('find', [join(at, group), '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';']);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
