// A stop in a few words, and whether two stops are the same machine.
import { kindOf, type Rule } from '../rules/kinds.ts';
import { durationText } from './duration.ts';
import type { Stop } from './route.ts';

export function stopName(stop: Stop): string {
  switch (stop.kind) {
    case 'rule':
      return `rule ${ruleName(stop.rule)}`;
    case 'agent':
      return `agent ${stop.agent}`;
    case 'people':
      return stop.withinMs === undefined
        ? 'people'
        : `people within ${durationText(stop.withinMs)}${stop.silence === 'expire' ? ', then expire' : ''}`;
  }
}

export const ruleName = (rule: Rule): string => kindOf(rule).describe(rule);

/** How long and how often does not matter here: that is narrowed apart. */
export function sameStop(users: Stop, projects: Stop): boolean {
  if (users.kind === 'agent') return projects.kind === 'agent' && users.agent === projects.agent;
  if (users.kind !== 'rule' || projects.kind !== 'rule') return false;
  if (users.rule.kind !== projects.rule.kind) return false;
  return kindOf(users.rule).isSame?.(users.rule, projects.rule) ?? true;
}
