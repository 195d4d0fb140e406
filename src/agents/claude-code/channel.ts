// The channel for Claude Code: delivers through its hooks, or by keys in its tmux pane when no hook is waiting; its transcript is the evidence.

import { setMaxListeners } from 'node:events';
import { z } from 'zod';
import { duration } from '../../ask/match/fields.ts';
import type { AgentSession } from '../../ask/schema/session.ts';
import { type Channel, type ChannelParts, defineChannel } from '../../inbox/channel.ts';
import { pidHere } from '../../system/pid-namespace.ts';
import { createEvidence } from './evidence.ts';
import { createHooks } from './hooks/hooks.ts';
import { createKeys, NOT_IN_A_PANE } from './keys/keys.ts';
import { untypablePrompt } from './keys/prompt-text.ts';
import { createPaneWatchers } from './screen/pane-watchers.ts';
import { isUnreadable } from './screen/unreadable.ts';
import { claudeFolder, hasLeftFile, runKindsOf, watchRunningAgents } from './sessions/running.ts';
import { transcriptFiles } from './transcript/files.ts';
import { tokensInFiles } from './transcript/tokens.ts';
import type { Transcript } from './transcript/transcript.ts';

/** Longer than that, and Claude Code closes the hook request. */
const LONGEST_HEADLESS_MS = 24 * 3_600_000;
const HEADLESS_MS = 10 * 60_000;

const settings = {
  mode: z
    .enum(['beside', 'hold'])
    .default('beside')
    .describe('beside: Claude Code shows its dialog, which can be answered too; hold: no dialog, it can only be answered in Answerback'),
  screen: z
    .enum(['auto', 'off'])
    .default('auto')
    .describe('auto: without hooks, Answerback reads the tmux pane of a session; off: it ignores sessions without hooks'),
  headless: z
    .union(
      [
        z.enum(['off', 'ask']).transform((value) => (value === 'ask' ? HEADLESS_MS : undefined)),
        z
          .strictObject({
            ask: duration.refine((ms) => ms <= LONGEST_HEADLESS_MS, 'write at most 24h: Claude Code does not wait for longer'),
          })
          .transform(({ ask }) => ask),
      ],
      { error: 'write off, ask, or how long it asks, as { ask: 30m }' },
    )
    .prefault('off')
    .describe(
      'off: headless runs (claude -p) are left alone, so what needs a permission is denied; ask: they ask in the inbox and wait for 10 minutes, or as long as { ask: 30m } says',
    ),
};

export const claudeCode = defineChannel({
  settings,
  create: (parts) => createClaudeCode(parts, transcriptFiles(parts.machine, parts.onError)),
});

type ClaudeCodeSettings = z.output<z.ZodObject<typeof settings>>;

export function createClaudeCode(parts: ChannelParts<ClaudeCodeSettings>, transcript: Transcript): Channel {
  const { inbox, clock, machine, ignored, debug, warn, onError } = parts;
  const stop = new AbortController();
  // Every ask in progress adds a listener, so there is no sensible limit.
  setMaxListeners(0, stop.signal);
  const stopping = stop.signal;
  const evidence = createEvidence({ inbox, clock, transcript, stopping, onError });
  const keys = createKeys({ inbox, clock, transcript, machine, stopping });
  const hooks = createHooks({
    inbox,
    clock,
    evidence,
    transcript,
    mode: () => parts.settings().mode,
    ignored,
    isGone,
    isHeadless: async (id) => runsHeadless(id, await inbox.session(id)),
    hasHeadlessRun: async (id) => kindsOf(id, await inbox.session(id)).includes('headless'),
    isInteractive: async (id) => kindsOf(id, await inbox.session(id)).includes('interactive'),
    isAlive: (pid) => machine.isAlive(pid),
    headlessWaits: () => parts.settings().headless,
    onStarted: follow,
    debug,
    warn,
    onError,
  });
  const panes = createPaneWatchers({
    inbox,
    clock,
    transcript,
    evidence,
    hasHooks: hooks.seenIn,
    readDialog: keys.readDialog,
    untilTyped: keys.untilTyped,
    follow,
    enabled: () => parts.settings().screen === 'auto',
    ignored,
    agentGone,
    machine,
    onError,
  });
  const tokens = tokensInFiles();
  let stopWatching = () => {};
  let stopChecking = () => {};

  return {
    async start() {
      await completeReceipts();
      for (const session of await inbox.sessions()) await resume(session);
      await panes.resume();
      stopWatching = watchRunningAgents(machine, claudeFolder(machine.env), panes.running);
      checkLater();
    },

    async deliver(view, attempt) {
      const delivery = await hooks.deliver(view, attempt);
      if (delivery) return delivery;
      const session = await inbox.session(view.session);
      if (!session || !keys.knows(session)) return withoutKeys(view.session, session);
      const typed = await keys.type(view, attempt);
      hooks.release(view.id);
      return typed;
    },

    async cannotDeliver(view, verdict) {
      const hook = hooks.accepts(view, verdict);
      if (hook) return hook.problem;
      const session = await inbox.session(view.session);
      if (session && keys.knows(session)) return keys.cannotType(view, verdict, session);
      return withoutKeys(view.session, session).reason;
    },

    async verify(view) {
      const path = transcriptPath(await inbox.session(view.session));
      const found = (await isGone(view.session)) ? undefined : await evidence.confirm(view, path);
      if (!found && (await isGone(view.session))) {
        await evidence.catchUp(view, path);
        await agentGone(view.session);
      }
      return found;
    },

    promptProblem: untypablePrompt,
    cannotPrompt: (session) => (keys.knows(session) ? undefined : NOT_IN_A_PANE),
    cannotPromptNow: keys.problem,
    prompt: keys.prompt,
    resumeCommand: ({ id }) => (isSessionId(id) ? ['claude', '--resume', id] : undefined),
    interrupt: keys.interrupt,

    async tokens(session, since) {
      const path = transcriptPath(session);
      return path === undefined ? undefined : tokens.since(path, since);
    },

    receive: hooks.receive,
    watchPane: panes.watchPane,

    stop() {
      stop.abort();
      hooks.stop();
      stopWatching();
      stopChecking();
      panes.stop();
    },
  };

  /** Why a decision cannot be delivered to a session that takes no keys, if no hook is waiting either. */
  function withoutKeys(id: string, session: AgentSession | undefined) {
    if (isDead(session)) return AGENT_GONE;
    return runsHeadless(id, session) ? WENT_ON : NO_WAY;
  }

  /** The broker was stopped between a hook that said how an ask ended, and the receipt. */
  async function completeReceipts(): Promise<void> {
    for (const view of await inbox.asks({ states: ['undelivered', 'delivered'] }))
      if (view.reported) await evidence.catchUp(view, transcriptPath(await inbox.session(view.session)));
  }

  /** Reads from the transcript what happened while no broker was running. */
  async function resume(session: AgentSession): Promise<void> {
    if (await isGone(session.id)) return agentGone(session.id);
    const asks = await inbox.asks({ session: session.id, states: ['open', 'answered', 'declined', 'undelivered', 'delivered'] });
    for (const view of asks) {
      // If the dialog is still open, a new ask is made for it.
      if (isUnreadable(view)) await inbox.withdraw(view.id, 'the broker was restarted');
      else await evidence.catchUp(view, transcriptPath(session));
    }
  }

  /** A process has one session at a time: after /clear or /resume, it continues under another id. True if this is such a session. */
  async function follow({ id, pid, pidNamespace, pane, tmux }: AgentSession): Promise<boolean> {
    const isBefore = (other: AgentSession) =>
      other.id !== id && other.pid === pid && other.pidNamespace === pidNamespace && other.pane === pane && other.tmux === tmux;
    const before = pid === undefined ? [] : (await inbox.sessions()).filter(isBefore);
    for (const other of before) {
      hooks.continueSession(other.id, id);
      await inbox.continueSession(other.id, id);
    }
    return before.length > 0;
  }

  /** Nobody is told when a process that is not our own is killed. */
  function checkLater(): void {
    const check = async () => {
      for (const { id } of await inbox.sessions()) if (await isGone(id)) await agentGone(id);
    };
    stopChecking = clock.at(clock.now() + CHECK_EVERY_MS, () => {
      check().catch(onError);
      if (!stopping.aborted) checkLater();
    });
  }

  /** One that ends properly calls its hook, and removes its file; one that crashed or was killed does neither. */
  async function agentGone(id: string): Promise<void> {
    const pid = pidHere((await inbox.session(id)) ?? {});
    const died = pid !== undefined && !machine.isAlive(pid) && (hooks.seenIn(id) || hasLeftFile(claudeFolder(machine.env), pid, id));
    await inbox.endSession(id, GONE, died ? 'died' : undefined);
  }

  /** In doubt it is not: then a person has a dialog to answer. */
  function runsHeadless(id: string, session: AgentSession | undefined): boolean {
    return kindsOf(id, session).every((kind) => kind === 'headless');
  }

  /** At least one. What cannot be seen from here, a process has said itself when it started. */
  function kindsOf(id: string, session: AgentSession | undefined): readonly unknown[] {
    const kinds = runKindsOf(machine, claudeFolder(machine.env), id);
    return kinds.length > 0 ? kinds.map((kind) => kind ?? session?.run) : [session?.run];
  }

  async function isGone(session: string): Promise<boolean> {
    return isDead(await inbox.session(session));
  }

  function isDead(session: AgentSession | undefined): boolean {
    const pid = pidHere(session ?? {});
    return pid !== undefined && !machine.isAlive(pid);
  }
}

/** Asks for the sessions themselves come at once. */
const CHECK_EVERY_MS = 10_000;

/** Sessions of panes that a person chose have ids of our own. */
const isSessionId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

const GONE = 'the agent is gone';
const AGENT_GONE = { kind: 'impossible', way: 'keys', reason: GONE } as const;
const WENT_ON = {
  kind: 'impossible',
  way: 'permission-hook',
  reason: 'no hook of Claude Code is waiting: this headless run went on without an answer',
} as const;
const NO_WAY = {
  kind: 'impossible',
  way: 'permission-hook',
  reason: "no hook of Claude Code is waiting, and the session's tmux pane is not known; answer at the agent's own keyboard",
} as const;

function transcriptPath(session: AgentSession | undefined): string | undefined {
  return typeof session?.transcript === 'string' ? session.transcript : undefined;
}
