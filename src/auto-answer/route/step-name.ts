// A short name of a step, and whether a project's step means the user's.

import { durationText } from '../../ask/match/duration.ts';
import type { Rule } from '../rules/rule-kind.ts';
import type { Step } from './route.ts';

export function stepName(step: Step): string {
  switch (step.kind) {
    case 'rule':
      return `rule ${ruleName(step.rule)}`;
    case 'agent':
      return `agent ${step.agent}`;
    case 'people':
      return step.withinMs === undefined
        ? 'people'
        : `people within ${durationText(step.withinMs)}${step.silence === 'expire' ? ', then expire' : ''}`;
  }
}

export const ruleName = ({ kind, settings }: Rule): string => kind.describe(settings);

/** Ignores time limits and counts, which are narrowed separately. */
export function sameStep(users: Step, projects: Step): boolean {
  if (users.kind === 'agent') return projects.kind === 'agent' && users.agent === projects.agent;
  if (users.kind !== 'rule' || projects.kind !== 'rule') return false;
  const { kind, settings } = users.rule;
  return kind === projects.rule.kind && (kind.isSame?.(settings, projects.rule.settings) ?? true);
}
