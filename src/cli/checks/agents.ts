// The agents that run, and what did not reach them.
import { undeliveredReason } from '../../ask/lifecycle.ts';
import type { AgentSession } from '../../ask/schema/session.ts';
import { projectName, shortId } from '../../dialog/words/words.ts';
import type { Finding } from '../../setup/connection.ts';
import { printable } from '../../text/printable.ts';
import type { Context } from '../context.ts';
import { cannotBePrompted } from '../words.ts';

/** A session in a pane should also take keys. */
export async function sessions({ client }: Context): Promise<Finding> {
  const { sessions: running } = await client().call('GET /v1/sessions', { query: { now: true } });
  const unreachable = running.filter((session) => session.pane !== undefined && session.cannotPrompt !== undefined);
  const named = (session: AgentSession) => `${session.name ?? projectName(session.project)} ${cannotBePrompted(session)}`;
  if (unreachable.length === 0) return { state: 'ok', message: `${running.length} running` };
  return {
    state: 'warning',
    message: unreachable.map(named).join('; '),
    fix: 'Until then prompts wait, and answers arrive only where they need no keystrokes.',
  };
}

/** Decisions that did not reach their agent: a new version of the agent may be the reason. */
export async function deliveries({ client }: Context): Promise<Finding> {
  const { asks } = await client().call('GET /v1/asks', { query: { state: ['undelivered'] } });
  const [last] = asks;
  if (!last) return { state: 'ok', message: 'no answer is undelivered' };
  const count = asks.length === 1 ? '1 answer' : `${asks.length} answers`;
  return {
    state: 'warning',
    message: printable(`${count} did not reach the agent; the latest, ${shortId(last.id)}: ${undeliveredReason(last)}`),
    fix: `Deliver it again with \`answerback retry ${shortId(last.id)}\`, answer anew, or answer in the agent's own window.`,
  };
}
