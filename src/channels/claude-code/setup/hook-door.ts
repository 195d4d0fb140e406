// Where the hooks of Claude Code go, and what they carry: the broker's address, the token, and the command for SessionStart.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Surroundings } from '../../connection.ts';
import type { Command, Mode } from './settings.ts';

export type HookDoor = {
  readonly url: string;
  readonly hookToken: string;
  readonly command: Command;
  readonly mode: Mode;
  /** The broker is not on its own port, so it would be found there only until it stops. */
  readonly portProblem: string | undefined;
};

/** Starts the broker, which makes the token. */
export async function hookDoor({ client, place, env, node, programs }: Surroundings): Promise<HookDoor> {
  const { url, portProblem, channels } = await client().status();
  return {
    url,
    portProblem,
    hookToken: readFileSync(place.hookToken, 'utf8').trim(),
    // A broker in a folder of its own is named, because Claude Code may not know of it.
    command: { node, program: join(programs, 'hook.cjs'), brokerHome: env.ANSWERBACK_HOME ? place.folder : undefined },
    mode: channels['claude-code']?.mode === 'hold' ? 'hold' : 'beside',
  };
}
