// What a valid configuration should not have: a second file beside it, rules that decide nothing, and notifiers that let others read or answer.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { namesQuestion } from '../auto-answer/route/named-text.ts';
import type { Route } from '../auto-answer/route/route.ts';
import { entryOf } from '../notify/notifier-kind.ts';
import { type Config, misnamed } from './config.ts';
import { LISTS, type Lists } from './lists.ts';

/** The second file is ignored, and its owner may not know. */
export function secondFile(path: string): readonly string[] {
  const other = misnamed(path);
  return other !== path && existsSync(other) && existsSync(path)
    ? [`${other} is ignored, because there is a ${basename(path)} beside it; remove one of the two`]
    : [];
}

export function warningsIn(
  { routing, notify }: Pick<Config, 'routing' | 'notify'>,
  lists: Pick<Lists, 'notifiers' | 'messengers'> = LISTS,
): readonly string[] {
  const kinds = [...lists.notifiers, ...lists.messengers];
  return [
    ...routing.routes.flatMap((route) => passing(route).map((why) => `route "${route.name}": ${why}`)),
    ...Object.entries(notify).flatMap(([name, settings]) =>
      (entryOf(kinds, settings)?.risks?.(settings) ?? []).map((risk) => `notify.${name}: ${risk}`),
    ),
  ];
}

/** Rules that are there to decide, and would only pass. */
function passing(route: Route): readonly string[] {
  if (route.irreversible || namesQuestion(route)) return [];
  const rules = new Set(route.decide.flatMap((step) => (step.kind === 'rule' && step.rule.kind.onlyNamed ? [step.rule.kind.name] : [])));
  if (rules.size === 0) return [];
  const why = route.when.text === undefined ? 'does not name the question by its text' : 'has a text that fits almost any question';
  return [
    `${[...rules].join(' and ')} would only pass, because the route ${why}; write into its when which questions it is for, as in text: "run the tests", or beside decide irreversible: allow`,
  ];
}
