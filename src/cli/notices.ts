// What people should know before they look at asks: a damaged journal, a broken configuration, a pause, decisions that were recorded differently.
import type { Notices } from '../contract/types.ts';
import { configWords, pauseWords, shortId } from '../dialog/words/words.ts';
import { printable } from '../text/printable.ts';
import type { Context } from './context.ts';

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

/** `damage` is not empty. */
function damageWords([first, ...others]: Notices['damage']): string {
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const about = first?.scope === 'entry' ? 'The journal is damaged. ' : '';
  return `✗ ${about}${printable(first?.text ?? '')}${more}: answerback doctor`;
}

/** "759p35hzxxxx: why" */
export function failureWords(failure: string): string {
  const [ask = '', ...why] = failure.split(': ');
  return `✗ ${shortId(ask)}: ${printable(why.join(': '))}  (answerback log --why ${shortId(ask)})`;
}

export function mismatchWords(count: number): string {
  return `✗ ${count === 1 ? 'A decision of the last day was' : `${count} decisions of the last day were`} recorded differently by the agent: answerback list --state mismatched`;
}
