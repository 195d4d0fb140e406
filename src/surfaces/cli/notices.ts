// What people should know before they look at asks: a damaged journal, a broken configuration, a pause, decisions that were recorded differently.
import type { Notices } from '../../protocol/contract.generated.ts';
import type { Context } from './context.ts';
import { configWords, damageWords, mismatchWords, pauseWords } from './words.ts';

/** For a person who looks at one ask or is about to answer it: auto-answer is paused there. */
export async function pauseNotice({ client, now }: Context, ask: string): Promise<string | undefined> {
  const { pause } = await client().explain(ask);
  return pause && `‖ Auto-answer: ${pauseWords([pause], now())}`;
}

/** Shown above every list: the journal is damaged, the configuration is broken, auto-answer is paused, or decisions were mismatched. */
export function printNotices({ out, now }: Context, { pauses, mismatched, damage, configProblems }: Notices): void {
  if (damage.length > 0) out.line(out.ink(damageWords(damage), 'red'));
  for (const problem of configProblems) out.line(out.ink(configWords(problem), 'red'));
  if (pauses.length > 0) out.line(out.ink(`‖ Auto-answer: ${pauseWords(pauses, now())}`, 'yellow'));
  if (mismatched > 0) out.line(out.ink(mismatchWords(mismatched), 'red'));
}
