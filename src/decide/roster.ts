// The roster: a text for chat agents that lists sessions by project, who asks what, and how to answer before giving new work.
import type { AskView } from '../question/lifecycle.ts';
import type { AgentSession } from '../question/words.ts';

export type RosterInput = {
  readonly sessions: readonly AgentSession[];
  readonly open: readonly AskView[];
  readonly nonce: string;
};

export function roster(input: RosterInput): string {
  return `${input.open.length}`;
}
