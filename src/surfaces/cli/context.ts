// What a command has at hand: the process it runs in, what it prints to, and a broker when it needs one.
import { userInfo } from 'node:os';
import type { Client } from '../../client/client.ts';
import type { Place } from '../../client/place.ts';
import type { Answerer } from '../../question/words.ts';
import type { Paper } from './paper.ts';

export type Context = {
  readonly process: NodeJS.Process;
  readonly env: NodeJS.ProcessEnv;
  readonly place: Place;
  readonly out: Paper;
  readonly err: Paper;
  readonly client: () => Client;
  readonly now: () => number;
};

/** A mistake of whoever typed the command: said without a stack, exit code 2. */
export class UsageError extends Error {
  readonly fix: string;
  constructor(message: string, fix: string) {
    super(message);
    this.name = 'UsageError';
    this.fix = fix;
  }
}

export const EXIT = { ok: 0, failed: 1, usage: 2, declined: 3, redirected: 4, expired: 5, withdrawn: 6, interrupted: 130 } as const;

/** Who answers: `person:ada`, `agent:openclaw`; the user of this terminal unless said otherwise. */
export function answererFrom(by: string | undefined, env: NodeJS.ProcessEnv): Answerer {
  if (by === undefined) return { kind: 'person', name: env.USER || userInfo().username, surface: 'cli' };
  const [, kind, name] = /^(person|agent|rule):(.+)$/.exec(by) ?? [];
  if (!kind || !name) throw new UsageError(`--by ${by} is not understood`, 'Write --by person:ada or --by agent:openclaw.');
  return { kind: kind as Answerer['kind'], name, surface: 'cli' };
}
