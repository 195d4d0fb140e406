// The answering agents of the configuration: each driver is created when first needed, and again when its settings change.
import type { AnsweringAgent } from '../decide/answering-agent.ts';
import type { AnswererSettings } from '../decide/route/answerers.ts';
import { openChat } from '../drivers/answerers/chat.ts';
import { openCommand } from '../drivers/answerers/command/agent.ts';
import { openModel } from '../drivers/answerers/model/agent.ts';
import { openOpenClaw } from '../drivers/answerers/openclaw/agent.ts';

export type AnswerersOptions = {
  readonly settings: () => Readonly<Record<string, AnswererSettings>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** An empty folder outside any project. */
  readonly neutral: string;
  readonly version: string;
};

export type Answerers = ReturnType<typeof createAnswerers>;

export function createAnswerers(options: AnswerersOptions) {
  const opened = new Map<string, { readonly stamp: string; readonly agent: AnsweringAgent }>();
  /** A replaced driver may still be working on an answer, so it is closed with the broker. */
  const retired: AnsweringAgent[] = [];

  return {
    agent(name: string): AnsweringAgent | undefined {
      const settings = options.settings()[name];
      if (!settings) return undefined;
      const stamp = JSON.stringify(settings);
      const known = opened.get(name);
      if (known?.stamp === stamp) return known.agent;
      if (known) retired.push(known.agent);
      const agent = openAgent(name, settings, options);
      opened.set(name, { stamp, agent });
      return agent;
    },

    async close(): Promise<void> {
      await Promise.all([...retired, ...[...opened.values()].map(({ agent }) => agent)].map((agent) => agent.close()));
    },
  };
}

function openAgent(name: string, settings: AnswererSettings, { env, neutral, version }: AnswerersOptions): AnsweringAgent {
  switch (settings.kind) {
    case 'command':
      return openCommand({ name, settings, env, neutral });
    case 'model':
      return openModel({ name, settings, env });
    case 'openclaw':
      return openOpenClaw({ name, settings, env, version });
    case 'chat':
      return openChat(name);
  }
}
