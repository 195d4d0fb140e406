// The way of a Claude Code ask through its hooks: captured by one request, answered by the reply to another, verified by a third.
//
// Invariant: whatever goes wrong in here, the reply is "no decision" and Claude Code goes on as if nobody had asked.

import { type Draft, QUESTION_TOOL } from '../agents/claude-code/ask.ts';
import { asObject, canonical } from '../agents/claude-code/json.ts';
import { type HookPayload, readPayload } from '../agents/claude-code/payload.ts';
import { encode, type HookEvent, NO_DECISION } from '../agents/claude-code/reply.ts';
import { AnnouncedCalls } from '../capture/correlate.ts';
import { type EndedCall, fromHook } from '../capture/from-hook.ts';
import { note } from '../decide/amend.ts';
import type { Clock } from '../decide/clock.ts';
import type { Journal } from '../decide/journal.ts';
import type { Waiting } from '../decide/waiting.ts';
import { type AskView, allows, isOpen, type State } from '../question/lifecycle.ts';
import type { Ask } from '../question/words.ts';
import type { Transcript } from '../verify/transcript.ts';
import type { Broker } from './broker.ts';
import { createEvidence } from './evidence.ts';
import type { Keys } from './keys.ts';

export const PROGRAM = 'claude-code';
const ACTOR = `agent:${PROGRAM}`;

/** What the user allows: nothing while paused, nothing in excluded folders, and how questions are held. */
export type HookSettings = { readonly paused: boolean; readonly excluded: readonly string[]; readonly mode: 'beside' | 'hold' };

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
const SEEN_EVERY_MS = 60_000;

export function createHooks(parts: HookParts) {
  const { journal, broker, clock, waiting } = parts;
  const calls = new AnnouncedCalls();
  const held = new Set<string>();
  const seen = new Map<string, number>();
  const stopping = new AbortController();
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
        const reason = unmanaged(payload, parts.settings());
        if (reason) return ignore(reason, { session: payload.session_id });
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
    const ours = async (...states: State[]) => (await all({ session, states })).filter((view) => view.source === 'hook');
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
        calls.announce(payload, meaning.toolUseId);
        return SILENT;
      case 'question': {
        calls.announce(payload, meaning.toolUseId);
        const view = await open(payload, meaning.draft, meaning.toolUseId);
        return parts.settings().mode === 'hold' ? hold(view, payload, 'PreToolUse', gone) : SILENT;
      }
      case 'dialog': {
        const toolUseId = calls.match(payload) ?? (await unheld(payload, meaning.draft)) ?? (await standIn(payload));
        return hold(await open(payload, meaning.draft, toolUseId), payload, 'PermissionRequest', gone);
      }
      case 'ended-calls':
        for (const call of meaning.calls) await ended(payload, call);
        return SILENT;
      case 'idle':
        await moveOn(payload.session_id, 'the agent ended its turn', ({ agent }) => agent === payload.agent_type);
        await open(payload, meaning.draft, `idle:${payload.prompt_id ?? clock.now()}`);
        return SILENT;
      case 'prompted':
        for (const view of await all({ session: payload.session_id, kinds: ['idle'], states: ['answered', 'delivering', 'delivered'] }))
          await evidence.fromPrompt(view.id, meaning.prompt);
        await moveOn(payload.session_id, 'the next prompt was given at the keyboard');
        return SILENT;
      case 'session-ended':
        calls.endSession(payload.session_id);
        seen.delete(payload.session_id);
        await moveOn(payload.session_id, `the session ended (${meaning.reason})`);
        await broker.endSession(payload.session_id, `the session ended (${meaning.reason})`);
        return SILENT;
      case 'alive':
        return SILENT;
      case 'not-understood':
        return ignore(meaning.why, { session: payload.session_id, event: payload.hook_event_name });
    }
  }

  async function open(payload: HookPayload, draft: Draft, toolUseId: string): Promise<AskView> {
    await see(payload);
    const ask: Ask = {
      id: parts.newId(),
      session: payload.session_id,
      toolUseId,
      program: PROGRAM,
      project: payload.cwd ?? '(unknown)',
      source: 'hook',
      createdAt: clock.now(),
      ...draft,
      ...(payload.agent_type === undefined ? {} : { agent: payload.agent_type }),
    };
    return (await journal.open(ask, payload, ACTOR)).view;
  }

  async function see({ session_id: id, cwd }: HookPayload): Promise<void> {
    const now = clock.now();
    if (now - (seen.get(id) ?? 0) < SEEN_EVERY_MS) return;
    seen.set(id, now);
    const known = await journal.session(id);
    await broker.see({ id, program: PROGRAM, project: known?.project ?? cwd ?? '(unknown)' });
  }

  /** The broker was restarted between the announcement and the dialog: the ask is in the journal, the memory of the call is not. */
  async function unheld(payload: HookPayload, draft: Draft): Promise<string | undefined> {
    if (payload.tool_name !== QUESTION_TOOL) return undefined;
    const { items } = await journal.list({ session: payload.session_id, states: ['open'], kinds: ['question'] }, { limit: 20 });
    return items.findLast((view) => !held.has(view.id) && canonical(view.questions) === canonical(draft.questions))?.toolUseId;
  }

  /** A name for a call that was never announced to us. The same dialog asked about twice is one ask; asked again after its end, another. */
  async function standIn(payload: HookPayload): Promise<string> {
    const last = await lastStandIn(payload);
    return last && isOpen(last) && !held.has(last.id)
      ? last.toolUseId
      : `${standInName(payload)}:${Number(last?.toolUseId.split(':').at(-1) ?? 0) + 1}`;
  }

  async function lastStandIn(payload: HookPayload): Promise<AskView | undefined> {
    let last: AskView | undefined;
    for (let n = 1; ; n += 1) {
      const view = await journal.byIdentity(payload.session_id, `${standInName(payload)}:${n}`);
      if (!view) return last;
      last = view;
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
    // A dialog that was announced a moment ago may be about to ask.
    if ((await journal.get(id))?.kind !== 'idle') await pause(DIALOG_WITHIN_MS);
    const view = await journal.get(id);
    if (view?.source !== 'hook' || held.has(id) || stopping.signal.aborted || !allows(view.state, 'delivering')) return;
    if (!(await parts.keys.reaches(view))) {
      const reason = 'Claude Code waits for no hook any more, and its tmux pane is not known; answer it at its own keyboard';
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
    calls.ended(call.toolUseId);
    const view = (await journal.byIdentity(payload.session_id, call.toolUseId)) ?? (await unannounced(payload));
    if (view) await evidence.fromHook(view.id, call, payload.hook_event_name);
  }

  /** The ask of a call that we only ever saw as a dialog. */
  async function unannounced(payload: HookPayload): Promise<AskView | undefined> {
    if (payload.tool_name === undefined) return undefined;
    const { questions, ...input } = asObject(payload.tool_input) ?? {};
    const { answers: _, annotations: __, ...rest } = input;
    const asked = { ...payload, tool_input: questions === undefined ? payload.tool_input : { ...rest, questions } };
    return lastStandIn(asked);
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

function unmanaged(payload: HookPayload, { paused, excluded }: HookSettings): string | undefined {
  if (paused) return 'Answerback is paused';
  const folder = excluded.find((path) => payload.cwd === path || payload.cwd?.startsWith(`${path}/`));
  return folder === undefined ? undefined : `the folder ${folder} is excluded by the configuration`;
}

const standInName = (payload: HookPayload): string =>
  `unannounced:${payload.prompt_id ?? ''}:${hash(canonical([payload.tool_name, payload.tool_input]))}`;

/** FNV-1a, enough to tell inputs of one prompt apart. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value.toString(36);
}
