// The ask for a dialog that cannot be read off the screen. It says how to get to the dialog, and can be answered only there.
import type { Draft } from '../../../ask/new-ask.ts';
import type { Ask } from '../../../ask/schema/ask.ts';
import type { AgentSession } from '../../../ask/schema/session.ts';
import { draftOf } from '../capture.ts';
import type { Call } from '../transcript/read.ts';
import { type Screen, type ScreenState, showsDialog } from './state.ts';

const ID = 'unreadable:';
export const unreadableId = (now: number): string => `${ID}${now}`;
export const isUnreadable = ({ toolUseId }: Pick<Ask, 'toolUseId'>): boolean => toolUseId.startsWith(ID);

/** Whether the agent waits at a dialog that we cannot read. A menu that a person has opened does not count: it belongs to no call. */
export function isWaiting(state: ScreenState, { cursor }: Screen, status: string | undefined, pending: readonly Call[]): boolean {
  if (cursor.shown === true || (state.kind !== 'unknown' && state.kind !== 'nothing')) return false;
  if (showsDialog(state)) return true;
  const hidden = state.kind === 'unknown' && state.why.endsWith('transcript');
  return pending.length > 0 && (status === 'waiting' || (status === undefined && !hidden));
}

/** What the call is about is known if there is only one. `state` may say which detail of the dialog is not known. */
export function unreadableDraft(session: AgentSession, [call, ...others]: readonly Call[], state?: ScreenState): Draft {
  const known = call && others.length === 0 ? draftOf({ tool_name: call.tool, tool_input: call.input }) : undefined;
  const about = known ? ` (${known.questions.map(({ text }) => text).join(' / ')})` : '';
  const detail = state?.kind === 'unknown' && state.dialog !== undefined ? `, because ${state.why}` : '';
  const onlyAt = attachCommand(session);
  const text = `Waiting at its own dialog, which cannot be read from here${about}${detail}. Answer it in its pane: ${onlyAt}`;
  return { kind: 'question', questions: [{ text, header: 'At its pane', options: [], multiSelect: false, onlyAt }] };
}

/** The default server of tmux needs no -S. */
function attachCommand({ tmux, pane }: AgentSession): string {
  const server = typeof tmux === 'string' && !tmux.endsWith('/default') ? `-S ${tmux} ` : '';
  return `tmux ${server}attach -t ${pane}`;
}
