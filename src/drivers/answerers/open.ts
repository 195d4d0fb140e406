// From what the user's file says about an answering agent to the agent itself.
import { join } from 'node:path';
import type { AnsweringAgent } from '../../decide/answering-agent.ts';
import type { AnswererSettings } from '../../decide/route/answerers.ts';
import { openCommand } from './command/agent.ts';
import { openModel } from './model/agent.ts';
import { openOpenClaw } from './openclaw/agent.ts';

export type Surroundings = {
  /** The broker's own environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The broker's folder; programs without a project run in an empty folder inside it. */
  readonly folder: string;
  readonly version: string;
};

/** Reaches for nothing yet: what is wrong with it is said when it is asked. */
export function openAnswerer(name: string, settings: AnswererSettings, { env, folder, version }: Surroundings): AnsweringAgent {
  switch (settings.kind) {
    case 'command':
      return openCommand({ name, settings, env: { ...env, ANSWERBACK_HOME: folder }, neutral: join(folder, 'neutral') });
    case 'model':
      return openModel({ name, settings, env });
    case 'openclaw':
      return openOpenClaw({ name, settings, env, version });
  }
}
