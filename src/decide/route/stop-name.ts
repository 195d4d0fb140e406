// A stop in a few words, and whether two stops are the same machine.
import { durationText } from './duration.ts';
import type { Rule, Stop } from './route.ts';

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

export function ruleName(rule: Rule): string {
  switch (rule.kind) {
    case 'affirm':
    case 'delegate':
      return rule.kind;
    case 'choose':
      return `choose ${rule.patterns.map((pattern) => pattern.source).join(' or ')}`;
    case 'words':
      return `words ${JSON.stringify(rule.words.length > 40 ? `${rule.words.slice(0, 40)}…` : rule.words)}`;
    case 'precedent':
      return `precedent of ${rule.times}`;
  }
}

/** How long and how often does not matter here: that is narrowed apart. */
export function sameStop(users: Stop, projects: Stop): boolean {
  if (users.kind === 'agent') return projects.kind === 'agent' && users.agent === projects.agent;
  if (users.kind !== 'rule' || projects.kind !== 'rule') return false;
  return sameRule(users.rule, projects.rule);
}

function sameRule(a: Rule, b: Rule): boolean {
  if (a.kind === 'words') return b.kind === 'words' && a.words === b.words;
  if (a.kind !== 'choose') return a.kind === b.kind;
  return b.kind === 'choose' && a.patterns.map((p) => p.source).join('\n') === b.patterns.map((p) => p.source).join('\n');
}
