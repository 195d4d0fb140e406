// Runs a program where the system's limit of file watchers is reached. A user namespace has a limit of its own.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';

export const withoutWatchers = (command: readonly string[], env = process.env): SpawnSyncReturns<string> =>
  spawnSync('unshare', ['-Ur', 'sh', '-c', 'echo 0 >/proc/sys/user/max_inotify_instances && exec "$@"', 'sh', ...command], {
    env,
    encoding: 'utf8',
  });

/** Not every system lets its users make namespaces. */
export const canLimitWatchers = withoutWatchers(['true']).status === 0;
