// answerback overrule: says that a decision was wrong. Its answerer is told, and the agent that asked gets the message as its next prompt.
import { decisionLine } from '../../ask/summary.ts';
import { newKey } from '../../client/key.ts';
import { headline } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { command } from '../app/command.ts';
import { examples, flag, id, json, text } from '../app/parameters.ts';
import { answererFrom, type Context } from '../context.ts';
import { idNamed } from '../find-ask.ts';

const overruleCommand = command(overrule, {
  people: true,
  parameters: {
    flags: { json, noPrompt: flag('Do not send it to the agent') },
    positional: {
      kind: 'tuple',
      parameters: [id, { parse: text, brief: 'What was wrong, and what to do instead', placeholder: 'message' }],
    },
  },
  docs: {
    fullDescription: examples(
      'The answerer that decided is told, and it does not count as a precedent. If the agent that asked still runs and takes prompts, your message is its next prompt.',
      [
        'answerback overrule k3f9 "we have no server; use SQLite"',
        'answerback overrule k3f9 "too late now, but next time ask me" --no-prompt',
      ],
    ),
  },
});
export const commands = { overrule: overruleCommand };

type Flags = { readonly json: boolean; readonly noPrompt: boolean };

async function overrule(this: Context, flags: Flags, id: string, message: string): Promise<void> {
  const result = await this.client().call('POST /v1/asks/:id/overrule', {
    params: { id: idNamed(this, id) },
    body: { message, by: answererFrom(undefined, this.env), prompt: !flags.noPrompt, key: newKey() },
  });
  if (flags.json) return this.out.json(result);
  const { ask, prompt, notSent } = result;
  const said = ask.decision ? printable(decisionLine(ask, ask.decision)) : '';
  this.out.line(`${this.out.style('✓', 'green')} overruled: ${headline(ask)} ${this.out.style('→', 'dim')} ${said}`);
  if (prompt) this.out.line(`  ${printable(ask.program)} gets this as its next prompt: answerback send --list`);
  if (notSent !== undefined) this.out.line(this.out.style(`  not sent to ${printable(ask.program)}: ${printable(notSent)}`, 'yellow'));
}
