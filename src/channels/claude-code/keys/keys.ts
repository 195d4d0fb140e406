// The way of keystrokes: where no hook waits any more but the dialog is still on a screen that we can reach.

import type { Clock } from '../../../decide/clock.ts';
import type { Journal } from '../../../decide/journal.ts';
import type { AskView } from '../../../question/lifecycle.ts';
import type { AgentSession } from '../../../question/words.ts';
import type { Look, Terminal } from '../../terminal.ts';
import { endingInTranscript, versionInTranscript } from '../transcript/read.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { quirksOf } from './goal.ts';
import { type Typed, typeDecision } from './type-decision.ts';
import { typePrompt } from './type-prompt.ts';

export type KeysParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly transcript: Transcript;
  readonly alive: (pid: number) => boolean;
  /** The pane a session runs in, where that is known. */
  readonly terminal: (session: AgentSession) => Terminal | undefined;
  /** Why machines may not prompt an agent now. */
  readonly paused?: ((view: AskView) => string | undefined) | undefined;
};

export type Keys = ReturnType<typeof createKeys>;

/** How long an agent may go on before it is told what the dialog could not take. */
const FOLLOW_UP_WITHIN_MS = 60_000;

/** From Enter to the first sign of work. */
const TURN_BEGINS_WITHIN_MS = 1_500;
/** An agent that asks what next is idle already. */
const IDLE_WITHIN_MS = 5_000;

export function createKeys({ journal, clock, transcript, alive, terminal, paused }: KeysParts) {
  return {
    /** Whether its pane is known. */
    knows: (session: AgentSession): boolean => paneOf(session) !== undefined,

    async reaches(view: AskView): Promise<boolean> {
      const session = await journal.session(view.session);
      return session !== undefined && paneOf(session) !== undefined;
    },

    /** Types a prompt once the agent is idle, however long that takes. `begin` has the last word. */
    async prompt(id: string, text: string, signal: AbortSignal, begin: () => Promise<boolean>): Promise<Typed> {
      const session = await journal.session(id);
      const pane = session && paneOf(session);
      if (!session || !pane) return { kind: 'stopped', reason: 'the pane of this session is not known', touched: false };
      const isAgent = (look: Look) => isClaude(look, session);
      const prompting = { terminal: pane, text, timer: clock, signal, isAgent, waits: true, begin };
      const typed = await typePrompt({ ...prompting, patienceMs: Number.POSITIVE_INFINITY });
      // One per turn: the next one waits until this one has begun to be worked on, or has shown that it takes no work.
      if (typed.kind === 'typed') await pause(TURN_BEGINS_WITHIN_MS);
      return typed;
    },

    /** Types what was decided. Never throws for what can be seen on a screen. */
    async type(view: AskView, signal: AbortSignal): Promise<Typed> {
      const session = await journal.session(view.session);
      const pane = session && paneOf(session);
      if (!session || !pane || !view.decision) return { kind: 'stopped', reason: 'the pane of this session is not known', touched: false };
      if (await isOver(view, session)) return { kind: 'stopped', reason: 'it was dealt with at the keyboard meanwhile', touched: false };
      const version = await versionOf(session);
      const isAgent = (look: Look) => isClaude(look, session);
      // An ask that is dealt with otherwise meanwhile takes the hands off the keys.
      const over = new AbortController();
      const unsubscribe = journal.onCommit((event) => {
        if ('ask' in event && event.ask === view.id && ['receipt', 'withdrawn'].includes(event.happening.kind)) over.abort();
      });
      try {
        const any = AbortSignal.any([signal, over.signal]);
        const prompt = promptOf(view);
        if (prompt !== undefined) {
          const held = () => (view.decision?.by.kind === 'person' ? undefined : paused?.(view));
          const reason = held();
          if (reason !== undefined) return { kind: 'stopped', reason: `it was not typed: ${reason}`, touched: false };
          const begin = async () => held() === undefined;
          return await typePrompt({ terminal: pane, text: prompt, timer: clock, signal: any, isAgent, patienceMs: IDLE_WITHIN_MS, begin });
        }
        const typed = await typeDecision({
          terminal: pane,
          goal: { ask: view, verdict: view.decision, version: quirksOf(version) },
          timer: clock,
          signal: any,
          isAgent,
        });
        if (typed.kind === 'stopped' || typed.followUp === undefined) return typed;
        return await typePrompt({ terminal: pane, text: typed.followUp, timer: clock, signal, isAgent, patienceMs: FOLLOW_UP_WITHIN_MS });
      } finally {
        unsubscribe();
      }
    },
  };

  /** Undefined when the agent is gone: another one may run in its pane by now. */
  function paneOf(session: AgentSession): Terminal | undefined {
    const gone = session.endedAt !== undefined || (session.pid !== undefined && !alive(session.pid));
    return gone ? undefined : terminal(session);
  }

  /** The same dialog may be on the screen for another call by now. */
  async function isOver(view: AskView, { transcript: path }: AgentSession): Promise<boolean> {
    if (view.kind === 'idle' || typeof path !== 'string') return false;
    return endingInTranscript(await transcript.tail(path), view.toolUseId, view, view.decision) !== undefined;
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => void clock.at(clock.now() + ms, resolve));
  }

  async function versionOf({ version, transcript: path }: AgentSession): Promise<string | undefined> {
    if (version !== undefined) return version;
    return typeof path === 'string' ? versionInTranscript(await transcript.tail(path)) : undefined;
  }
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
