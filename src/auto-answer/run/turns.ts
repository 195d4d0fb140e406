// The turns of one walk: one step at a time, and reviews beside it. A pause, the end of the ask or the stop of the broker ends them.
import type { Clock } from '../../system/clock.ts';
import { createTurn, type Turn, type TurnEnd } from '../../system/turn.ts';

/** Whose turn it is. A pause does not affect people; during a pause, only its end matters. */
type TurnOf = 'people' | 'answerer' | 'pause';

export type Turns = ReturnType<typeof createTurns>;

export function createTurns(clock: Clock, isPaused: () => boolean) {
  let ended: 'over' | 'stopping' | undefined;
  let current: { readonly of: TurnOf; readonly turn: Turn } | undefined;
  const reviewing = new Set<Turn>();

  /** It may have changed while the turn was being prepared. */
  function begun(turn: Turn): Turn {
    if (ended) turn.end(ended);
    pauseChanged();
    return turn;
  }

  function pauseChanged(): void {
    const paused = isPaused();
    if (paused && current?.of === 'answerer') current.turn.end('paused');
    if (paused) for (const each of reviewing) each.end('paused');
    if (!paused && current?.of === 'pause') current.turn.end('resumed');
  }

  return {
    pauseChanged,
    /** The next step's turn. */
    take(of: TurnOf, until?: number): Turn {
      const turn = createTurn(clock, until);
      current = { of, turn };
      return begun(turn);
    },
    /** Runs a review, which reports its own turn. */
    async review<T>(run: (onTurn: (turn: Turn) => void) => Promise<T>): Promise<T> {
      let taken: Turn | undefined;
      const result = await run((turn) => {
        taken = turn;
        reviewing.add(turn);
        begun(turn);
      });
      if (taken) reviewing.delete(taken);
      return result;
    },
    /** Ends the step's turn. */
    endCurrent: (how: TurnEnd): void => current?.turn.end(how),
    /** Ends everything, also what begins later. */
    end(how: 'over' | 'stopping'): void {
      ended ??= how;
      current?.turn.end(how);
      for (const each of reviewing) each.end(how);
    },
    ended: (): boolean => ended !== undefined,
  };
}
