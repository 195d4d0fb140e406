// The answering agents of the configuration: each driver is created when first needed, and again when its settings change.
import type { AnsweringAgent } from '../decide/answering-agent.ts';
import type { Conversations } from '../decide/conversations.ts';
import type { AnswererSettings } from '../decide/route/answerers.ts';
import { openChat } from '../drivers/answerers/chat.ts';
import { openCommand } from '../drivers/answerers/command/agent.ts';
import { openModel } from '../drivers/answerers/model/agent.ts';
import { openOpenClaw } from '../drivers/answerers/openclaw/agent.ts';
import { openedBySettings } from './opened.ts';

type AnswerersOptions = {
  readonly settings: () => Readonly<Record<string, AnswererSettings>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** An empty folder outside any project. */
  readonly neutral: string;
  readonly conversations: Conversations;
  readonly version: string;
  /** Whether a chat agent of this name reads what it is told. */
  readonly listens: (name: string) => boolean;
};

export type Answerers = ReturnType<typeof createAnswerers>;

export function createAnswerers(options: AnswerersOptions) {
  const { get, close } = openedBySettings(options.settings, (name, settings: AnswererSettings) => openAgent(name, settings, options));
  return { agent: get, close };
}

function openAgent(
  name: string,
  settings: AnswererSettings,
  { env, neutral, conversations, version, listens }: AnswerersOptions,
): AnsweringAgent {
  switch (settings.kind) {
    case 'command':
      return openCommand({ name, settings, conversations, env, neutral });
    case 'model':
      return openModel({ name, settings, conversations, env });
    case 'openclaw':
      return openOpenClaw({ name, settings, env, version });
    case 'chat':
      return openChat(name, () => listens(name));
  }
}
