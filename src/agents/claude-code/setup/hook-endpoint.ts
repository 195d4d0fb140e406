// What the hooks of Claude Code need to reach the broker: its address, the token, and the command for SessionStart.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SetupContext } from '../../../setup/connection.ts';
import type { Command, Mode } from './settings.ts';

export type HookEndpoint = {
  readonly url: string;
  readonly hookToken: string;
  readonly command: Command;
  readonly mode: Mode;
  /** How long headless runs wait, in milliseconds; undefined when they are left alone. */
  readonly headless: number | undefined;
  /** Set when the broker is not on its usual port: after a restart the hooks would not find it. */
  readonly portProblem: string | undefined;
};

/** Starts the broker, which creates the token. */
export async function hookEndpoint({ client, place, env, node, programs }: SetupContext): Promise<HookEndpoint> {
  const { url, portProblem, channels } = await client().call('GET /v1/status');
  const { mode, headless } = channels['claude-code'] ?? {};
  return {
    url,
    portProblem,
    hookToken: readFileSync(place.hookToken, 'utf8').trim(),
    // The environment of Claude Code may not have ANSWERBACK_HOME, so the command sets it.
    command: { node, program: join(programs, 'hook.cjs'), brokerHome: env.ANSWERBACK_HOME ? place.folder : undefined },
    mode: mode === 'hold' ? 'hold' : 'beside',
    headless: typeof headless === 'number' ? headless : undefined,
  };
}
