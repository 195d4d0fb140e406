// answerback pause and unpause: machine answering stops at once, and goes on again.
import { resolve } from 'node:path';
import type { PauseScope } from '../../../question/words.ts';
import { answererFrom, type Context, UsageError } from '../context.ts';
import { duration, pauseWords } from '../words.ts';

export type ScopeFlags = { readonly json: boolean; readonly project?: string; readonly session?: string; readonly by?: string };

export async function pause(this: Context, flags: ScopeFlags & { readonly for?: string }): Promise<void> {
  const forMs = flags.for === undefined ? undefined : duration(flags.for);
  if (flags.for !== undefined && forMs === undefined)
    throw new UsageError(`--for ${flags.for} is not a length of time`, 'Write it as 30m, 2h or 1d.');
  const pauses = await this.client().pause(answererFrom(flags.by, this.env), await scopeOf(this, flags), forMs);
  if (flags.json) return this.out.json({ pauses });
  this.out.line(`${this.out.ink('‖', 'yellow')} Machines: ${pauseWords(pauses, this.now())}.`);
  this.out.line(this.out.ink('People answer as before. `answerback unpause` lets the machines go on.', 'dim'));
}

export async function unpause(this: Context, flags: ScopeFlags): Promise<void> {
  const pauses = await this.client().unpause(answererFrom(flags.by, this.env), await scopeOf(this, flags));
  if (flags.json) return this.out.json({ pauses });
  this.out.line(
    `${this.out.ink(pauses.length === 0 ? '✓' : '‖', pauses.length === 0 ? 'green' : 'yellow')} Machines: ${pauseWords(pauses, this.now())}.`,
  );
}

async function scopeOf(context: Context, { project, session }: ScopeFlags): Promise<PauseScope | undefined> {
  if (project !== undefined && session !== undefined)
    throw new UsageError('a pause is for a project or for a session, not for both', 'Make two of them.');
  if (project !== undefined) return { kind: 'project', project: /^\w[\w.-]*$/.test(project) ? project : resolve(project) };
  return session === undefined ? undefined : { kind: 'session', session: await sessionId(context, session) };
}

/** By the beginning of its id, as everywhere. One that is not known yet is taken as it is. */
async function sessionId({ client }: Context, prefix: string): Promise<string> {
  const found = (await client().sessions(true)).filter(({ id }) => id === prefix || id.startsWith(prefix));
  const exact = found.find(({ id }) => id === prefix);
  if (exact) return exact.id;
  if (found.length > 1)
    throw new UsageError(
      `"${prefix}" is the beginning of several sessions: ${found.map(({ id }) => id).join(', ')}`,
      'Give more of the id.',
    );
  return found[0]?.id ?? prefix;
}
