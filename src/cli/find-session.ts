// Finds an agent session by what a person calls it: its id or the beginning of it, the name of its tmux session, or its project.
import { basename } from 'node:path';
import type { AgentSession } from '../ask/schema/session.ts';
import { printable } from '../text/printable.ts';
import { UsageError } from './context.ts';

/** The whole id and the tmux session come first. Of several, those count that can be given a prompt now, else those in a pane: a script takes none. */
export function findSession<Session extends AgentSession>(name: string, sessions: readonly Session[]): Session | undefined {
  const fits = [
    ({ id }: AgentSession) => id === name,
    (session: AgentSession) => session.name === name,
    ({ id, project }: AgentSession) => id.startsWith(name) || project === name || basename(project) === name,
  ];
  const all = fits.map((each) => sessions.filter(each)).find((found) => found.length > 0) ?? [];
  // A session that another one continues is about to end.
  const ready = all.filter(({ id, cannotPrompt }) => cannotPrompt === undefined && !all.some(({ continues }) => continues === id));
  const inPanes = all.filter(({ pane }) => pane !== undefined);
  const [found, ...others] = [ready, inPanes].find((some) => some.length > 0) ?? all;
  if (others.length > 0)
    throw new UsageError(`"${name}" matches several sessions: ${all.map(described).join(', ')}`, 'Give more of the id.');
  return found;
}

const described = ({ id, name }: AgentSession): string => printable(name === undefined ? id : `${id} (${name})`);
