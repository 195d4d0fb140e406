// Where auto-answer is paused, or notifications are muted: pure rules over the pauses in effect.
import type { Ask } from '../ask/schema/ask.ts';
import type { Pause, PauseScope } from '../ask/schema/session.ts';

/** The pause that covers this ask now, the widest first. */
export function pauseOver(pauses: readonly Pause[], ask: Pick<Ask, 'project' | 'session'>, now: number): Pause | undefined {
  const covering = pauses.filter((pause) => isActive(pause, now) && covers(pause.scope, ask));
  return covering.find(({ scope }) => scope.kind === 'all') ?? covering[0];
}

/** One pause per scope: a new one replaces the old one. */
export function withPause(pauses: readonly Pause[], pause: Pause): readonly Pause[] {
  return [...pauses.filter((each) => !isSame(each, pause)), pause];
}

/** Without a scope, all of them are lifted, or all mutes. */
export function withoutPause(pauses: readonly Pause[], scope: PauseScope | undefined, mutes?: true): readonly Pause[] {
  return pauses.filter((pause) => (scope === undefined ? pause.mutes !== mutes : !isSame(pause, { scope, mutes })));
}

export function isActive({ until }: Pause, now: number): boolean {
  return until === undefined || until > now;
}

/** When the next of them ends. */
export function nextEnd(pauses: readonly Pause[]): number | undefined {
  const ends = pauses.flatMap(({ until }) => (until === undefined ? [] : [until]));
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** A project is a folder with everything in it, or the name of a folder. */
function covers(scope: PauseScope, { project, session }: Pick<Ask, 'project' | 'session'>): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'session':
      return session === scope.session;
    case 'project':
      if (!scope.project.includes('/')) return project.split('/').includes(scope.project);
      return `${project}/`.startsWith(`${scope.project.replace(/\/+$/, '')}/`);
  }
}

type PauseKey = Pick<Pause, 'scope' | 'mutes'>;
function isSame(a: PauseKey, b: PauseKey): boolean {
  return a.mutes === b.mutes && JSON.stringify(Object.entries(a.scope).sort()) === JSON.stringify(Object.entries(b.scope).sort());
}
