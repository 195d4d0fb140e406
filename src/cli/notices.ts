// What people should know before they look at asks: a damaged journal, a broken configuration, a pause, decisions that were recorded differently.
import type { Notices } from '../contract/types.ts';
import { configWords, pauseWords } from '../dialog/words/words.ts';
import type { Context } from './context.ts';
import { damageWords, failureWords, mismatchWords } from './words.ts';

/** For a person who looks at one ask or is about to answer it: auto-answer is paused there. */
export async function pauseNotice({ client, now }: Context, ask: string): Promise<string | undefined> {
  const { pause } = await client().call('GET /v1/asks/:id/route', { params: { id: ask } });
  return pause && `‖ Auto-answer: ${pauseWords([pause], now())}`;
}

/** Shown above every list: the journal is damaged, the configuration is broken, auto-answer is paused, or decisions were mismatched. */
export function printNotices(
  { out, now }: Context,
  { pauses, mismatched, damage, configProblems, autoAnswerFailures = [] }: Notices,
): void {
  if (damage.length > 0) out.line(out.style(damageWords(damage), 'red'));
  for (const problem of configProblems) out.line(out.style(configWords(problem), 'red'));
  for (const failure of autoAnswerFailures) out.line(out.style(failureWords(failure), 'red'));
  if (pauses.length > 0) out.line(out.style(`‖ Auto-answer: ${pauseWords(pauses, now())}`, 'yellow'));
  if (mismatched > 0) out.line(out.style(mismatchWords(mismatched), 'red'));
}
