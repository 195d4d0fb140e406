// How far answering agents have driven a session since a person was last involved, and how far they may, in a few words.
import type { SessionNow } from '../contract/types.ts';
import { span } from '../dialog/words/words.ts';

export function drivenText({ prompting }: Pick<SessionNow, 'prompting'>, now: number): string {
  if (!prompting) return '';
  const { prompts, mostPrompts, since, mostTimeMs, tokens, mostTokens, waiting } = prompting;
  return [
    `${prompts} of ${mostPrompts} prompts by agents`,
    ...(since === undefined || mostTimeMs === undefined ? [] : [`${span(now - since)} of ${span(mostTimeMs)}`]),
    ...(tokens === undefined ? [] : [`${amountText(tokens)}${mostTokens === undefined ? '' : ` of ${amountText(mostTokens)}`} tokens`]),
    ...(tokens === undefined && mostTokens !== undefined ? ['tokens are not known'] : []),
    ...(waiting === 0 ? [] : [`${waiting} waiting`]),
  ].join(', ');
}

/** As it can be written in the configuration: 950, 12k, 1.5M. */
function amountText(count: number): string {
  if (count < 1_000) return String(count);
  return count < 999_500 ? `${Math.round(count / 1_000)}k` : `${Math.round(count / 100_000) / 10}M`;
}
