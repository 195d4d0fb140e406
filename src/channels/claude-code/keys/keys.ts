// Delivery by keystrokes, for when no hook is waiting but the dialog is still open in a tmux pane.
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

/** How long to wait for the agent to become idle, to tell it what the dialog could not accept. */
const FOLLOW_UP_WITHIN_MS = 60_000;

/** The longest time from Enter to the first sign of work. */
const TURN_BEGINS_WITHIN_MS = 1_500;
/** For the answer to an idle ask. Such an agent is idle already. */
const IDLE_WITHIN_MS = 5_000;
const WAY = 'keys';
const NO_PANE: Delivery = { kind: 'impossible', way: WAY, reason: 'the tmux pane of this session is not known' };

export function createKeys({ inbox, clock, transcript, machine, stopping }: KeysParts) {
  return {
    /** Whether the pane of this session is known. */
    knows: (session: AgentSession): boolean => paneOf(session) !== undefined,

    /** Waits until the agent is idle, however long that takes, and types a prompt. */
    async prompt(session: AgentSession, text: string, { signal, begin }: Attempt): Promise<Delivery> {
      const terminal = paneOf(session);
      if (!terminal) return NO_PANE;
      const isAgent = (look: Look) => isClaude(look, session);
      const prompting = { terminal, text, timer: clock, signal, isAgent, waits: true, begin: () => begin(WAY) };
      const typed = await typePrompt({ ...prompting, patienceMs: Number.POSITIVE_INFINITY });
      // One prompt per turn: gives the agent time to start on this one, so that it no longer looks idle to the next one.
      if (typed.kind === 'typed') await sleep(TURN_BEGINS_WITHIN_MS);
      return deliveryOf(typed);
    },

    /** Types a decision. Nothing that a screen may show makes it throw. */
    async type(view: AskView, { signal, begin }: Attempt): Promise<Delivery> {
      const session = await inbox.session(view.session);
      const terminal = session && paneOf(session);
      if (!session || !terminal || !view.decision) return NO_PANE;
      if (await isOver(view, session))
        return { kind: 'impossible', way: WAY, reason: "it was already answered or dismissed at the agent's own keyboard" };
      const version = await versionOf(session);
      const isAgent = (look: Look) => isClaude(look, session);
      const typing = { terminal, timer: clock, signal, isAgent };
      const prompt = promptOf(view);
      if (prompt !== undefined)
        return deliveryOf(await typePrompt({ ...typing, text: prompt, patienceMs: IDLE_WITHIN_MS, begin: () => begin(WAY) }));
      // Saved to disk before the first key is typed.
      if (!(await begin(WAY))) return { kind: 'impossible', way: WAY, reason: 'it was cancelled' };
      const typed = await typeDecision({ ...typing, goal: { ask: view, verdict: view.decision, version: quirksOf(version) } });
      if (typed.kind === 'stopped' || typed.followUp === undefined) return deliveryOf(typed);
      // The dialog is closed now, and so is the ask, which is why this uses the broker's signal instead of the attempt's.
      return deliveryOf(await typePrompt({ ...typing, signal: stopping, text: typed.followUp, patienceMs: FOLLOW_UP_WITHIN_MS }));
    },
  };

  /** Undefined when the agent is gone: its pane may run another agent by now. */
  function paneOf(session: AgentSession): Terminal | undefined {
    const gone = session.endedAt !== undefined || (session.pid !== undefined && !machine.isAlive(session.pid));
    return gone ? undefined : machine.terminal(session);
  }

  /** Whether the call has ended. The same dialog may be on the screen again, for another call. */
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

/** The next prompt, when this decision answers an idle ask; undefined for dialogs. */
function promptOf({ kind, decision }: AskView): string | undefined {
  if (kind !== 'idle' || !decision) return undefined;
  if (decision.kind !== 'answers') return decision.message ?? '';
  const [answer] = decision.answers;
  return answer?.kind === 'words' ? answer.words : '';
}

/**
 * Whether the program in the foreground is Claude Code. It shows up as `claude`, as its version number or as `node`, depending on the
 * installation. In a pane that a person chose with watch-pane, it is the program that ran there at that time (for example ssh).
 */
export function isClaude(look: Look, { pid, command }: AgentSession): boolean {
  if (typeof command === 'string') return look.command === command;
  return look.pid === pid || /^(claude|node|\d+\.\d+\.\d+)/.test(look.command);
}
