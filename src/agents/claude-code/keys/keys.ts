// Delivery by keystrokes, for when no hook is waiting but the dialog is still open in a tmux pane.

import { nextPrompt } from '../../../ask/next-prompt.ts';
import type { Verdict } from '../../../ask/schema/decision.ts';
import type { AskView } from '../../../ask/schema/history.ts';
import type { AgentSession } from '../../../ask/schema/session.ts';
import { isUnidentified } from '../../../ask/screen-id.ts';
import type { Attempt, Delivery, Inbox, Interrupted, Machine } from '../../../inbox/channel.ts';
import type { Clock } from '../../../system/clock.ts';
import { pidHere } from '../../../system/pid-namespace.ts';
import { sleep } from '../../../system/sleep.ts';
import type { Terminal } from '../../../system/terminal.ts';
import { isDialog, type Question } from '../screen/state.ts';
import { isOverIn } from '../transcript/ending.ts';
import { STEADY_MS } from '../transcript/identify.ts';
import { versionInTranscript } from '../transcript/read.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { type Goal, quirksOf, tooSmall, untypable as untypableDecision } from './goal.ts';
import { guardedLook, type Seen, type WhyNotAgent } from './guarded-look.ts';
import { interrupt } from './interrupt.ts';
import { nextStep } from './plan.ts';
import { untypableNext } from './prompt-text.ts';
import { newMemory } from './question.ts';
import { type Reading, readDialog } from './read-dialog.ts';
import { type Typed, typeDecision } from './type-decision.ts';
import { type Prompting, TURN_BEGINS_WITHIN_MS, typePrompt } from './type-prompt.ts';

type KeysParts = {
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly transcript: Transcript;
  readonly machine: Pick<Machine, 'terminal' | 'isAlive' | 'whyNotInForeground'>;
  readonly stopping: AbortSignal;
};

export type Keys = ReturnType<typeof createKeys>;

/** How long to wait for the agent to become idle, to tell it what the dialog could not accept. */
const FOLLOW_UP_WITHIN_MS = 60_000;

/** For the answer to an idle ask. Such an agent is idle already. */
const IDLE_WITHIN_MS = 5_000;
const WAY = 'keys';
export const NOT_IN_A_PANE = 'the tmux pane of this session is not known, so nothing can be typed into it';
const NO_PANE: Delivery = { kind: 'impossible', way: WAY, reason: NOT_IN_A_PANE };
const DRAWN_WITHIN_MS = 300;

export function createKeys({ inbox, clock, transcript, machine, stopping }: KeysParts) {
  /** What is being typed, by session. */
  const busy = new Map<string, Promise<unknown>>();

  return {
    /** Whether the pane of this session is known. */
    knows: (session: AgentSession): boolean => paneOf(session) !== undefined,

    /** Why nothing can be typed to this session right now; undefined when something can. */
    async problem(session: AgentSession): Promise<string | undefined> {
      const terminal = paneOf(session);
      if (!terminal) return NOT_IN_A_PANE;
      const seen = await guardedLook(terminal, { whyNotAgent: agentCheck(session, machine) });
      return seen.kind === 'stopped' ? seen.reason : undefined;
    },

    /** Waits until the agent is idle, however long that takes, and types a prompt. */
    async prompt(session: AgentSession, text: string, { signal, begin }: Attempt): Promise<Delivery> {
      const terminal = paneOf(session);
      if (!terminal) return NO_PANE;
      const prompting = {
        terminal,
        text,
        timer: clock,
        signal,
        whyNotAgent: agentCheck(session, machine),
        waits: true,
        begin: () => begin(WAY),
      };
      const typed = await typeAlone(session, { ...prompting, patienceMs: Number.POSITIVE_INFINITY });
      // One prompt per turn: gives the agent time to start on this one, so that it no longer looks idle to the next one.
      if (typed.kind === 'typed') await sleep(clock, TURN_BEGINS_WITHIN_MS);
      return deliveryOf(typed);
    },

    async interrupt(session: AgentSession): Promise<Interrupted> {
      const terminal = paneOf(session);
      if (!terminal) return { kind: 'failed', reason: NOT_IN_A_PANE };
      return inTurn(session, () => interrupt({ terminal, timer: clock, signal: stopping, whyNotAgent: agentCheck(session, machine) }));
    },

    /** Resolves when nothing is being typed in this session. */
    async untilTyped(session: string): Promise<void> {
      await busy.get(session)?.catch(() => {});
    },

    /** Reads a question dialog by going through its tabs and rows. */
    async readDialog(session: AgentSession, isExpected: (seen: Question) => boolean): Promise<Reading> {
      const terminal = paneOf(session);
      if (!terminal) return { kind: 'stopped', reason: NOT_IN_A_PANE };
      const version = quirksOf(await versionOf(session));
      const pane = { terminal, timer: clock, signal: stopping, whyNotAgent: agentCheck(session, machine) };
      return inTurn(session, () => readDialog(pane, version, isExpected));
    },

    /** What speaks against typing this, as far as that shows before the first key. */
    async cannotType(view: AskView, verdict: Verdict, session: AgentSession): Promise<string | undefined> {
      const terminal = paneOf(session);
      if (!terminal) return NOT_IN_A_PANE;
      const prompt = view.kind === 'idle' ? nextPrompt(verdict) : undefined;
      const goal = { ask: view, verdict, version: quirksOf(await versionOf(session)) };
      const untypable = prompt === undefined ? untypableDecision(goal) : untypableNext(verdict);
      if (untypable !== undefined) return untypable;
      const look = async () => {
        const seen = await guardedLook(terminal, { whyNotAgent: agentCheck(session, machine) });
        if (seen.kind === 'stopped') return seen;
        // What is on the screen while we type something else may be gone when it is the turn of this.
        const reason = prompt === undefined && !busy.has(session.id) ? whyNot(seen, goal) : undefined;
        return { kind: 'seen', reason } as const;
      };
      const first = await look();
      if (first.kind === 'stopped' || first.reason === undefined) return first.reason;
      // It may have been half-drawn.
      await sleep(clock, DRAWN_WITHIN_MS);
      return (await look()).reason;
    },

    /** Types a decision. Nothing that a screen may show makes it throw. */
    async type(view: AskView, { signal, begin }: Attempt): Promise<Delivery> {
      const session = await inbox.session(view.session);
      const terminal = session && paneOf(session);
      if (!session || !terminal || !view.decision) return NO_PANE;
      if (await isOver(view, session))
        return { kind: 'impossible', way: WAY, reason: "it was already answered or dismissed at the agent's own keyboard" };
      const version = await versionOf(session);
      // An ask from the screen is opened when its dialog is there.
      const seenAt = view.source === 'screen' ? view.createdAt - (isUnidentified(view) ? STEADY_MS : 0) : undefined;
      const typing = { terminal, timer: clock, signal, whyNotAgent: agentCheck(session, machine), seenAt };
      const prompt = view.kind === 'idle' ? nextPrompt(view.decision) : undefined;
      const untypable = prompt === undefined ? undefined : untypableNext(view.decision);
      if (untypable !== undefined) return { kind: 'impossible', way: WAY, reason: untypable };
      if (prompt !== undefined)
        return deliveryOf(await typeAlone(session, { ...typing, text: prompt, patienceMs: IDLE_WITHIN_MS, begin: () => begin(WAY) }));
      // Saved to disk before the first key is typed.
      if (!(await begin(WAY))) return { kind: 'impossible', way: WAY, reason: 'it was cancelled' };
      const verdict = view.decision;
      const typed = await inTurn(session, async () => {
        // It may just have been read more completely.
        const ask = (await inbox.get(view.id)) ?? view;
        return typeDecision({ ...typing, goal: { ask, verdict, version: quirksOf(version) } });
      });
      if (typed.kind === 'stopped' || typed.followUp === undefined) return deliveryOf(typed);
      // The dialog is closed now, and so is the ask, which is why this uses the broker's signal instead of the attempt's.
      return deliveryOf(await typePrompt({ ...typing, signal: stopping, text: typed.followUp, patienceMs: FOLLOW_UP_WITHIN_MS }));
    },
  };

  /** Nobody else types from the first key until the prompt is submitted. It may wait a long time for the first key. */
  async function typeAlone(session: AgentSession, { begin, ...prompting }: Prompting & Required<Pick<Prompting, 'begin'>>): Promise<Typed> {
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const beginAlone = async () => {
      const begun = await begin();
      if (begun) void inTurn(session, () => over);
      return begun;
    };
    return typePrompt({ ...prompting, begin: beginAlone }).finally(end);
  }

  /** One thing at a time is typed. */
  function inTurn<T>({ id }: AgentSession, work: () => Promise<T>): Promise<T> {
    const turn = (busy.get(id) ?? Promise.resolve()).then(work, work);
    busy.set(id, turn);
    const done = () => busy.get(id) === turn && busy.delete(id);
    turn.then(done, done);
    return turn;
  }

  /** Undefined when the agent is gone: its pane may run another agent by now. */
  function paneOf(session: AgentSession): Terminal | undefined {
    const pid = pidHere(session);
    const gone = session.endedAt !== undefined || (pid !== undefined && !machine.isAlive(pid));
    return gone ? undefined : machine.terminal(session);
  }

  /** Whether the call has ended. The same dialog may be on the screen again, for another call. */
  async function isOver(view: AskView, { transcript: path }: AgentSession): Promise<boolean> {
    if (view.kind === 'idle' || typeof path !== 'string') return false;
    return isOverIn(await transcript.tail(path), view);
  }

  async function versionOf({ version, transcript: path }: AgentSession): Promise<string | undefined> {
    if (version !== undefined) return version;
    return typeof path === 'string' ? versionInTranscript(await transcript.tail(path)) : undefined;
  }
}

/** Why not even the first key could be pressed. If no dialog is on the screen, it may still appear. */
function whyNot({ state, look }: Seen, goal: Goal): string | undefined {
  const small = goal.ask.kind === 'question' ? tooSmall(goal, look) : undefined;
  if (small !== undefined) return small;
  if (!isDialog(state) && state.kind !== 'unknown') return undefined;
  const step = nextStep(state, goal, newMemory());
  return step.kind === 'stop' ? step.reason : undefined;
}

function deliveryOf(typed: Typed): Delivery {
  if (typed.kind === 'typed') return { kind: 'delivered' };
  return typed.touched ? { kind: 'failed', reason: typed.reason } : { kind: 'impossible', way: WAY, reason: typed.reason };
}

/**
 * Why keys would not reach the agent. Its process decides, however it was started. In a pane that a person chose with watch-pane, the agent is
 * the program that ran there at that time (for example ssh). If neither is known, the name decides: `claude`, its version number or `node`.
 */
export function agentCheck(session: AgentSession, machine: Pick<Machine, 'whyNotInForeground'>): WhyNotAgent {
  const { command } = session;
  const pid = pidHere(session);
  return async (look) => {
    if (typeof command !== 'string' && pid !== undefined) return machine.whyNotInForeground(pid, look);
    const isAgent = typeof command === 'string' ? look.command === command : /^(claude|node|\d+\.\d+\.\d+)/.test(look.command);
    return isAgent ? undefined : `another program is running in the pane (${look.command})`;
  };
}
