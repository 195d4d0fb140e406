// The calls of opencode's API that we use, with their parsed results.
import { join, relative } from 'node:path/posix';
import { asObject } from '../../text/json.ts';
import {
  type Message,
  type RequestEvent,
  readMessage,
  readRequests,
  readSession,
  readToolPart,
  type Session,
  type ToolPart,
} from './events.ts';
import type { Called, PluginLink } from './plugin-link.ts';
import type { Reference } from './reference.ts';

type Api = Pick<PluginLink, 'call'>;

/** The pending requests; undefined when it could not be reached. The list also contains questions of aborted turns. */
export async function pendingRequests(opencode: Api): Promise<readonly RequestEvent[] | undefined> {
  const [questions, permissions] = await Promise.all([opencode.call('GET', '/question'), opencode.call('GET', '/permission')]);
  if (questions.status !== 200 && permissions.status !== 200) return undefined;
  // One list that cannot be read does not hide the other.
  const read = ({ status, data }: Called) => (status === 200 ? data : []);
  return readRequests(read(questions), read(permissions));
}

export async function toolPart(opencode: Api, { session, message, call }: Reference): Promise<ToolPart | undefined> {
  if (message === '' || call === '') return undefined;
  const { status, data } = await opencode.call('GET', `/session/${session}/message/${message}`);
  const found = status === 200 ? readMessage(data) : undefined;
  return found?.parts.flatMap((part) => readToolPart(part) ?? []).find(({ callID }) => callID === call);
}

export async function session(opencode: Api, id: string): Promise<Session | undefined> {
  const { status, data } = await opencode.call('GET', `/session/${id}`);
  return status === 200 ? readSession(data) : undefined;
}

/** The newest are the last. Undefined when they cannot be read. */
export async function lastMessages(opencode: Api, id: string, limit: number): Promise<readonly Message[] | undefined> {
  const { status, data } = await opencode.call('GET', `/session/${id}/message`, { query: { limit: String(limit) } });
  return status === 200 && Array.isArray(data) ? data.flatMap((each) => readMessage(each) ?? []) : undefined;
}

/** The sessions that are working; undefined when it could not be reached. */
export async function busySessions(opencode: Api): Promise<ReadonlySet<string> | undefined> {
  const { status, data } = await opencode.call('GET', '/session/status');
  const listed = status === 200 ? asObject(data) : undefined;
  if (!listed) return undefined;
  return new Set(Object.keys(listed).filter((id) => asObject(listed[id])?.type !== 'idle'));
}

/** The text of a file, by its path relative to the work tree. opencode only returns files inside the session's folder. */
export async function textFile(opencode: Api, path: string): Promise<string | undefined> {
  const { data: paths } = await opencode.call('GET', '/path');
  const { worktree, directory } = asObject(paths) ?? {};
  if (typeof worktree !== 'string' || typeof directory !== 'string') return undefined;
  const query = { path: relative(directory, join(worktree, path)) };
  const { status, data } = await opencode.call('GET', '/file/content', { query });
  const { type, content } = asObject(data) ?? {};
  return status === 200 && type === 'text' && typeof content === 'string' ? content : undefined;
}

/**
 * Sends a session its next prompt, with the agent and the model of its last one: without them opencode would use its default agent, and a
 * session in plan mode would start to edit files.
 */
export async function sendPrompt(opencode: Api, id: string, text: string): Promise<Called> {
  const found = await lastPrompt(opencode, id);
  if (found.kind === 'unreadable') return { status: 0, data: 'the messages of the session cannot be read' };
  const last = found.info;
  const variant = last?.variant ?? last?.model?.variant;
  const model = last?.model && { providerID: last.model.providerID, modelID: last.model.modelID };
  const body = { parts: [{ type: 'text', text }], agent: last?.agent, model, variant };
  return opencode.call('POST', `/session/${id}/prompt_async`, { body });
}

/** Ends the turn of a session. */
export const abort = (opencode: Api, id: string): Promise<Called> => opencode.call('POST', `/session/${id}/abort`);

/** Most turns have fewer messages than the first of these. */
const READ_BACK = [50, 500, 5_000];

async function lastPrompt(
  opencode: Api,
  id: string,
): Promise<{ readonly kind: 'read'; readonly info?: Message['info'] | undefined } | { readonly kind: 'unreadable' }> {
  for (const limit of READ_BACK) {
    const messages = await lastMessages(opencode, id, limit);
    if (!messages) return { kind: 'unreadable' };
    const info = messages.findLast((message) => message.info.role === 'user')?.info;
    if (info || messages.length < limit) return { kind: 'read', info };
  }
  return { kind: 'unreadable' };
}

/** Why a call failed, in opencode's own words if it gave a reason. */
export function refusal({ status, data }: Called): string {
  if (status === 0) return `opencode could not be reached: ${typeof data === 'string' ? data : 'no answer came'}`;
  const { message, data: inner, name } = asObject(data) ?? {};
  const said = [asObject(inner)?.message, message, name].find((value) => typeof value === 'string');
  return `opencode refused it with ${status}${said === undefined ? '' : `: ${said}`}`;
}
