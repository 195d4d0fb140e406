// answerback brief: what an answering agent is told about an ask, as it would be written now.
import { printableLines } from '../../text/printable.ts';
import { command } from '../app/command.ts';
import { examples, id, json, optionalText } from '../app/parameters.ts';
import type { Context } from '../context.ts';
import { idNamed } from '../find-ask.ts';

const briefCommand = command(brief, {
  parameters: {
    flags: { json, by: optionalText('For this answerer (default: the first agent on the route of the ask)', 'name') },
    positional: { kind: 'tuple', parameters: [id] },
  },
  docs: {
    fullDescription: examples('The brief as it would be written now, with your own templates. `log --why` shows the one that was sent.', [
      'answerback brief k3f9',
      'answerback brief k3f9 --by claw',
    ]),
  },
});
export const commands = { brief: briefCommand };

async function brief(this: Context, flags: { readonly json: boolean; readonly by?: string }, id: string): Promise<void> {
  const written = await this.client().call('GET /v1/asks/:id/brief', { params: { id: idNamed(this, id) }, query: { by: flags.by } });
  if (flags.json) return this.out.json(written);
  // Also escaped when a program reads it, because hidden characters are meant to deceive the reader.
  for (const line of printableLines(written.brief.trimEnd())) this.out.line(line);
}
