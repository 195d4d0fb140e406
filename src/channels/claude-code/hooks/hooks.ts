// The way of a Claude Code ask through its hooks: captured by one request, answered by the reply to another, verified by a third.
//
// Invariant: whatever goes wrong in here, the reply is "no decision" and Claude Code goes on as if nobody had asked.

import { setMaxListeners } from 'node:events';
import type { Broker } from '../../../broker/broker.ts';
import { note } from '../../../decide/amend.ts';
import type { Clock } from '../../../decide/clock.ts';
import type { Journal } from '../../../decide/journal.ts';
import type { Waiting } from '../../../decide/waiting.ts';
import { type AskView, allows, isOpen, type State } from '../../../question/lifecycle.ts';
import { createEvidence } from '../evidence.ts';
import type { Keys } from '../keys/keys.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { createHookAsks } from './asks.ts';
import { type EndedCall, fromHook } from './meaning.ts';
import { type HookPayload, readPayload } from './payload.ts';
import { encode, type HookEvent, NO_DECISION } from './reply.ts';

export const PROGRAM = 'claude-code';
const ACTOR = `agent:${PROGRAM}`;

/** What the user allows: nothing while paused, nothing in excluded folders, how questions are held, and whether screens are read. */
export type HookSettings = {
  readonly paused: boolean;
  readonly excluded: readonly string[];
  readonly mode: 'beside' | 'hold';
  readonly screens: boolean;
};

export type HookParts = {
  readonly journal: Journal;
  readonly broker: Broker;
  readonly clock: Clock;
  readonly waiting: Waiting;
  readonly newId: () => string;
  readonly transcript: Transcript;
  readonly keys: Keys;
  readonly settings: () => HookSettings;
  readonly alive: (pid: number) => boolean;
  readonly debug: (why: string, about: object) => void;
  readonly onError: (error: unknown) => void;
};

/** `sent` hears whether the reply left whole. */
export type HookReply = { readonly body: object; readonly sent?: (whole: boolean) => Promise<void> };

export type Hooks = ReturnType<typeof createHooks>;

const SILENT: HookReply = { body: NO_DECISION };
const FOR_EVER = Number.POSITIVE_INFINITY;

const MOST_RESUMED = 500;
const DIALOG_WITHIN_MS = 1_500;

export function createHooks(parts: HookParts) {
  const { journal, broker, clock, waiting } = parts;
  const held = new Set<string>();
  const heard = new Set<string>();
  const asks = createHookAsks({ journal, broker, clock, newId: parts.newId, program: PROGRAM, isHeld: (id) => held.has(id) });
  const stopping = new AbortController();
  // As many wait for it as there are asks and prompts on their way.
  setMaxListeners(0, stopping.signal);
  const evidence = createEvidence({
    journal,
    clock,
    transcript: parts.transcript,
    actor: ACTOR,
    stopping: stopping.signal,
    onError: parts.onError,
  });
  const unsubscribe = journal.onCommit((event) => {
    if ('ask' in event && event.happening.kind === 'settled') otherWay(event.ask).catch(parts.onError);
  });

  return {
    /** `gone` comes when Claude Code drops the request. Never throws. */
    async receive(body: unknown, gone: AbortSignal): Promise<HookReply> {
      try {
        const payload = readPayload(body);
        if (!payload) return ignore('the payload is not one of Claude Code', {});
        const reason = unmanaged(payload.cwd, parts.settings());
        if (reason) return ignore(reason, { session: payload.session_id });
        if (await isAnswering(payload)) return ignore('this session answers an ask', { session: payload.session_id });
        heard.add(payload.session_id);
        return await route(payload, gone);
      } catch (error) {
        parts.onError(error);
        return SILENT;
      }
    },

    /** After a start: what happened meanwhile is read from the transcripts, and what was being delivered is taken up where the screen shows it. */
    async resume(): Promise<void> {
      const sessions = await journal.sessions({ ended: false, limit: MOST_RESUMED });
      for (const { id, program } of sessions) if (program === PROGRAM) await resumeSession(id);
    },

    evidence,

    /** Whether the hooks of this session have reached us: then they tell more than its screen. */
    heard: (session: string): boolean => heard.has(session),

    /** Everyone who is held gets "no decision": the dialog stays where it is. */
    stop(): void {
      unsubscribe();
      stopping.abort();
    },
  };

  async function resumeSession(session: string): Promise<void> {
    if (await isGone(session)) {
      await moveOn(session, 'the agent is gone');
      await broker.endSession(session, 'the agent is gone');
      return;
    }
    const ours = async (...states: State[]) => (await all({ session, states })).filter(isOurs);
    for (const { id, delivery } of await ours('delivering')) {
      await note(journal, id, now(), {
        kind: 'delivery-failed',
        way: delivery?.way ?? '',
        reason: 'the broker stopped while it was delivering',
      });
    }
    const path = await transcriptOf(session);
    for (const view of await ours('open', 'answered', 'declined', 'delivered')) await evidence.lookBack(view, path);
    // A dialog shows how far the typing came; a prompt that may have been typed already is never typed again.
    for (const view of await ours('answered', 'declined')) {
      if (view.kind !== 'idle' || view.delivery === undefined) otherWay(view.id).catch(parts.onError);
    }
    for (const view of await ours('delivered')) evidence.confirm(view, path);
  }

  // ── capture ──────────────────────────────────────────────────────────────────────────────────────────────────────

  async function route(payload: HookPayload, gone: AbortSignal): Promise<HookReply> {
    const meaning = fromHook(payload);
    switch (meaning.kind) {
      case 'tool':
        asks.announce(payload, meaning.toolUseId);
        return SILENT;
      case 'question': {
        asks.announce(payload, meaning.toolUseId);
        const view = await asks.open(payload, meaning.draft, meaning.toolUseId);
        return parts.settings().mode === 'hold' ? hold(view, payload, 'PreToolUse', gone) : SILENT;
      }
      case 'dialog': {
        const toolUseId = await asks.nameOf(payload, meaning.draft);
        return hold(await asks.open(payload, meaning.draft, toolUseId), payload, 'PermissionRequest', gone);
      }
      case 'ended-calls':
        for (const call of meaning.calls) await ended(payload, call);
        return SILENT;
      case 'idle':
        await moveOn(payload.session_id, 'the agent ended its turn', ({ agent }) => agent === payload.agent_type);
        await asks.open(payload, meaning.draft, `idle:${payload.prompt_id ?? clock.now()}`);
        return SILENT;
      case 'prompted':
        for (const view of await all({ session: payload.session_id, kinds: ['idle'], states: ['answered', 'delivering', 'delivered'] }))
          await evidence.fromPrompt(view.id, meaning.prompt);
        await moveOn(payload.session_id, 'the next prompt was given at the keyboard');
        await asks.prompted(payload, meaning.prompt);
        return SILENT;
      case 'session-ended':
        asks.endSession(payload.session_id);
        await moveOn(payload.session_id, `the session ended (${meaning.reason})`);
        await broker.endSession(payload.session_id, `the session ended (${meaning.reason})`);
        return SILENT;
      case 'alive':
        return SILENT;
      case 'not-understood':
        return ignore(meaning.why, { session: payload.session_id, event: payload.hook_event_name });
    }
  }

  // ── deliver ──────────────────────────────────────────────────────────────────────────────────────────────────────

  async function hold(view: AskView, payload: HookPayload, event: HookEvent, gone: AbortSignal): Promise<HookReply> {
    held.add(view.id);
    try {
      const waiter = waiting.until(view.id, FOR_EVER, gone);
      const now = (await journal.get(view.id)) ?? view;
      if (!isOpen(now)) waiter.cancel();
      await waiter.over;
      if (gone.aborted) {
        dropped(view, payload, event).catch(parts.onError);
        return SILENT;
      }
      return await deliver(view.id, payload, event);
    } finally {
      held.delete(view.id);
    }
  }

  /** On disk before it is sent: a crash in between is found, and never leads to a second delivery. */
  async function deliver(id: string, payload: HookPayload, event: HookEvent): Promise<HookReply> {
    const way = event === 'PermissionRequest' ? 'permission-hook' : 'tool-hook';
    const view = await journal.get(id);
    if (!view?.decision || !allows(view.state, 'delivering')) return SILENT;
    const encoded = encode(view, view.decision, payload.tool_input, event);
    if (encoded.kind === 'impossible') {
      await note(journal, id, now(), { kind: 'delivering', way }, { kind: 'delivery-failed', way, reason: encoded.reason });
      return SILENT;
    }
    if (!(await note(journal, id, now(), { kind: 'delivering', way }))) return SILENT;
    return {
      body: encoded.body,
      sent: async (whole) => {
        await note(
          journal,
          id,
          now(),
          whole ? { kind: 'delivered', way } : { kind: 'delivery-failed', way, reason: 'Claude Code closed the request before the reply' },
        );
        if (whole) evidence.confirm(view, payload.transcript_path);
      },
    };
  }

  /** A decision for an ask that no request waits for any more (the broker was restarted, the hook's time ran out): the next way that works. */
  async function otherWay(id: string): Promise<void> {
    const asked = await journal.get(id);
    if (!asked || !isOurs(asked)) return;
    // A dialog that was announced a moment ago may be about to ask.
    if (asked.source === 'hook' && asked.kind !== 'idle') await pause(asked.createdAt + DIALOG_WITHIN_MS - clock.now());
    const view = await journal.get(id);
    if (!view || held.has(id) || stopping.signal.aborted || !allows(view.state, 'delivering')) return;
    if (!(await parts.keys.reaches(view))) {
      const reason = 'Claude Code waits for no hook, and its tmux pane is not known; answer it at its own keyboard';
      await note(
        journal,
        id,
        now(),
        { kind: 'delivering', way: 'permission-hook' },
        { kind: 'delivery-failed', way: 'permission-hook', reason },
      );
      return;
    }
    // On disk before the first key.
    if (!(await note(journal, id, now(), { kind: 'delivering', way: 'keys' }))) return;
    const typed = await parts.keys.type(view, stopping.signal);
    if (stopping.signal.aborted) return;
    await note(
      journal,
      id,
      now(),
      typed.kind === 'stopped' ? { kind: 'delivery-failed', way: 'keys', reason: typed.reason } : { kind: 'delivered', way: 'keys' },
    );
    // Also where it was not typed: somebody is about to answer it at the keyboard.
    evidence.confirm(view, await transcriptOf(view.session));
  }

  async function transcriptOf(session: string): Promise<string | undefined> {
    const path = (await journal.session(session))?.transcript;
    return typeof path === 'string' ? path : undefined;
  }

  // ── verify ───────────────────────────────────────────────────────────────────────────────────────────────────────

  async function ended(payload: HookPayload, call: EndedCall): Promise<void> {
    const view = await asks.ofEnded(payload, call.toolUseId);
    if (view) await evidence.fromHook(view.id, call, payload.hook_event_name);
  }

  /** The request was dropped: Esc, an exit, a crash, or the hook's own time limit (then the dialog is still there, and the ask stays open). */
  async function dropped(view: AskView, payload: HookPayload, event: HookEvent): Promise<void> {
    if (event === 'PreToolUse') {
      // Where the hook's time was over, the dialog comes next; where Esc was pressed, nothing does.
      await pause(DIALOG_WITHIN_MS);
      if (!held.has(view.id)) await broker.withdraw(view.id, 'interrupted at the keyboard (Esc)', ACTOR);
      return;
    }
    if (await evidence.explain(view, payload.transcript_path)) return;
    if (await isGone(view.session)) await broker.withdraw(view.id, 'the agent is gone', ACTOR);
    else parts.debug('Claude Code closed the request; the dialog may still be open', { ask: view.id });
  }

  // ── shared ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /** The agent goes on: nothing that was asked before can still be answered, nor a decision still be delivered. */
  async function moveOn(session: string, reason: string, concerns: (view: AskView) => boolean = () => true): Promise<void> {
    for (const view of await all({ session, states: ['open', 'answered', 'declined'] }))
      if (concerns(view)) await broker.withdraw(view.id, reason, ACTOR);
  }

  async function all(filter: Parameters<Journal['list']>[0]): Promise<readonly AskView[]> {
    const views: AskView[] = [];
    let cursor: number | undefined;
    do {
      const page = await journal.list(filter, { limit: 200, cursor });
      views.push(...page.items);
      cursor = page.next;
    } while (cursor !== undefined);
    return views;
  }

  async function isGone(session: string): Promise<boolean> {
    const pid = (await journal.session(session))?.pid;
    return pid !== undefined && !parts.alive(pid);
  }

  /** An agent that was appointed to answer may be a Claude Code with our hooks: what it asks would be asked of itself. Only its end counts. */
  async function isAnswering({ session_id, hook_event_name }: HookPayload): Promise<boolean> {
    return hook_event_name !== 'SessionEnd' && (await journal.session(session_id))?.answering !== undefined;
  }

  function now(): { at: number; actor: string } {
    return { at: clock.now(), actor: ACTOR };
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => void clock.at(clock.now() + ms, resolve));
  }

  function ignore(why: string, about: object): HookReply {
    parts.debug(why, about);
    return SILENT;
  }
}

/** Those that a tool call or another agent's server brought are delivered by others. */
const isOurs = ({ source, program }: AskView): boolean => program === PROGRAM && (source === 'hook' || source === 'screen');

export function unmanaged(cwd: string | undefined, { paused, excluded }: HookSettings): string | undefined {
  if (paused) return 'Answerback is paused';
  const folder = excluded.find((path) => cwd === path || cwd?.startsWith(`${path}/`));
  return folder === undefined ? undefined : `the folder ${folder} is excluded by the configuration`;
}
