// One agent of OpenClaw that answers in a person's place: it is told what is asked in its own conversation, and its answers are taken from what it writes.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { backoff } from '../../../system/backoff.ts';
import { neutral } from '../../../text/fence.ts';
import { shortened } from '../../../text/shortened.ts';
import type { Api, Turn } from './api.ts';
import type { Broker, ChatEvent, ChatReply, OpenAsks } from './broker.ts';
import type { createMarks, KnownAsk } from './marks.ts';

export type Settings = { readonly as: string; readonly session?: string; readonly deliver?: boolean };
export type Agent = ReturnType<typeof createAgent>;
type Taken = { readonly done: Promise<ChatReply | undefined>; isTold: boolean };

const LONG_POLL_MS = 25_000;
const AGAIN_MS = 2_000;
const TRIES = 3;
const BETWEEN_TRIES = { firstMs: 2 * AGAIN_MS, longestMs: 60_000 };
const REPLY_TRIES = 6;
/** How long a turn of the agent may last before we go on. */
const TURN_MS = 10 * 60_000;
const ONE_WAIT_MS = 30_000;
const MOST_OVER = 100;
const MOST_SHOWN = 200;

export function createAgent(
  id: string,
  { as: name, session = `agent:${id}:main`, deliver = false }: Settings,
  broker: Broker,
  marks: ReturnType<typeof createMarks>,
) {
  let waiting: readonly KnownAsk[] = [];
  /** Asks that were decided. An answer that comes too late is still taken out of the text, and refused. */
  let over: readonly KnownAsk[] = [];
  const taken = new Map<string, Taken[]>();
  const revised = new Set<string>();
  /** By conversation: what became of its answers. OpenClaw loses a note that is made during the turn itself. */
  const outcomes = new Map<string, string[]>();

  return {
    name,
    known: (): readonly KnownAsk[] => [...waiting, ...over],

    /** What became of its answers and what waits for it, for the beginning of every message to it. */
    async preface({ sessionKey = '' }: Turn = {}): Promise<string> {
      const open = know(await broker.roster());
      const news = outcomes.get(sessionKey) ?? [];
      outcomes.delete(sessionKey);
      return [...news, open?.roster ?? ''].filter((part) => part !== '').join('\n\n');
    },

    /** Takes the answers in a message of the agent. */
    take(text: string, sessionKey: string): void {
      const written = marks.undo(text);
      if (!marks.isAnswer(written)) return;
      taken.set(sessionKey, [...(taken.get(sessionKey) ?? []), { done: sent({ text: written }), isTold: false }]);
    },

    /** An answer by the tool. */
    async answer(ask: string, answer: object, key: string): Promise<string> {
      const reply = await sent({ text: JSON.stringify({ ask, ...answer }), ask }, key);
      return reply?.message || 'Answerback cannot be reached. Nothing was answered; try again later.';
    },

    /** What the agent has to correct before its turn ends. Waits for the outcome of its answers for a while; of the others it is told at its next turn. */
    async refused({ sessionKey = '', runId = '' }: Turn, waitMs: number): Promise<string | undefined> {
      const refusals: string[] = [];
      for (const each of taken.get(sessionKey) ?? []) {
        const reply = await Promise.race([each.done, delay(waitMs, undefined, { ref: false })]);
        if (!reply || each.isTold) continue;
        each.isTold = true;
        if (!revised.has(runId) && reply.replies.some(({ outcome }) => outcome === 'refused')) refusals.push(reply.message);
        else atNextTurn(sessionKey, reply.message);
      }
      if (refusals.length === 0) return undefined;
      revised.add(runId);
      return refusals.join('\n\n');
    },

    /** At the end of its turn: at its next one, it is told what became of answers that took longer. */
    async ended({ sessionKey = '', runId = '' }: Turn): Promise<void> {
      const mine = taken.get(sessionKey) ?? [];
      taken.delete(sessionKey);
      revised.delete(runId);
      for (const { done, isTold } of mine) {
        const reply = isTold ? undefined : await done;
        if (reply) atNextTurn(sessionKey, reply.message);
      }
    },

    /** Brings to its conversation what it is told, until the signal fires. What it has dealt with is acknowledged, and not told again. */
    async follow(api: Api, signal: AbortSignal): Promise<void> {
      let after: number | undefined;
      while (!signal.aborted) {
        const page = know(await broker.events({ after, ack: after, wait: after === undefined ? 0 : LONG_POLL_MS }, signal));
        const [event] = page?.events ?? [];
        if (page && event) await tell(api, event, signal);
        else if (!page) await delay(AGAIN_MS, undefined, { signal, ref: false }).catch(() => {});
        // One at a time: by the end of this one, the others may be over.
        if (!signal.aborted && page) after = event?.seq ?? page.after;
      }
    },
  };

  async function tell(api: Api, { kind, ask, project, state, seq, text }: ChatEvent, signal: AbortSignal): Promise<void> {
    if (kind === 'over') {
      if (state !== 'open') isOver({ id: ask, project });
      if (await note(api, session, text, `${name}:${seq}`)) return;
    }
    // It may have answered in a turn that failed at its end.
    const isStale = () => kind === 'question' && !waiting.some(({ id: each }) => each === ask);
    for (let tries = 1; tries <= TRIES && !signal.aborted && !(tries > 1 && isStale()); tries += 1) {
      if (await said(api, text, `answerback:${name}:${seq}${tries === 1 ? '' : `:${tries}`}`, signal)) return;
      await delay(backoff(tries, BETWEEN_TRIES), undefined, { signal, ref: false }).catch(() => {});
    }
    if (!isStale()) api.logger.warn(`answerback: ${name} could not be told of ask ${ask}; it stays in its roster`);
  }

  /** A message in its conversation, and its whole turn. False if that failed and may be tried again. */
  async function said(api: Api, message: string, idempotencyKey: string, signal: AbortSignal): Promise<boolean> {
    try {
      const { runId } = await api.runtime.subagent.run({ sessionKey: session, message, deliver, idempotencyKey });
      for (const until = Date.now() + TURN_MS; Date.now() < until && !signal.aborted; ) {
        const { status, error } = await api.runtime.subagent.waitForRun({ runId, timeoutMs: ONE_WAIT_MS });
        if (status === 'ok') return true;
        if (status === 'error') throw new Error(error ?? 'its turn failed');
      }
      return true;
    } catch (error) {
      api.logger.warn(`answerback: a message to ${name} failed: ${String(error)}`);
      return false;
    }
  }

  /** Read at its next turn. False if OpenClaw does not take it. */
  async function note(api: Api, sessionKey: string, text: string, idempotencyKey: string): Promise<boolean> {
    try {
      await api.session.workflow.enqueueNextTurnInjection({ sessionKey, agentId: id, text, idempotencyKey });
      return true;
    } catch (error) {
      api.logger.warn(`answerback: a note to ${name} was not accepted: ${String(error)}`);
      return false;
    }
  }

  /** The same key for every try: an answer that arrived is not used twice. */
  async function sent(said: { readonly text: string; readonly ask?: string }, key: string = randomUUID()): Promise<ChatReply | undefined> {
    for (let tries = 0; tries < REPLY_TRIES; tries += 1) {
      const before = waiting;
      const reply = know(await broker.reply({ ...said, key }));
      for (const { ask, outcome, message } of reply?.replies ?? []) {
        if (ask === undefined) continue;
        marks.acknowledge(ask, shown(ask, outcome, message));
        const known = before.find(({ id: each }) => each === ask);
        if (known && outcome !== 'refused') isOver(known);
      }
      if (reply) return reply;
      await delay(AGAIN_MS, undefined, { ref: false });
    }
    return undefined;
  }

  function know<T extends OpenAsks>(open: T | undefined): T | undefined {
    waiting = open?.waiting ?? waiting;
    return open;
  }

  function atNextTurn(sessionKey: string, message: string): void {
    outcomes.set(sessionKey, [...(outcomes.get(sessionKey) ?? []), message]);
  }

  function isOver(ask: KnownAsk): void {
    over = [...over.filter(({ id: other }) => other !== ask.id), ask].slice(-MOST_OVER);
  }
}

const OUTCOMES: Readonly<Record<string, string>> = {
  answered: 'answered',
  passed: 'left to others',
  taken: 'already decided',
  refused: 'not accepted',
};

function shown(ask: string, outcome: string, message: string): string {
  const line = neutral(message).replaceAll(/\s+/g, ' ');
  return `(${OUTCOMES[outcome] ?? outcome} #${ask}: ${shortened(line, MOST_SHOWN)})`;
}
