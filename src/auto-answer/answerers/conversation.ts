// Which conversation with an answerer an ask belongs to: one per ask, agent session or project, or as the user's template says.
import type { Ask } from '../../ask/schema/ask.ts';

/** `key` is unique; `name` is for people to read. */
export type Conversation = { readonly key: string; readonly name: string };

/** The named settings are short for templates. */
const NAMED: Readonly<Record<string, string>> = { ask: '{ask}', 'agent-session': '{session}', project: '{project}' };
const PLACEHOLDER = /\{([^{}]*)\}/g;

export const USUAL_SESSION = 'agent-session';

export type ConversationScope = {
  readonly ask: Pick<Ask, 'id' | 'project'>;
  /** The first of the sessions that the asking one continues: after /clear, the conversation goes on. */
  readonly firstSession: string;
  /** Of the tmux session; without one, the first session's id stands in its place. */
  readonly name?: string | undefined;
};

/** Undefined if the setting can be used. */
export function sessionProblem(setting: string): string | undefined {
  if (Object.hasOwn(NAMED, setting)) return undefined;
  const used = [...setting.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const unknown = used.find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) return `{${unknown}} is unknown; there are {session}, {project}, {name} (of the tmux session) and {ask}`;
  return used.length === 0 ? 'say ask, agent-session, project, or a text with {session}, {project}, {name} or {ask}' : undefined;
}
const KNOWN: readonly string[] = ['session', 'project', 'name', 'ask'];

/** Answerers never share a conversation, whatever their settings are. */
export function conversationOf(
  setting: string,
  answerer: string,
  { ask, firstSession, name = firstSession }: ConversationScope,
): Conversation {
  const template = NAMED[setting] ?? setting;
  const values: Readonly<Record<string, string>> = { ask: ask.id, session: firstSession, project: ask.project, name };
  const used = [...template.matchAll(PLACEHOLDER)].map(([, each = '']) => values[each] ?? '');
  return {
    // As JSON, so that no value can imitate the text between two placeholders.
    key: JSON.stringify([answerer, template, ...used]),
    name: template.replaceAll(PLACEHOLDER, (_, each: string) => (values[each] ?? '').replace(/\/+$/, '').split('/').at(-1) ?? ''),
  };
}

/**
 * What drivers remember of their conversations, so that these go on after a restart of the broker. Neither call throws: what cannot be read or
 * stored is forgotten, and the next message begins a new conversation.
 */
export interface Conversations {
  /** What was stored last under this key, if it is still there. */
  read(key: string): Promise<unknown>;
  /** `kept` is JSON. When the promise resolves, it is on disk. */
  write(key: string, kept: unknown): Promise<void>;
}
