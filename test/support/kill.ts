// kill -9 at random moments, for tests of what survives it.
import { randomInt } from 'node:crypto';
import { isAlive } from '../../src/system/processes.ts';
import { eventually } from './eventually.ts';
import type { Home } from './home.ts';

/** For the clients: a broker that is killed as soon as it is up may not get round to one of them for a while. */
export const PATIENCE_MS = 600_000;

/** Kills the broker this many times, each time after a random delay. The clients start the next one. */
export async function killAgainAndAgain(at: Home, times: number, pauseMs: readonly [least: number, most: number]): Promise<void> {
  for (let kills = 0; kills < times; ) {
    await new Promise((resolve) => setTimeout(resolve, randomInt(...pauseMs)));
    if (await killBroker(at)) kills += 1;
  }
}

/** Whether there was a broker to kill. */
export async function killBroker(at: Home): Promise<boolean> {
  const pid = await at.pid();
  if (pid === undefined) return false;
  try {
    process.kill(pid, 'SIGKILL');
    await eventually(() => !isAlive(pid));
    return true;
  } catch {
    // It was still dying from the previous kill.
    return false;
  }
}

/** Another broker takes over. Everything that waited for a reply of the first is lost. */
export async function replaceBroker(at: Home): Promise<void> {
  await killBroker(at);
  await at.client().status();
}
