// The time in which somebody may decide: ended once, by the first of what can end it.
import type { Clock } from '../decide/clock.ts';

/** over: the ask was decided or is gone. time: the limit. paused and resumed: by a person. changed: the files say otherwise now. held: the answer is for people to give. stopping: the broker; what was begun is taken up again. */
export type TurnEnd = 'over' | 'time' | 'paused' | 'resumed' | 'changed' | 'held' | 'stopping';

export type Turn = {
  readonly signal: AbortSignal;
  readonly ended: Promise<TurnEnd>;
  /** Undefined while it lasts. */
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
  if (until !== undefined) forgetTime = clock.at(until, () => end('time'));
  return { signal: controller.signal, ended, how: () => how, end };
}
