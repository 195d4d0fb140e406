// answerback interrupt: ends what an agent is doing now.
import { projectName } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { command } from '../app/command.ts';
import { session } from '../app/filters.ts';
import { examples, json } from '../app/parameters.ts';
import { answererFrom, type Context, UsageError } from '../context.ts';
import { findSession } from '../find-session.ts';

const interruptCommand = command(interrupt, {
  people: true,
  parameters: {
    flags: { json },
    positional: { kind: 'tuple', parameters: [session] },
  },
  docs: {
    fullDescription: examples(
      'Like Esc at its keyboard: the agent stops and waits for its next prompt. Waiting prompts of an answering agent are cancelled.',
      ['answerback interrupt shop', 'answerback interrupt warden-main-4'],
    ),
  },
});
export const commands = { interrupt: interruptCommand };

async function interrupt(this: Context, flags: { readonly json: boolean }, name: string): Promise<void> {
  const client = this.client();
  const target = findSession(name, (await client.call('GET /v1/sessions', { query: { now: true } })).sessions);
  if (!target) throw new UsageError(`no running session "${name}"`, '`answerback sessions` lists them, by id, tmux session and project.');
  const result = await client.call('POST /v1/sessions/:id/interrupt', {
    params: { id: target.id },
    body: { by: answererFrom(undefined, this.env) },
  });
  if (flags.json) return this.out.json(result);
  const where = `the agent in ${projectName(target.project)}`;
  this.out.line(
    result.outcome === 'idle' ? `Nothing to do: ${where} is not working.` : `${this.out.style('✓', 'green')} ${where} has stopped`,
  );
  if ((target.prompting?.prompts ?? 0) > 0)
    this.out.line(
      this.out.style(`Auto-answer may give it its next prompt. To stop that, too: answerback pause --session ${printable(name)}`, 'dim'),
    );
}
