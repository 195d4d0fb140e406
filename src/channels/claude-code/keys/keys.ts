// The way of keystrokes: where no hook waits any more but the dialog is still on a screen that we can reach.
import type { Clock } from '../../../decide/clock.ts';
import type { AskView } from '../../../question/lifecycle.ts';
import type { AgentSession } from '../../../question/words.ts';
import type { Attempt, Delivery, Inbox, Machine } from '../../channel.ts';
import type { Look, Terminal } from '../../terminal.ts';
import { endingInTranscript, versionInTranscript } from '../transcript/read.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { quirksOf } from './goal.ts';
import { type Typed, typeDecision } from './type-decision.ts';
import { typePrompt } from './type-prompt.ts';

export type KeysParts = {
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly transcript: Transcript;
  readonly machine: Pick<Machine, 'terminal' | 'isAlive'>;
  readonly stopping: AbortSignal;
};

export type Keys = ReturnType<typeof createKeys>;

/** How long an agent may go on before it is told what the dialog could not take. */
const FOLLOW_UP_WITHIN_MS = 60_000;

/** From Enter to the first sign of work. */
const TURN_BEGINS_WITHIN_MS = 1_500;
/** An agent that asks what next is idle already. */
const IDLE_WITHIN_MS = 5_000;
const WAY = 'keys';
const NO_PANE: Delivery = { kind: 'impossible', way: WAY, reason: 'the tmux pane of this session is not known' };

export function createKeys({ inbox, clock, transcript, machine, stopping }: KeysParts) {
  return {
    /** Whether its pane is known. */
    knows: (session: AgentSession): boolean => paneOf(session) !== undefined,

    /** Types a prompt once the agent is idle, however long that takes. */
    async prompt(session: AgentSession, text: string, { signal, begin }: Attempt): Promise<Delivery> {
      const terminal = paneOf(session);
      if (!terminal) return NO_PANE;
      const isAgent = (look: Look) => isClaude(look, session);
      const prompting = { terminal, text, timer: clock, signal, isAgent, waits: true, begin: () => begin(WAY) };
      const typed = await typePrompt({ ...prompting, patienceMs: Number.POSITIVE_INFINITY });
      // One per turn: the next one waits until this one has begun to be worked on, or has shown that it takes no work.
      if (typed.kind === 'typed') await sleep(TURN_BEGINS_WITHIN_MS);
      return deliveryOf(typed);
    },

    /** Types what was decided. Never throws for what can be seen on a screen. */
    async type(view: AskView, { signal, begin }: Attempt): Promise<Delivery> {
      const session = await inbox.session(view.session);
      const terminal = session && paneOf(session);
      if (!session || !terminal || !view.decision) return NO_PANE;
      if (await isOver(view, session)) return { kind: 'impossible', way: WAY, reason: 'it was dealt with at the keyboard meanwhile' };
      const version = await versionOf(session);
      const isAgent = (look: Look) => isClaude(look, session);
      const typing = { terminal, timer: clock, signal, isAgent };
      const prompt = promptOf(view);
      if (prompt !== undefined)
        return deliveryOf(await typePrompt({ ...typing, text: prompt, patienceMs: IDLE_WITHIN_MS, begin: () => begin(WAY) }));
      // On disk before the first key.
      if (!(await begin(WAY))) return { kind: 'impossible', way: WAY, reason: 'it was cancelled' };
      const typed = await typeDecision({ ...typing, goal: { ask: view, verdict: view.decision, version: quirksOf(version) } });
      if (typed.kind === 'stopped' || typed.followUp === undefined) return deliveryOf(typed);
      // The dialog is over by now, and with it the ask; what it could not take is still said.
      return deliveryOf(await typePrompt({ ...typing, signal: stopping, text: typed.followUp, patienceMs: FOLLOW_UP_WITHIN_MS }));
    },
  };

  /** Undefined when the agent is gone: another one may run in its pane by now. */
  function paneOf(session: AgentSession): Terminal | undefined {
    const gone = session.endedAt !== undefined || (session.pid !== undefined && !machine.isAlive(session.pid));
    return gone ? undefined : machine.terminal(session);
  }

  /** The same dialog may be on the screen for another call by now. */
  async function isOver(view: AskView, { transcript: path }: AgentSession): Promise<boolean> {
    if (view.kind === 'idle' || typeof path !== 'string') return false;
    return endingInTranscript(await transcript.tail(path), view.toolUseId, view, view.decision) !== undefined;
  }

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void clock.at(clock.now() + ms, resolve));
  }

  async function versionOf({ version, transcript: path }: AgentSession): Promise<string | undefined> {
    if (version !== undefined) return version;
    return typeof path === 'string' ? versionInTranscript(await transcript.tail(path)) : undefined;
  }
}

function deliveryOf(typed: Typed): Delivery {
  if (typed.kind === 'typed') return { kind: 'delivered' };
  return typed.touched ? { kind: 'failed', reason: typed.reason } : { kind: 'impossible', way: WAY, reason: typed.reason };
}

/** What an idle agent is to be told next; undefined for dialogs. */
function promptOf({ kind, decision }: AskView): string | undefined {
  if (kind !== 'idle' || !decision) return undefined;
  if (decision.kind !== 'answers') return decision.message ?? '';
  const [answer] = decision.answers;
  return answer?.kind === 'words' ? answer.words : '';
}

/**
 * The program in the foreground: its own name, its version as some installations show it, or Node for those that run in it. Where a person
 * pointed at the pane, it is whatever ran there then (an ssh to where the agent runs, for example).
 */
export function isClaude(look: Look, { pid, command }: AgentSession): boolean {
  if (typeof command === 'string') return look.command === command;
  return look.pid === pid || /^(claude|node|\d+\.\d+\.\d+)/.test(look.command);
}
