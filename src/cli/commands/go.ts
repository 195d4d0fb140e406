// answerback go: shows the tmux pane of the agent that asks.
import { spawnSync } from 'node:child_process';
import { PENDING } from '../../ask/lifecycle.ts';
import type { AgentSession } from '../../ask/schema/session.ts';
import { Refused } from '../../client/errors.ts';
import { loadPanes } from '../../terminal/open.ts';
import { command } from '../app/command.ts';
import { examples, json, maybe } from '../app/parameters.ts';
import { type Context, EXIT, UsageError } from '../context.ts';
import { idNamed } from '../find-ask.ts';
import { findSession } from '../find-session.ts';

const goCommand = command(go, {
  people: true,
  parameters: {
    flags: { json },
    positional: maybe('An ask (its id, or @1), or a session as for send (default: the newest ask)', 'ask|session'),
  },
  docs: {
    fullDescription: examples('Inside tmux your terminal switches to the pane; outside, tmux attaches to it.', [
      'answerback go',
      'answerback go k3f9',
      'answerback go shop',
    ]),
  },
});
export const commands = { go: goCommand };

async function go(this: Context, flags: { readonly json: boolean }, name?: string): Promise<void> {
  const { goToPane, paneOf, selectPane, tmuxArguments } = await loadPanes();
  const session = name === undefined ? await newestAsking(this) : await sessionOf(this, name);
  const place = paneOf(session);
  if (flags.json) return this.out.json({ session: session.id, pane: place?.pane ?? null, socket: place?.socket ?? null });
  if (place && !this.env.TMUX && this.out.terminal) {
    const problem = await selectPane(place);
    if (problem !== undefined) throw new UsageError(problem, '`answerback sessions` shows which agents run where.');
    const { status } = spawnSync('tmux', tmuxArguments(place, 'attach', '-t', place.pane), { stdio: 'inherit' });
    this.process.exitCode = status ?? EXIT.failed;
    return;
  }
  const problem = await goToPane(session, this.env);
  if (problem !== undefined) throw new UsageError(problem, '`answerback sessions` shows which agents run where.');
}

/** An ask by its id or number, or else a session by what a person calls it. */
async function sessionOf(context: Context, name: string): Promise<AgentSession> {
  const client = context.client();
  const [ask, { sessions }] = await Promise.all([
    client.call('GET /v1/asks/:id', { params: { id: idNamed(context, name) } }).catch((error: unknown) => {
      if (error instanceof Refused && ['unknown-ask', 'ambiguous-id'].includes(error.code)) return undefined;
      throw error;
    }),
    client.call('GET /v1/sessions'),
  ]);
  const session = (ask && sessions.find(({ id }) => id === ask.session)) ?? (ask ? undefined : findSession(name, sessions));
  if (session) return session;
  throw new UsageError(
    ask ? 'the agent that asked this is no longer running' : `no ask and no running session is called "${name}"`,
    '`answerback list` shows the open asks, `answerback sessions` the agents.',
  );
}

async function newestAsking(context: Context): Promise<AgentSession> {
  const client = context.client();
  const [{ asks }, { sessions }] = await Promise.all([
    client.call('GET /v1/asks', { query: { state: [...PENDING], limit: 50 } }),
    client.call('GET /v1/sessions'),
  ]);
  const inPane = asks.map((ask) => sessions.find(({ id, pane }) => id === ask.session && pane !== undefined)).find((found) => found);
  if (inPane) return inPane;
  throw new UsageError('no agent in a tmux pane is asking', '`answerback sessions` shows which agents run where.');
}
