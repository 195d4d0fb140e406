// The channel for Claude Code: delivers through its hooks, or by keys in its tmux pane when no hook is waiting; its transcript is the evidence.
import { setMaxListeners } from 'node:events';
import { z } from 'zod';
import type { AskView } from '../../question/lifecycle.ts';
import type { AgentSession } from '../../question/words.ts';
import { type Channel, type ChannelParts, defineChannel } from '../channel.ts';
import { createEvidence } from './evidence.ts';
import { createHooks } from './hooks/hooks.ts';
import { createKeys } from './keys/keys.ts';
import { untypable } from './keys/type-prompt.ts';
import { createPaneWatchers } from './screen/pane-watchers.ts';
import { claudeFolder, watchRunningAgents } from './sessions/running.ts';
import { transcriptFiles } from './transcript/files.ts';
import type { Transcript } from './transcript/transcript.ts';

const settings = {
  /** beside: Claude Code shows its dialog, which can be answered too; hold: no dialog, the question can only be answered in Answerback. */
  mode: z.enum(['beside', 'hold']).default('beside'),
  /** auto: without hooks, Answerback reads the tmux pane of a session; off: it ignores sessions without hooks. */
  screen: z.enum(['auto', 'off']).default('auto'),
};

export const claudeCode = defineChannel({
  program: 'claude-code',
  settings,
  create: (parts) => createClaudeCode(parts, transcriptFiles(parts.machine)),
});

export type ClaudeCodeSettings = z.output<z.ZodObject<typeof settings>>;

export function createClaudeCode(parts: ChannelParts<ClaudeCodeSettings>, transcript: Transcript): Channel {
  const { inbox, clock, machine, ignored, debug, onError } = parts;
  const stop = new AbortController();
  // Every ask in progress adds a listener, so there is no sensible limit.
  setMaxListeners(0, stop.signal);
  const stopping = stop.signal;
  const evidence = createEvidence({ inbox, clock, transcript, stopping });
  const keys = createKeys({ inbox, clock, transcript, machine, stopping });
  const hooks = createHooks({ inbox, clock, evidence, mode: () => parts.settings().mode, ignored, isGone, debug, onError });
  const panes = createPaneWatchers({
    inbox,
    clock,
    transcript,
    evidence,
    hasHooks: hooks.seenIn,
    alive: machine.isAlive,
    enabled: () => parts.settings().screen === 'auto',
    ignored,
    terminal: machine.terminal,
    onError,
  });
  let stopWatching = () => {};

  return {
    async start() {
      for (const session of await inbox.sessions()) await resume(session);
      await panes.resume();
      stopWatching = watchRunningAgents(machine, claudeFolder(machine.env), panes.running);
    },

    async deliver(view, attempt) {
      const delivery = await hooks.deliver(view, attempt);
      if (delivery) return delivery;
      const session = await inbox.session(view.session);
      if (!session || !keys.knows(session)) return NO_WAY;
      const typed = await keys.type(view, attempt);
      hooks.release(view.id);
      return typed;
    },

    verify: async (view) => evidence.confirm(view, transcriptPath(await inbox.session(view.session))),

    promptProblem: untypable,
    cannotPrompt: (session) =>
      keys.knows(session) ? undefined : 'the tmux pane of that session is not known, so the prompt cannot be typed',
    prompt: keys.prompt,
    receive: hooks.receive,
    watchPane: panes.watchPane,

    stop() {
      stop.abort();
      hooks.stop();
      stopWatching();
      panes.stop();
    },
  };

  /** Reads from the transcript what happened while no broker was running. */
  async function resume(session: AgentSession): Promise<void> {
    if (await isGone(session.id)) return inbox.endSession(session.id, 'the agent is gone');
    const asks = await inbox.asks({ session: session.id, states: ['open', 'answered', 'declined', 'delivered'] });
    for (const view of asks.filter(isCaptured)) await evidence.catchUp(view, transcriptPath(session));
  }

  async function isGone(session: string): Promise<boolean> {
    const pid = (await inbox.session(session))?.pid;
    return pid !== undefined && !machine.isAlive(pid);
  }
}

const NO_WAY = {
  kind: 'impossible',
  way: 'permission-hook',
  reason: "no hook of Claude Code is waiting, and the session's tmux pane is not known; answer at the agent's own keyboard",
} as const;

/** A Claude Code session may also ask through our own tool; those asks belong to the tool-call channel. */
const isCaptured = ({ source }: AskView): boolean => source === 'hook' || source === 'screen';

function transcriptPath(session: AgentSession | undefined): string | undefined {
  return typeof session?.transcript === 'string' ? session.transcript : undefined;
}
