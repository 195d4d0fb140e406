// The pauses and mutes in effect: kept in the journal, ended by hand or by time, and announced to auto-answer at once.

import type { Ask } from '../ask/schema/ask.ts';
import type { Answerer } from '../ask/schema/decision.ts';
import type { Pause, PauseScope } from '../ask/schema/session.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../system/clock.ts';
import { isActive, nextEnd, pauseOver, withoutPause, withPause } from './pause.ts';
import { actorName } from './settle.ts';

type PausesParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  /** The real path of a folder, which may have several names. */
  readonly place: (folder: string) => string;
};
export type Pauses = ReturnType<typeof createPauses>;

export function createPauses({ journal, clock, onError, place }: PausesParts) {
  let active: readonly Pause[] = [];
  let cancelTimer = () => {};
  /** Changes run one after the other, because each depends on the one before. */
  let changing: Promise<unknown> = Promise.resolve();
  let isStarting = false;
  const listeners = new Set<() => void>();
  const unsubscribe = journal.onCommit(({ happening }) => {
    if (happening.kind === 'paused') take(happening.pauses);
  });

  const forgetJumps = clock.onJump(() => isStarting || arm());

  return {
    /** At a start, before everything that depends on it. Until `resume`, none of them ends, and nobody is told of a change. */
    async load(): Promise<void> {
      isStarting = true;
      active = await journal.pauses();
    },
    /** When everything that listens has started. */
    async resume(): Promise<void> {
      isStarting = false;
      active = await journal.pauses();
      arm();
    },
    list: () => listed(),
    over: (ask: Pick<Ask, 'project' | 'session'>) => over(ask),
    /** Why nobody but people decides this ask now; undefined if auto-answer is not paused for it. */
    reason(ask: Pick<Ask, 'project' | 'session'>): string | undefined {
      const pause = over(ask);
      return pause && `automatic answers were paused by ${pause.by.name}`;
    },
    pause: (scope: PauseScope, by: Answerer, until?: number) => pause(scope, by, until),
    /** Without a scope, all pauses end. */
    lift: (scope: PauseScope | undefined, by: Answerer) => lift(scope, by),
    /** The same for notifications, which go on during a pause. */
    mutes: {
      list: () => listed(true),
      over: (ask: Pick<Ask, 'project' | 'session'>) => over(ask, true),
      mute: (scope: PauseScope, by: Answerer, until?: number) => pause(scope, by, until, true),
      lift: (scope: PauseScope | undefined, by: Answerer) => lift(scope, by, true),
    },
    /** A paused session continues under another id. */
    async follow(from: string, to: string): Promise<void> {
      const isMoved = ({ scope }: Pause) => scope.kind === 'session' && scope.session === from;
      const by = active.find(isMoved)?.by;
      const moved = (pause: Pause): Pause => (isMoved(pause) ? { ...pause, scope: { kind: 'session', session: to } } : pause);
      if (by) await change(by, (before) => before.map(moved));
    },
    /** Called after every change; returns how to unsubscribe. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop(): void {
      unsubscribe();
      forgetJumps();
      cancelTimer();
    },
  };

  function listed(mutes?: true): readonly Pause[] {
    return active.filter((each) => each.mutes === mutes && isActive(each, clock.now()));
  }

  function over(ask: Pick<Ask, 'project' | 'session'>, mutes?: true): Pause | undefined {
    const all = listed(mutes);
    return pauseOver(all, ask, clock.now()) ?? pauseOver(all.map(placed), { ...ask, project: place(ask.project) }, clock.now());
  }

  async function pause(scope: PauseScope, by: Answerer, until?: number, mutes?: true): Promise<readonly Pause[]> {
    const about = { ...(until === undefined ? {} : { until }), ...(mutes && { mutes }) };
    await change(by, (before) => withPause(before, { scope, by, at: clock.now(), ...about }));
    return listed(mutes);
  }

  async function lift(scope: PauseScope | undefined, by: Answerer, mutes?: true): Promise<readonly Pause[]> {
    await change(by, (before) => withoutPause(before, scope, mutes));
    return listed(mutes);
  }

  function placed(pause: Pause): Pause {
    const { scope } = pause;
    return scope.kind === 'project' && scope.project.startsWith('/')
      ? { ...pause, scope: { ...scope, project: place(scope.project) } }
      : pause;
  }

  function change(by: Answerer, next: (before: readonly Pause[]) => readonly Pause[]): Promise<readonly Pause[]> {
    const changed = changing.then(async () => {
      const before = active.filter((pause) => isActive(pause, clock.now()));
      await journal.setPauses(next(before), clock.now(), actorName(by));
      return active;
    });
    changing = changed.catch(() => {});
    return changed;
  }

  function take(pauses: readonly Pause[]): void {
    active = pauses;
    if (isStarting) return;
    arm();
    for (const listener of [...listeners]) listener();
  }

  function arm(): void {
    cancelTimer();
    const end = nextEnd(active);
    cancelTimer = end === undefined ? () => {} : clock.at(end, () => void endOverdue().catch(onError));
  }

  function endOverdue(): Promise<unknown> {
    changing = changing.then(() =>
      journal.setPauses(
        active.filter((pause) => isActive(pause, clock.now())),
        clock.now(),
        'clock',
      ),
    );
    return changing;
  }
}
