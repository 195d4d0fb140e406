// Claude Code as a channel: its hooks first, its tmux pane where no hook waits, its transcript as evidence.
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
  /** beside: the dialog is on screen and can be answered there too; hold: no dialog, the question waits here alone. */
  mode: z.enum(['beside', 'hold']).default('beside'),
  /** auto: sessions in tmux whose hooks do not reach us are read off their screens; off: they are left alone. */
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
  // As many wait for it as there are asks on their way.
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
    heard: hooks.heard,
    alive: machine.isAlive,
    reads: () => parts.settings().screen === 'auto',
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
      hooks.letGo(view.id);
      return typed;
    },

    verify: async (view) => evidence.confirm(view, transcriptPath(await inbox.session(view.session))),

    promptProblem: untypable,
    cannotPrompt: (session) =>
      keys.knows(session) ? undefined : 'the tmux pane of that session is not known, so nothing can be typed into it',
    prompt: keys.prompt,
    receive: hooks.receive,
    watchPane: panes.point,

    stop() {
      stop.abort();
      hooks.stop();
      stopWatching();
      panes.stop();
    },
  };

  /** What happened while no broker was running is read from the transcript. */
  async function resume(session: AgentSession): Promise<void> {
    if (await isGone(session.id)) return inbox.endSession(session.id, 'the agent is gone');
    const asks = await inbox.asks({ session: session.id, states: ['open', 'answered', 'declined', 'delivered'] });
    for (const view of asks.filter(isCaptured)) await evidence.lookBack(view, transcriptPath(session));
  }

  async function isGone(session: string): Promise<boolean> {
    const pid = (await inbox.session(session))?.pid;
    return pid !== undefined && !machine.isAlive(pid);
  }
}

const NO_WAY = {
  kind: 'impossible',
  way: 'permission-hook',
  reason: 'Claude Code waits for no hook, and its tmux pane is not known; answer it at its own keyboard',
} as const;

/** A session of Claude Code may also ask through our own tool; those asks are the tool's. */
const isCaptured = ({ source }: AskView): boolean => source === 'hook' || source === 'screen';

function transcriptPath(session: AgentSession | undefined): string | undefined {
  return typeof session?.transcript === 'string' ? session.transcript : undefined;
}
