// Prompts for agents: kept on disk, typed when the agent is idle, one per turn, in order. They can be cancelled while they wait.
import { setMaxListeners } from 'node:events';
import type { Answerer } from '../ask/schema/decision.ts';
import type { AgentSession, Prompt } from '../ask/schema/session.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../system/clock.ts';
import type { Channel } from './channel.ts';
import type { Pauses } from './pauses.ts';
import { isOfAnswer, promptId } from './prompt-queue.ts';

type PromptsParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly channelOf: (session: AgentSession) => Channel | undefined;
  readonly newId: () => string;
  /** Prompts from agents wait while auto-answer is paused. */
  readonly pauses?: Pick<Pauses, 'over' | 'onChange'> | undefined;
  readonly onError: (error: unknown) => void;
};

export type Sent = { readonly kind: 'queued'; readonly prompt: Prompt } | { readonly kind: 'refused'; readonly reason: string };
/** In order. Those from the first refused one on were not queued: each was meant for the turn after the one before. */
type SentAll = {
  readonly queued: readonly Prompt[];
  readonly refused?: { readonly reason: string; readonly prompts: readonly string[] } | undefined;
};
export type Cancelled =
  | { readonly kind: 'cancelled' | 'too-late'; readonly prompt: Prompt }
  | { readonly kind: 'ambiguous'; readonly ids: readonly string[] }
  | { readonly kind: 'unknown' };

const MOST_RESUMED = 1_000;
const MOST_SESSIONS = 5_000;
const MOST_NAMED = 6;

export type Prompts = ReturnType<typeof createPrompts>;

export function createPrompts({ journal, clock, channelOf, newId, pauses, onError }: PromptsParts) {
  const working = new Set<string>();
  const stopping = new AbortController();
  // Every ask and prompt in progress listens to this signal.
  setMaxListeners(0, stopping.signal);
  /** Prompts that wait for their agent to be idle; aborted when cancelled. `begun`: typing has started. */
  const waiting = new Map<string, { readonly prompt: Prompt; readonly typing: AbortController; begun: boolean }>();
  const unsubscribe = pauses?.onChange(() => void applyPause().catch(onError));

  return {
    /** Sending twice with the same `key` queues one prompt. */
    async send(to: string, text: string, by: Answerer, key: string = newId()): Promise<Sent> {
      const known = await continuation(to);
      const session = known?.id ?? to;
      const id = promptId(key);
      const same = await journal.prompt(id);
      if (same) return { kind: 'queued', prompt: same };
      const reason = (known ? refusal(known) : `no agent session "${to}"`) ?? (await this.problem(session, text));
      if (reason !== undefined) return { kind: 'refused', reason };
      const prompt: Prompt = { id, session, text, by, queuedAt: clock.now(), state: 'queued' };
      await journal.movePrompt(prompt, undefined, clock.now(), actorOf(prompt));
      work(session);
      return { kind: 'queued', prompt };
    },

    async sendAll(to: string, texts: readonly string[], by: Answerer, key: string = newId()): Promise<SentAll> {
      const queued: Prompt[] = [];
      for (const [index, text] of texts.entries()) {
        const sent = await this.send(to, text, by, index === 0 ? key : `${key}:${index + 1}`);
        if (sent.kind === 'refused') return { queued, refused: { reason: sent.reason, prompts: texts.slice(index) } };
        queued.push(sent.prompt);
      }
      return { queued };
    },

    /** Why this text cannot be a prompt for this session's agent; undefined if it can. */
    async problem(session: string, text: string): Promise<string | undefined> {
      const known = await journal.session(session);
      return known && channelOf(known)?.promptProblem?.(text);
    },

    /** Why no prompt can be sent to this session now; undefined if one can. */
    refusal,
    continuation,

    /** By id, or by the beginning of one. */
    async cancel(id: string): Promise<Cancelled> {
      const [prompt, ...others] = await beginningWith(id);
      if (!prompt) return { kind: 'unknown' };
      if (others.length > 0) return { kind: 'ambiguous', ids: [prompt, ...others].slice(0, MOST_NAMED).map((each) => each.id) };
      const cancelled = await move(prompt, 'cancelled', 'queued');
      if (cancelled) waiting.get(prompt.id)?.typing.abort();
      return { kind: cancelled || prompt.state === 'cancelled' ? 'cancelled' : 'too-late', prompt };
    },

    /** The agent continues under another session id: so do the prompts that wait for it. */
    async follow(from: string, to: string): Promise<void> {
      for (const prompt of await journal.prompts({ session: from, states: ['queued'], limit: MOST_RESUMED })) {
        const typing = waiting.get(prompt.id);
        if (typing?.begun) continue;
        typing?.typing.abort();
        await move({ ...prompt, session: to }, 'queued', 'queued');
      }
      work(to);
    },

    /** After a start: a prompt that was being typed when the broker died is not typed again; the rest continues. */
    async resume(): Promise<void> {
      for (const prompt of await journal.prompts({ states: ['sending'], limit: MOST_RESUMED }))
        if (!isOfAnswer(prompt))
          await move(prompt, 'failed', 'sending', 'the broker stopped while it typed this; look at the screen before you send it again');
      for (const { session } of await journal.prompts({ states: ['queued'], limit: MOST_RESUMED })) work(session);
    },

    stop(): void {
      unsubscribe?.();
      stopping.abort();
    },
  };

  /** Prompts that wait come before all others: there are few of them, and only they can be cancelled. */
  async function beginningWith(prefix: string): Promise<readonly Prompt[]> {
    const exact = await journal.prompt(prefix);
    if (exact || prefix === '') return exact ? [exact] : [];
    for (const states of [['queued', 'sending'], undefined] as const) {
      const found = await journal.prompts({ states, beginning: prefix, limit: MOST_NAMED + 1 });
      if (found.length > 0) return found;
    }
    return [];
  }

  /** The session itself, or, if it has ended, the running one that continues it. */
  async function continuation(id: string): Promise<AgentSession | undefined> {
    const first = await journal.session(id);
    if (first?.endedAt === undefined) return first;
    const all = await journal.sessions({ limit: MOST_SESSIONS });
    const seen = new Set<string>();
    for (let at: AgentSession | undefined = first; at && !seen.has(at.id); ) {
      if (at.endedAt === undefined) return at;
      const ended: string = at.id;
      seen.add(ended);
      at = all.find(({ continues }) => continues === ended);
    }
    return first;
  }

  function refusal(session: AgentSession): string | undefined {
    if (session.endedAt !== undefined) return 'that session has ended';
    const channel = channelOf(session);
    return channel?.prompt ? channel.cannotPrompt?.(session) : `${session.program} cannot be given a prompt from here`;
  }

  /** One prompt at a time per session. */
  function work(session: string): void {
    if (working.has(session)) return;
    working.add(session);
    typeAll(session)
      .catch(onError)
      .finally(() => working.delete(session));
  }

  async function typeAll(session: string): Promise<void> {
    while (!stopping.signal.aborted) {
      const queued = await journal.prompts({ session, states: ['queued'], limit: MOST_RESUMED });
      const next = await first(queued, async (prompt) => !isOfAnswer(prompt) && !(await isHeld(prompt)));
      if (!next) return;
      await typeOne(next);
    }
  }

  async function isHeld({ session, by }: Prompt): Promise<boolean> {
    if (by.kind === 'person' || !pauses) return false;
    const known = await journal.session(session);
    return pauses.over({ session, project: known?.project ?? '' }) !== undefined;
  }

  async function applyPause(): Promise<void> {
    for (const { prompt, typing } of waiting.values()) if (await isHeld(prompt)) typing.abort();
    for (const { session } of await journal.prompts({ states: ['queued'], limit: MOST_RESUMED })) work(session);
  }

  async function typeOne(prompt: Prompt): Promise<void> {
    const cancel = new AbortController();
    const stop = () => cancel.abort();
    stopping.signal.addEventListener('abort', stop);
    const entry = { prompt, typing: cancel, begun: false };
    waiting.set(prompt.id, entry);
    try {
      const session = await journal.session(prompt.session);
      const sent = await (session &&
        channelOf(session)?.prompt?.(session, prompt.text, {
          signal: cancel.signal,
          begin: async () => {
            if (await isHeld(prompt)) stop();
            entry.begun = !cancel.signal.aborted;
            return entry.begun && move(prompt, 'sending', 'queued');
          },
        }));
      if (sent?.kind === 'delivered') await move(prompt, 'sent', 'sending');
      else if (!cancel.signal.aborted) await fail(prompt, sent?.reason ?? 'the session cannot be given a prompt any more');
    } finally {
      stopping.signal.removeEventListener('abort', stop);
      if (waiting.get(prompt.id) === entry) waiting.delete(prompt.id);
    }
  }

  /** It is `queued` before the first key is typed and `sending` after. */
  async function fail(prompt: Prompt, reason: string): Promise<void> {
    if (!(await move(prompt, 'failed', 'sending', reason))) await move(prompt, 'failed', 'queued', reason);
  }

  function move(prompt: Prompt, state: Prompt['state'], from: Prompt['state'], reason?: string): Promise<boolean> {
    return journal.movePrompt({ ...prompt, state, ...(reason === undefined ? {} : { reason }) }, from, clock.now(), actorOf(prompt));
  }
}

const actorOf = ({ by }: Prompt): string => `${by.kind}:${by.name}@${by.surface}`;

async function first<T>(items: readonly T[], fits: (item: T) => Promise<boolean>): Promise<T | undefined> {
  for (const item of items) if (await fits(item)) return item;
  return undefined;
}
