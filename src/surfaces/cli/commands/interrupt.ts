// answerback interrupt: ends what an agent is doing now.
import { answererFrom, type Context, UsageError } from '../context.ts';
import { findSession } from '../find-session.ts';
import { projectName } from '../words.ts';

export async function interrupt(this: Context, flags: { readonly json: boolean }, name: string): Promise<void> {
  const client = this.client();
  const target = findSession(name, await client.sessions(false, true));
  if (!target) throw new UsageError(`no running session "${name}"`, '`answerback sessions` lists them, by id, tmux session and project.');
  const result = await client.interrupt(target.id, answererFrom(undefined, this.env));
  if (flags.json) return this.out.json(result);
  const where = `the agent in ${projectName(target.project)}`;
  this.out.line(
    result.outcome === 'idle' ? `Nothing to do: ${where} is not working.` : `${this.out.ink('✓', 'green')} ${where} has stopped`,
  );
}
