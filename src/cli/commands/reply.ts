// answerback reply and roster: for chat agents. `reply` finds answers in their text; `roster` tells them which asks are open.
import { readFileSync } from 'node:fs';
import { newKey } from '../../client/key.ts';
import { shortId } from '../../dialog/words/words.ts';
import { printable, printableLines } from '../../text/printable.ts';
import { command } from '../app/command.ts';
import { examples, json, maybe, optionalText } from '../app/parameters.ts';
import { answererFrom, type Context, EXIT, UsageError } from '../context.ts';

const replyCommand = command(reply, {
  parameters: {
    flags: { json, by: optionalText('Who wrote the text: agent:claw, person:ada', 'who') },
    positional: maybe('The text (default: standard input)', 'text'),
  },
  docs: {
    fullDescription: examples(
      'Finds <answer ask="id">2</answer> and <cc_answer project="name">2</cc_answer> anywhere in the text. Exit code 0 if all were accepted, 1 if one was not, 2 if there was none.',
      [
        `answerback reply --by agent:claw 'I looked into it. <answer ask="k3f9">2</answer>'`,
        'chat-agent | answerback reply --by agent:claw',
      ],
    ),
  },
});

const rosterCommand = command(roster, {
  parameters: { flags: { json } },
});
export const commands = { reply: replyCommand, roster: rosterCommand };

const MARKS = { answered: ['✓', 'green'], passed: ['·', 'dim'], taken: ['✗', 'yellow'], refused: ['✗', 'red'] } as const;

/** Exit code 0 if every answer was accepted, 1 if one was not, 2 if there was none. */
async function reply(this: Context, flags: { readonly json: boolean; readonly by?: string }, text?: string): Promise<void> {
  if (flags.by === undefined && !this.env.ANSWERBACK_ANSWERING)
    throw new UsageError('say who wrote this', 'Write --by agent:<name>, as it is called in your configuration, or --by person:<name>.');
  const replies = (
    await this.client().call('POST /v1/replies', {
      body: { text: text ?? readFileSync(0, 'utf8'), by: answererFrom(flags.by, this.env), key: newKey() },
    })
  ).replies;
  if (replies.length === 0) this.process.exitCode = EXIT.usage;
  else if (replies.some(({ outcome }) => outcome === 'refused' || outcome === 'taken')) this.process.exitCode = EXIT.failed;
  if (flags.json) return this.out.json(replies);
  if (replies.length === 0)
    return this.err.line('No answer found in the text. Write <answer ask="id">2</answer>; `answerback roster` shows the open asks.');
  for (const { ask, outcome, message } of replies) {
    const [mark, style] = MARKS[outcome];
    this.out.line(`${this.out.style(mark, style)} ${ask === undefined ? '' : `${shortId(ask)}  `}${outcome}: ${printable(message)}`);
  }
}

async function roster(this: Context, flags: { readonly json: boolean }): Promise<void> {
  const { text } = await this.client().call('GET /v1/roster');
  if (flags.json) return this.out.json({ text });
  // Also escaped when a program reads it, because hidden characters are meant to deceive the reader.
  for (const line of printableLines(text.trimEnd())) this.out.line(line);
}
