// Whether a rule or agent may decide an ask now: only the agent whose turn it is, and only while auto-answer is not paused.
import type { Answerer } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';

export type Standing = {
  readonly view: AskView;
  /** The agent whose turn it is. */
  readonly current: string | undefined;
  readonly route: string | undefined;
  readonly paused: string | undefined;
};

export function refusalOf(by: Answerer, { view, current, route, paused }: Standing): string | undefined {
  if (by.kind === 'rule') return 'rules answer inside the broker alone; answer as the person you are';
  if (paused !== undefined) return paused;
  if (current === by.name) return undefined;
  if (current !== undefined) return `it is the turn of ${current} now, not of ${by.name}`;
  const name = route ?? view.route?.name;
  if (name !== undefined) return `people decide this ask now: the time of ${by.name} on the route "${name}" has not come, or is over`;
  return `no route lets ${by.name} decide this ask`;
}
