// The time in which one step may decide. It ends once; the first reason counts.
import type { Clock } from './clock.ts';

/** over: the ask was decided or is gone. time: the limit. paused, resumed: by a person. changed: the configuration changed. held: the answer is for people to give. passed: the agent, by its own command. stopping: the broker stops, and continues this turn after its next start. */
type TurnEnd = 'over' | 'time' | 'paused' | 'resumed' | 'changed' | 'held' | 'passed' | 'stopping';

export type Turn = {
  readonly signal: AbortSignal;
  readonly ended: Promise<TurnEnd>;
  /** Undefined while the turn lasts. */
  how(): TurnEnd | undefined;
  end(how: TurnEnd): void;
};

export function createTurn(clock: Clock, until?: number): Turn {
  const controller = new AbortController();
  let how: TurnEnd | undefined;
  let resolve: (how: TurnEnd) => void = () => {};
  let forgetTime = () => {};
  const ended = new Promise<TurnEnd>((r) => {
    resolve = r;
  });
  const end = (why: TurnEnd) => {
    if (how !== undefined) return;
    how = why;
    forgetTime();
    controller.abort();
    resolve(why);
  };
  if (until !== undefined) {
    const cancelTimer = clock.at(until, () => end('time'));
    const forgetJumps = clock.onJump(() => clock.now() >= until && end('time'));
    forgetTime = () => {
      cancelTimer();
      forgetJumps();
    };
  }
  return { signal: controller.signal, ended, how: () => how, end };
}
