// How long auto-answer has been driving a session without a person: in prompts, time and tokens, and whether that is enough.
//
// Without such limits, an answerer could keep an idle agent working forever.

import { effortTokens } from '../../ask/effort.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { AgentSession } from '../../ask/schema/session.ts';
import { sessionChain } from '../../inbox/session-chain.ts';
import type { Journal } from '../../journal/journal.ts';
import { pages } from '../../journal/pages.ts';
import type { Clock } from '../../system/clock.ts';
import { durationText } from '../../text/duration.ts';
import type { Judge } from '../judge.ts';

export type DrivingParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly judge: Pick<Judge, 'promptLimits'>;
  /** How many tokens the agent itself used since then; undefined if nobody knows. */
  readonly tokens?: ((session: AgentSession, since: number) => Promise<number | undefined>) | undefined;
};

/** `since`: when the first of the prompts was given. `tokens`: since then, by the agent and its answerers; undefined if nobody counts the agent's. */
export type Driven = { readonly prompts: number; readonly since?: number | undefined; readonly tokens?: number | undefined };

const LOOK_FIRST = 'a person should look before the next';
const PAGE = 200;
const MOST_SESSIONS = 5_000;

export function createDriving({ journal, clock, judge, tokens: tokensOf }: DrivingParts) {
  return {
    /** Why a person should look before this idle agent gets another prompt; undefined if that can wait. */
    async needsPerson({ id, kind, session }: AskView): Promise<string | undefined> {
      if (kind !== 'idle') return undefined;
      const { mostPrompts, mostTimeMs = Number.POSITIVE_INFINITY, mostTokens } = judge.promptLimits();
      const { asks, prompts, since } = await inARow(session, id);
      if (prompts >= mostPrompts) return `auto-answer has given this session ${mostPrompts} prompts in a row; ${LOOK_FIRST}`;
      if (since === undefined) return undefined;
      if (clock.now() - since >= mostTimeMs) return `auto-answer has prompted this session for ${durationText(mostTimeMs)}; ${LOOK_FIRST}`;
      const used = mostTokens === undefined ? undefined : await tokens(session, since, asks);
      if (mostTokens === undefined || used === undefined || used < mostTokens) return undefined;
      return `auto-answer has let this session use ${used} tokens, of at most ${mostTokens}; ${LOOK_FIRST}`;
    },

    /** Since a person was last involved. */
    async driven(session: string): Promise<Driven> {
      const { asks, prompts, since } = await inARow(session);
      return { prompts, since, tokens: since === undefined ? undefined : await tokens(session, since, asks) };
    },

    /** The asks that the limits of running sessions are counted from. */
    async counted(): Promise<readonly string[]> {
      const found: string[] = [];
      for (const { id } of await journal.sessions({ ended: false, limit: MOST_SESSIONS })) {
        const { prompts, asks } = await inARow(id);
        if (prompts > 0) found.push(...asks.map((ask) => ask.id));
      }
      return found;
    },
  };

  /** Not counting one ask. The newest first. */
  async function inARow(session: string, except?: string): Promise<Omit<InARow, 'broken'>> {
    let all: InARow = { asks: [], prompts: 0, broken: false };
    // Also those of the sessions that it continues: one of the prompts may have been what began a new session.
    for (const at of await sessionChain(journal, session)) {
      for await (const items of pages((page) => journal.list({ session: at }, page), PAGE)) {
        const { asks, prompts, since = all.since, broken } = promptsInARow(items.filter((other) => other.id !== except));
        all = { asks: [...all.asks, ...asks], prompts: all.prompts + prompts, since, broken };
        if (broken) return all;
      }
    }
    return all;
  }

  async function tokens(session: string, since: number, asks: readonly AskView[]): Promise<number | undefined> {
    let own: number | undefined;
    for (const id of await sessionChain(journal, session)) {
      const known = await journal.session(id);
      // One that ended before was driven by somebody else.
      if (!known || (known.endedAt !== undefined && known.endedAt < since)) break;
      const used = await tokensOf?.(known, since);
      if (used !== undefined) own = (own ?? 0) + used;
    }
    if (own === undefined) return undefined;
    for (const { id } of asks)
      for (const { at, happening } of await journal.history(id))
        if (happening.kind === 'considered' && at >= since) own += effortTokens(happening);
    return own;
  }
}

/** `asks`: all since a person was last involved, with that one. `since`: when the first of the prompts was given. `broken`: a person was involved, so nothing older counts. */
type InARow = {
  readonly asks: readonly AskView[];
  readonly prompts: number;
  readonly since?: number | undefined;
  readonly broken: boolean;
};

/** `asks` of one session, newest first. */
function promptsInARow(asks: readonly AskView[]): InARow {
  const person = asks.findIndex(showsPerson);
  const since = person === -1 ? asks : asks.slice(0, person);
  const given = since.flatMap(({ kind, decision }) => (kind === 'idle' && decision ? [decision.at] : []));
  return { asks: person === -1 ? asks : asks.slice(0, person + 1), prompts: given.length, since: given.at(-1), broken: person !== -1 };
}

/** A person decided or overruled something, or prompted the idle agent at its own keyboard. */
function showsPerson({ kind, state, decision, overruled }: AskView): boolean {
  if (decision?.by.kind === 'person' || overruled) return true;
  return kind === 'idle' && (state === 'withdrawn' || state === 'mismatched');
}
