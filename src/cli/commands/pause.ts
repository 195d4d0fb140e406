// answerback pause and unpause: stops auto-answer at once, and resumes it.
import { resolve } from 'node:path';
import type { PauseScope } from '../../ask/schema/session.ts';
import { pauseWords } from '../../dialog/words/words.ts';
import { duration } from '../../text/duration.ts';
import { printable } from '../../text/printable.ts';
import { command } from '../app/command.ts';
import { examples, json, optionalText } from '../app/parameters.ts';
import { signFlags } from '../app/sign-flags.ts';
import { answererFrom, type Context, UsageError } from '../context.ts';
import { findSession } from '../find-session.ts';

const scopeFlags = {
  json,
  project: optionalText('Only in this project: a folder (. is this one) or its name', 'project'),
  session: optionalText('Only for this agent session', 'id'),
  by: signFlags.by,
} as const;

const pauseCommand = command(pause, {
  people: true,
  parameters: { flags: { ...scopeFlags, for: optionalText('How long: 30m, 2h (default: until `unpause`)', 'time') } },
  docs: {
    fullDescription: examples(
      'Rules and answering agents stop until `unpause`, even if an agent is working on an ask. People can still answer.',
      ['answerback pause', 'answerback pause --for 2h', 'answerback pause --project .'],
    ),
  },
});

const unpauseCommand = command(unpause, {
  people: true,
  parameters: { flags: scopeFlags },
  docs: {
    fullDescription: examples('Asks that are still open continue on their routes.', [
      'answerback unpause',
      'answerback unpause --project .',
    ]),
  },
});
export const commands = { pause: pauseCommand, unpause: unpauseCommand };

type ScopeFlags = { readonly json: boolean; readonly project?: string; readonly session?: string; readonly by?: string };

async function pause(this: Context, flags: ScopeFlags & { readonly for?: string }): Promise<void> {
  const forMs = flags.for === undefined ? undefined : duration(flags.for);
  if (flags.for !== undefined && forMs === undefined)
    throw new UsageError(`--for ${flags.for} is not a length of time`, 'Write it as 30m, 2h or 1d.');
  const pauses = (
    await this.client().call('PUT /v1/pause', {
      body: { paused: true, scope: await scopeOf(this, flags), forMs, by: answererFrom(flags.by, this.env) },
    })
  ).pauses;
  if (flags.json) return this.out.json({ pauses });
  this.out.line(`${this.out.style('‖', 'yellow')} Auto-answer: ${pauseWords(pauses, this.now())}.`);
  const unseen = flags.project === undefined ? false : await isUnseen(this, flags.project);
  if (unseen)
    this.out.line(
      this.out.style(`No session has been seen in a project "${printable(flags.project ?? '')}" yet; check the name.`, 'yellow'),
    );
  this.out.line(this.out.style('People can still answer. `answerback unpause` resumes auto-answer.', 'dim'));
}

async function unpause(this: Context, flags: ScopeFlags): Promise<void> {
  const pauses = (
    await this.client().call('PUT /v1/pause', {
      body: { paused: false, scope: await scopeOf(this, flags), by: answererFrom(flags.by, this.env) },
    })
  ).pauses;
  if (flags.json) return this.out.json({ pauses });
  this.out.line(
    `${this.out.style(pauses.length === 0 ? '✓' : '‖', pauses.length === 0 ? 'green' : 'yellow')} Auto-answer: ${pauseWords(pauses, this.now())}.`,
  );
}

async function scopeOf(context: Context, { project, session }: ScopeFlags): Promise<PauseScope | undefined> {
  if (project !== undefined && session !== undefined)
    throw new UsageError('a pause is for a project or for a session, not for both', 'Run the command twice.');
  if (project !== undefined) return { kind: 'project', project: projectScope(project) };
  return session === undefined ? undefined : { kind: 'session', session: await sessionId(context, session) };
}

/** No known session is affected. The pause still counts: one may start later. */
async function isUnseen({ client }: Context, project: string): Promise<boolean> {
  const scope = projectScope(project);
  const fits = (folder: string) =>
    scope.includes('/') ? `${folder}/`.startsWith(`${scope.replace(/\/+$/, '')}/`) : folder.split('/').includes(scope);
  return !(await client().call('GET /v1/sessions', { query: { all: true } })).sessions.some((session) => fits(session.project));
}

const projectScope = (project: string): string => (/^\w[\w.-]*$/.test(project) ? project : resolve(project));

/** An unknown session is an error, because pausing it would have no effect. */
async function sessionId({ client }: Context, name: string): Promise<string> {
  const found =
    findSession(name, (await client().call('GET /v1/sessions')).sessions) ??
    findSession(name, (await client().call('GET /v1/sessions', { query: { all: true } })).sessions);
  if (!found) throw new UsageError(`no agent session "${name}"`, '`answerback sessions --all` lists them, by id.');
  return found.id;
}
