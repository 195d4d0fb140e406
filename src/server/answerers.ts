// The answering agents of the configuration: each driver is created when first needed, and again when its settings change.

import { openOpenClaw } from '../agents/openclaw/answerer/agent.ts';
import { openChat } from '../auto-answer/answerers/chat.ts';
import { openCommand } from '../auto-answer/answerers/command/agent.ts';
import { openModel } from '../auto-answer/answerers/model/agent.ts';
import type { AnsweringAgent } from '../auto-answer/answering-agent.ts';
import type { Conversations } from '../auto-answer/conversations.ts';
import type { AnswererSettings } from '../auto-answer/route/answerers.ts';
import { openedBySettings } from '../system/opened-by-settings.ts';

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
