// Where auto-answer is paused.
import { expect, it } from 'vitest';
import { anAsk } from '../../test/support/samples.ts';
import type { Pause, PauseScope } from '../ask/schema/session.ts';
import { nextEnd, pauseOver, withoutPause, withPause } from './pause.ts';

const by = { kind: 'person', name: 'ada', surface: 'test' } as const;
const pause = (scope: PauseScope, until?: number): Pause => ({ scope, by, at: 0, ...(until === undefined ? {} : { until }) });
const ask = anAsk({ project: '/srv/shop', session: 's1' });

it.each<[string, PauseScope, boolean]>([
  ['everything', { kind: 'all' }, true],
  ['its project by path', { kind: 'project', project: '/srv/shop' }, true],
  ['its project by path and a slash', { kind: 'project', project: '/srv/shop/' }, true],
  ['its project by name', { kind: 'project', project: 'shop' }, true],
  ['a folder above it', { kind: 'project', project: '/srv' }, true],
  ['a project that only begins alike', { kind: 'project', project: '/srv/sho' }, false],
  ['a name that only begins alike', { kind: 'project', project: 'sho' }, false],
  ['its session', { kind: 'session', session: 's1' }, true],
  ['another session', { kind: 'session', session: 's2' }, false],
])('a pause of %s covers an ask or not', (_, scope, covered) => {
  expect(pauseOver([pause(scope)], ask, 10) !== undefined).toBe(covered);
});

it('a pause ends when its time is over', () => {
  const pauses = [pause({ kind: 'all' }, 100), pause({ kind: 'session', session: 's1' }, 50)];
  expect(nextEnd(pauses)).toBe(50);
  expect(pauseOver(pauses, ask, 99)).toBeDefined();
  expect(pauseOver(pauses, ask, 100)).toBeUndefined();
});

it('a new pause replaces the one with the same scope, and is lifted by that scope', () => {
  const first = withPause([], pause({ kind: 'project', project: '/p' }, 5));
  const second = withPause(first, pause({ kind: 'project', project: '/p' }, 9));
  expect(second).toEqual([pause({ kind: 'project', project: '/p' }, 9)]);
  const both = withPause(second, pause({ kind: 'all' }));
  expect(withoutPause(both, { kind: 'all' })).toEqual(second);
  expect(withoutPause(both, undefined)).toEqual([]);
});
