// What a valid configuration should not have: a second file beside it, and notifiers that let others read or answer.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { NotifierSettings } from '../decide/notify/settings.ts';
import { exposure } from '../drivers/answerers/secret.ts';
import { type Config, misnamed } from './config.ts';

/** The second file is ignored, and its owner may not know. */
export function secondFile(path: string): readonly string[] {
  const other = misnamed(path);
  return other !== path && existsSync(other) && existsSync(path)
    ? [`${other} is ignored, because there is a ${basename(path)} beside it; remove one of the two`]
    : [];
}

export function warningsIn({ notify }: Pick<Config, 'notify'>): readonly string[] {
  return Object.entries(notify).flatMap(([name, settings]) => risksOf(settings).map((risk) => `notify.${name}: ${risk}`));
}

function risksOf(settings: NotifierSettings): readonly string[] {
  const texts = settings.show === 'nothing' ? [] : ['The text of messages'];
  if (settings.kind === 'webhook') return texts.flatMap((what) => exposure(what, settings.url) ?? []);
  if (settings.kind !== 'ntfy') return [];
  const { url, links, 'token-file': file, 'token-env': variable } = settings;
  return [
    ...texts.flatMap((what) => exposure(what, url) ?? []),
    ...(links === undefined ? [] : [exposure('The links that answer', links) ?? []].flat()),
    ...(links !== undefined && file === undefined && variable === undefined
      ? ['everyone who knows the topic can answer in your name, because links are used without an access token (token-file, token-env)']
      : []),
  ];
}
