// What a command works with: its process, its output, and a broker client when it needs one.

import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Answerer } from '../ask/schema/decision.ts';
import type { Client } from '../client/client.ts';
import type { BrokerFolder } from '../client/place.ts';
import type { SetupContext } from '../setup/connection.ts';
import { userName } from '../system/user.ts';
import type { Output } from './output.ts';

export type Context = {
  readonly process: NodeJS.Process;
  readonly env: NodeJS.ProcessEnv;
  readonly place: BrokerFolder;
  readonly out: Output;
  readonly err: Output;
  readonly client: () => Client;
  readonly now: () => number;
};

/** A mistake in the command as typed: printed without a stack, exit code 2. */
export class UsageError extends Error {
  readonly fix: string;
  constructor(message: string, fix: string) {
    super(message);
    this.name = 'UsageError';
    this.fix = fix;
  }
}

export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  declined: 3,
  redirected: 4,
  expired: 5,
  withdrawn: 6,
  unanswered: 7,
  interrupted: 130,
} as const;

/**
 * Who answers: `person:ada`, `agent:claw`; by default the user of this terminal. A program that runs on behalf of an answerer acts as
 * that answerer only: the broker sets it in its environment.
 */
export function answererFrom(by: string | undefined, env: NodeJS.ProcessEnv): Answerer {
  if (isAnswering(env)) return answererWithin(by, env);
  if (by === undefined) return { kind: 'person', name: userName(env), surface: 'cli' };
  const [, kind, name] = /^(person|agent|rule):(.+)$/.exec(by) ?? [];
  if (!kind || !name) throw new UsageError(`--by ${by} is not understood`, 'Write --by person:ada or --by agent:claw.');
  return { kind: kind as Answerer['kind'], name, surface: 'cli' };
}

const isAnswering = (env: NodeJS.ProcessEnv): boolean => Boolean(env.ANSWERBACK_ANSWERING);

function answererWithin(by: string | undefined, { ANSWERBACK_ANSWERER: own }: NodeJS.ProcessEnv): Answerer {
  const name = own || /^agent:(.+)$/.exec(by ?? '')?.[1];
  if (!name)
    throw new UsageError(
      'say who you are: this runs on behalf of an answerer',
      'Write --by agent:<name>, as in your user’s configuration.',
    );
  if (by !== undefined && by !== `agent:${name}`)
    throw new UsageError(
      `--by ${by} is refused: this runs on behalf of the answerer ${name}`,
      `Leave --by out: it is signed as agent:${name}.`,
    );
  return { kind: 'agent', name, surface: 'cli' };
}

/** Throws when an answering agent runs the command, because it is for people only. */
export function forPeople(env: NodeJS.ProcessEnv): void {
  if (isAnswering(env))
    throw new UsageError(
      'this command is for people, and this runs on behalf of an answerer',
      'Answer the ask you were given, or pass. If something else is wrong, say so in your reason: a person reads it.',
    );
}

/** What setup and the checks of `doctor` work with. */
export function surroundings({ env, process, place, client }: Context): SetupContext {
  return {
    env,
    cwd: process.cwd(),
    place,
    client,
    node: process.execPath,
    programs: dirname(realpathSync(process.argv[1] ?? '.')),
  };
}
