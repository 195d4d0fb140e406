// Where an ask stands on its route, read from what is recorded of it.
import type { JournalEvent } from '../decide/journal.ts';
import type { Stop } from '../decide/route/route.ts';
import { ruleName } from '../decide/route/stop-name.ts';
import type { Consideration, StopName } from '../question/words.ts';

/** At the beginning of a stop, or in the middle of it after a restart. */
export type Position = { readonly stop: number; readonly begun?: Pick<Consideration, 'outcome' | 'until' | 'brief'> | undefined };

export type Recorded = { readonly last: Consideration; readonly position: Position };

/** Undefined when nothing was considered yet. */
export function recordedPosition(history: readonly JournalEvent[]): Recorded | undefined {
  const considered = history.flatMap(({ happening }) => (happening.kind === 'considered' ? [happening] : []));
  const last = considered.at(-1);
  if (!last) return undefined;
  switch (last.outcome) {
    case 'asked':
    case 'woken': {
      const brief = considered.findLast(({ stop, outcome }) => stop === last.stop && outcome === 'asked')?.brief;
      return { last, position: { stop: last.stop, begun: { outcome: last.outcome, until: last.until, brief } } };
    }
    case 'skipped':
      return { last, position: { stop: last.stop } };
    default:
      return { last, position: { stop: last.stop + 1 } };
  }
}

export function stopName(stop: Stop | undefined): StopName {
  switch (stop?.kind) {
    case 'rule':
      return { kind: 'rule', name: ruleName(stop.rule) };
    case 'agent':
      return { kind: 'agent', name: stop.agent };
    default:
      return { kind: 'people', name: 'people' };
  }
}

/** Whether this is still who stands there: the files may have changed since. */
export function standsAt(stops: readonly Stop[], at: number, { kind, name }: StopName): boolean {
  const now = stopName(stops[at]);
  return stops[at] !== undefined && now.kind === kind && now.name === name;
}
