// answerback reply and roster: what chat agents need. The text of one is searched for answers; the roster tells it what is pending.
import { readFileSync } from 'node:fs';
import { printable, printableLines } from '../../../text/printable.ts';
import { answererFrom, type Context, EXIT, UsageError } from '../context.ts';
import { shortId } from '../words.ts';

const MARKS = { answered: ['✓', 'green'], passed: ['·', 'dim'], taken: ['✗', 'yellow'], refused: ['✗', 'red'] } as const;

/** Exit code 0 when every answer was taken, 1 when one was not, 2 when there was none. */
export async function reply(this: Context, flags: { readonly json: boolean; readonly by?: string }, text?: string): Promise<void> {
  if (flags.by === undefined && !this.env.ANSWERBACK_ANSWERING)
    throw new UsageError(
      'say whose words these are',
      'Write --by agent:<name>, as it is called in your configuration, or --by person:<name>.',
    );
  const replies = await this.client().reply(text ?? readFileSync(0, 'utf8'), answererFrom(flags.by, this.env));
  if (replies.length === 0) this.process.exitCode = EXIT.usage;
  else if (replies.some(({ outcome }) => outcome === 'refused' || outcome === 'taken')) this.process.exitCode = EXIT.failed;
  if (flags.json) return this.out.json(replies);
  if (replies.length === 0)
    return this.err.line('There is no answer in it. Write <answer ask="id">2</answer>; `answerback roster` shows what is pending.');
  for (const { ask, outcome, message } of replies) {
    const [mark, ink] = MARKS[outcome];
    this.out.line(`${this.out.ink(mark, ink)} ${ask === undefined ? '' : `${shortId(ask)}  `}${outcome}: ${printable(message)}`);
  }
}

export async function roster(this: Context, flags: { readonly json: boolean }): Promise<void> {
  const text = await this.client().roster();
  if (flags.json) return this.out.json({ text });
  // Also where a program reads it: a hidden character is there to fool whoever reads.
  for (const line of printableLines(text.trimEnd())) this.out.line(line);
}
