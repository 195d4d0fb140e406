// Handles the hooks of Claude Code: one hook request captures an ask, the reply to another delivers the answer, and a third verifies it.
//
// Invariant: whatever goes wrong here, the reply is "no decision" and Claude Code carries on as if we were not installed.

import { allows } from '../../../ask/lifecycle.ts';
import type { Draft } from '../../../ask/new-ask.ts';
import type { Verdict } from '../../../ask/schema/decision.ts';
import type { AskView, State } from '../../../ask/schema/history.ts';
import type { AgentSession } from '../../../ask/schema/session.ts';
import type { Attempt, Delivery, Inbox, Reply } from '../../../inbox/channel.ts';
import type { Clock } from '../../../system/clock.ts';
import { idleDraft } from '../../draft.ts';
import type { Evidence } from '../evidence.ts';
import { QUESTION_TOOL } from '../format/permission.ts';
import { ANSWER_TIMEOUT } from '../setup/settings.ts';
import { reportPrompts } from '../transcript/prompted.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { createHookAsks } from './asks.ts';
import { HeldRequests, UNDECIDED } from './held-requests.ts';
import { createHosts } from './hosts.ts';
import { type EndedCall, fromHook } from './meaning.ts';
import { type HookPayload, readPayload } from './payload.ts';
import { encode, type HookEvent } from './reply.ts';

type HookParts = {
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly evidence: Evidence;
  readonly transcript: Transcript;
  /** beside: Claude Code shows its dialog, which can be answered too; hold: no dialog, the question can only be answered in Answerback. */
  readonly mode: () => 'beside' | 'hold';
  readonly ignored: (folder: string | undefined) => string | undefined;
  readonly isGone: (session: string) => Promise<boolean>;
  readonly isHeadless: (session: string) => Promise<boolean>;
  /** Also when another process, which is not headless, has the same session. */
  readonly hasHeadlessRun: (session: string) => Promise<boolean>;
  readonly isInteractive: (session: string) => Promise<boolean>;
  readonly isAlive: (pid: number) => boolean;
  /** How long a headless run waits for a decision, in milliseconds; undefined when it is left alone. */
  readonly headlessWaits: () => number | undefined;
  /** A session has begun. It may continue another one of the same process. */
  readonly onStarted: (session: AgentSession) => Promise<unknown>;
  readonly debug: (why: string, about: object) => void;
  readonly warn: (what: string, about: object) => void;
  readonly onError: (error: unknown) => void;
};

export type Hooks = ReturnType<typeof createHooks>;

/** The longest time from PreToolUse to the PermissionRequest of its dialog. */
export const DIALOG_WITHIN_MS = 1_500;

export function createHooks({
  inbox,
  clock,
  evidence,
  transcript,
  mode,
  ignored,
  isGone,
  isHeadless: runsHeadless,
  hasHeadlessRun,
  isInteractive,
  isAlive,
  headlessWaits,
  onStarted,
  debug,
  warn,
  onError,
}: HookParts) {
  const held = new HeldRequests(clock);
  const sessionsSeen = new Set<string>();
  const hosts = createHosts({ isAlive, isInteractive });
  const isHeadless = async (session: string) => (await hosts.isHeadless(session)) || runsHeadless(session);
  const asks = createHookAsks({ inbox, clock, isHeld: (id) => held.of(id) !== undefined });

  return {
    /** `disconnected` aborts when Claude Code drops the request. */
    async receive(body: unknown, disconnected: AbortSignal): Promise<Reply> {
      try {
        const payload = readPayload(body);
        if (!payload) return ignore('the payload does not look like one from Claude Code', {});
        if (hosts.receive(payload)) return UNDECIDED;
        const reason = ignored(payload.cwd) ?? ((await hosts.asksAbout(payload)) ? LEFT_TO_HOST : undefined);
        if (reason) return ignore(reason, { session: payload.session_id });
        if (await isAnswering(payload)) return ignore('this session is answering an ask', { session: payload.session_id });
        // SessionStart is no http hook: it says nothing about whether those reach us.
        if (payload.hook_event_name !== 'SessionStart') sessionsSeen.add(payload.session_id);
        return await handle(payload, disconnected);
      } catch (error) {
        onError(error);
        return UNDECIDED;
      }
    },

    /** Whether hooks of this session have reached us. If so, they are better than reading its screen. */
    seenIn: (session: string): boolean => sessionsSeen.has(session),

    /** The same process, so the same hooks. */
    continueSession(from: string, to: string): void {
      if (sessionsSeen.has(from)) sessionsSeen.add(to);
    },

    /** Undefined when no request is waiting for this ask. For a new ask, its dialog's request may still be on the way. */
    async deliver(view: AskView, { begin, signal }: Attempt): Promise<Delivery | undefined> {
      const request = await held.waitFor(view.id, requestWithin(view), signal);
      if (!request || !view.decision) return undefined;
      const way = request.event === 'PermissionRequest' ? 'permission-hook' : 'tool-hook';
      const encoded = encode(view, view.decision, request.payload.tool_input, request.event);
      let isBegun = false;
      try {
        isBegun = encoded.kind !== 'impossible' && (await begin(way));
      } finally {
        // Also when the journal fails: Claude Code must not wait for a reply that will not come.
        if (!isBegun) held.release(view.id, request);
      }
      if (encoded.kind === 'impossible') return { kind: 'impossible', way, reason: encoded.reason };
      if (!isBegun) return { kind: 'impossible', way, reason: 'the delivery was cancelled' };
      const sentWhole = new Promise<boolean>((sent) => {
        if (!request.reply({ body: encoded.body, sent })) sent(false);
      });
      return (await sentWhole)
        ? { kind: 'delivered' }
        : { kind: 'failed', reason: 'Claude Code closed the request before the whole reply was sent' };
    },

    /** Undefined when no request is waiting, nor on the way. `problem`: why the request cannot carry this verdict. */
    accepts(view: AskView, verdict: Verdict): { readonly problem?: string } | undefined {
      const request = held.of(view.id);
      if (!request) return requestWithin(view) > clock.now() ? {} : undefined;
      const encoded = encode(view, verdict, request.payload.tool_input, request.event);
      return encoded.kind === 'impossible' ? { problem: encoded.reason } : {};
    },

    /** The decision was delivered in another way: a request that is still waiting for it gets "no decision". */
    release(ask: string): void {
      const request = held.of(ask);
      if (request) held.release(ask, request);
    },

    /** All waiting requests get "no decision": the dialogs stay open in Claude Code. */
    stop: (): void => held.releaseAll(),
  };

  // ── capture ──────────────────────────────────────────────────────────────────────────────────────────────────────

  async function handle(payload: HookPayload, disconnected: AbortSignal): Promise<Reply> {
    const meaning = fromHook(payload);
    switch (meaning.kind) {
      case 'tool':
        asks.announce(payload, meaning.toolUseId);
        return UNDECIDED;
      case 'question': {
        asks.announce(payload, meaning.toolUseId);
        const patience = await patienceOf(payload, meaning.draft);
        if (patience.kind === 'none') return ignore(LEFT_ALONE, { session: payload.session_id });
        const view = await asks.open(payload, meaning.draft, meaning.toolUseId, patience.ms);
        return mode() === 'hold' ? hold(view, payload, 'PreToolUse', disconnected) : UNDECIDED;
      }
      case 'dialog': {
        const patience = await patienceOf(payload, meaning.draft);
        if (patience.kind === 'none') return ignore(LEFT_ALONE, { session: payload.session_id });
        const toolUseId = await asks.toolUseIdOf(payload, meaning.draft);
        return hold(await asks.open(payload, meaning.draft, toolUseId, patience.ms), payload, 'PermissionRequest', disconnected);
      }
      case 'ended-calls':
        await asks.dialogClosed(payload);
        for (const call of meaning.calls) await recordEnd(payload, call);
        return UNDECIDED;
      case 'idle':
        await idle(payload, meaning.draft);
        return UNDECIDED;
      case 'dialog-waits':
        await asks.dialogWaits(payload, meaning.draft);
        return UNDECIDED;
      case 'subagent-started':
        asks.subagentStarted(meaning.agentId, payload);
        return UNDECIDED;
      case 'subagent-stopped':
        await asks.subagentStopped(meaning.agentId, payload);
        return UNDECIDED;
      case 'prompted':
        if (!asks.isRepeatedPrompt(payload)) await prompted(payload, meaning.prompt);
        return UNDECIDED;
      case 'session-started':
        await started(payload, meaning.isIdle);
        return UNDECIDED;
      case 'session-ended': {
        const { session_id: id } = payload;
        const reason = `the session ended (${meaning.reason})`;
        asks.endSession(id);
        // The next session of the process ends this one, and takes over what waits for it.
        if (meaning.continues && (await inbox.session(id))?.pid !== undefined && !(await isGone(id))) await inbox.moveOn(id, reason);
        else await inbox.endSession(id, reason);
        return UNDECIDED;
      }
      case 'alive':
        return UNDECIDED;
      case 'not-understood':
        return ignore(meaning.why, { session: payload.session_id, event: payload.hook_event_name });
    }
  }

  /**
   * Stop says at once that the turn is over; if nobody heard it, a notification does a minute later. The hook may come twice; the second must
   * not close the idle ask of the first.
   */
  async function idle(payload: HookPayload, draft: Draft): Promise<void> {
    if (payload.hook_event_name === 'Notification' && (await asks.isIdleKnown(payload))) return;
    // A prompt that was typed while the agent worked comes next. Some versions call its hook only after this one.
    if (payload.transcript_path !== undefined)
      await reportPrompts(inbox, payload.session_id, await transcript.tail(payload.transcript_path));
    const id = await asks.idleId(payload, draft);
    // What was answered at the keyboard while we tried to deliver is not withdrawn: how it ended is about to be recorded.
    const concerns = (view: AskView) => view.agent === payload.agent_type && view.toolUseId !== id && !evidence.isAwaited(view.id);
    await inbox.moveOn(payload.session_id, 'the agent ended its turn', concerns);
    // Nobody can give a headless run its next prompt.
    if (!(await isHeadless(payload.session_id))) await asks.open(payload, draft, id);
  }

  /**
   * Nobody else is asked about a headless run: what we hold, it waits for. So it waits only if the configuration says so, and not for ever. A payload
   * does not say which process it is from when a headless run has resumed a session that is open elsewhere. Only questions cannot be from that run.
   */
  async function patienceOf(
    { session_id: session }: HookPayload,
    { kind }: Draft,
  ): Promise<{ readonly kind: 'none' } | { readonly kind: 'some'; readonly ms?: number }> {
    const mayBeHeadless = (await isHeadless(session)) || (kind !== 'question' && (await hasHeadlessRun(session)));
    if (!mayBeHeadless) return { kind: 'some' };
    const ms = headlessWaits();
    return ms === undefined ? { kind: 'none' } : { kind: 'some', ms };
  }

  async function started(payload: HookPayload, isIdle: boolean): Promise<void> {
    const { session_id: session } = payload;
    const known = await inbox.session(session);
    if (known) await onStarted(known);
    const continues = (await inbox.session(session))?.continues !== undefined;
    const idle = await inbox.asks({ session, kinds: ['idle'], states: ['open', 'answered', 'delivering', 'delivered'] });
    if (isIdle && continues && idle.length === 0) await asks.open(payload, idleDraft(), `idle:started:${clock.now()}`);
  }

  /** If an idle ask was answered, the agent's new prompt is the receipt for that answer. */
  async function prompted(payload: HookPayload, prompt: string): Promise<void> {
    const recorded = { kind: 'answers', answers: [{ chosen: [], words: prompt }] } as const;
    const idle = await inbox.asks({
      session: payload.session_id,
      kinds: ['idle'],
      states: ['answered', 'delivering', 'undelivered', 'delivered'],
    });
    for (const { id } of idle) await inbox.recorded(id, { kind: 'recorded', recorded }, 'UserPromptSubmit');
    await inbox.moveOn(payload.session_id, 'the next prompt was given at the keyboard', (view) => !evidence.isAwaited(view.id));
    await inbox.prompted(payload.session_id, prompt);
    await asks.prompted(payload, prompt);
  }

  // ── hold ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  async function hold(view: AskView, payload: HookPayload, event: HookEvent, disconnected: AbortSignal): Promise<Reply> {
    const request = held.hold(view.id, payload, event);
    const heldSince = clock.now();
    const drop = () => void request.reply(UNDECIDED);
    disconnected.addEventListener('abort', drop);
    try {
      await Promise.race([inbox.untilDecided(view.id, disconnected), request.replied]);
      const now = await inbox.get(view.id);
      if (now && allows(now.state, 'delivering')) inbox.deliver(view.id);
      else if (now?.state !== 'delivering') drop();
      await request.replied;
    } finally {
      disconnected.removeEventListener('abort', drop);
      held.release(view.id, request);
    }
    const reply = await request.replied;
    if (disconnected.aborted && reply === UNDECIDED) dropped(view, payload, event, heldSince).catch(onError);
    return reply;
  }

  // ── verify ───────────────────────────────────────────────────────────────────────────────────────────────────────

  async function recordEnd(payload: HookPayload, call: EndedCall): Promise<void> {
    const wasAnnounced = asks.isAnnounced(call.toolUseId);
    const view = await asks.ofEndedCall(payload, call.toolUseId);
    if (!view) {
      // With `mode: hold`, only questions are announced. A batch repeats calls that were reported one by one.
      const isMissed = !wasAnnounced && 'response' in call && (mode() === 'beside' || payload.tool_name === QUESTION_TOOL);
      if (isMissed) warn(MISSED, { session: payload.session_id, tool: payload.tool_name, toolUseId: call.toolUseId });
      return;
    }
    const isUnderstood = await evidence.fromHook(view, call, payload.hook_event_name, payload.transcript_path);
    if (!isUnderstood && BEFORE_DELIVERY.includes(view.state)) endedSomehow(view, payload).catch(onError);
  }

  async function endedSomehow(view: AskView, payload: HookPayload): Promise<void> {
    if (await evidence.explain(view, payload.transcript_path)) return;
    const now = await inbox.get(view.id);
    if (now && BEFORE_DELIVERY.includes(now.state)) await inbox.withdraw(view.id, 'the agent went on; what was answered is not known');
  }

  /** Claude Code dropped the request: Esc, exit, crash, or the hook timed out (then the dialog is still there, and the ask stays open). */
  async function dropped(view: AskView, payload: HookPayload, event: HookEvent, heldSince: number): Promise<void> {
    if (event === 'PreToolUse') {
      // If the hook timed out, the dialog comes next; after Esc, nothing does.
      if (await held.waitFor(view.id, clock.now() + DIALOG_WITHIN_MS, NEVER)) return;
      await inbox.withdraw(view.id, 'interrupted at the keyboard (Esc)');
      return;
    }
    const heldMs = clock.now() - heldSince;
    if (await evidence.explain(view, payload.transcript_path)) return;
    if (await isGone(view.session)) return inbox.withdraw(view.id, 'the agent is gone');
    // Esc is what ends the request while the agent goes on. Nothing else will ever tell: there is no transcript.
    const isTimeout = heldMs >= ANSWER_TIMEOUT_MS || (await isHeadless(view.session));
    if (!isTimeout && !(await evidence.hasTranscript(payload.transcript_path)))
      await inbox.withdraw(view.id, 'interrupted at the keyboard (Esc)');
    else debug('Claude Code closed the request; the dialog may still be open', { ask: view.id });
  }

  /** An answering agent may be a Claude Code with our hooks. Its questions would be routed to itself, so all its hooks but SessionEnd are ignored. */
  async function isAnswering({ session_id, hook_event_name }: HookPayload): Promise<boolean> {
    return hook_event_name !== 'SessionEnd' && (await inbox.session(session_id))?.answering !== undefined;
  }

  function ignore(why: string, about: object): Reply {
    debug(why, about);
    return UNDECIDED;
  }
}

/** When Claude Code itself gives up a request, its dialog stays. A minute less than in the settings, because its clock began earlier. */
const ANSWER_TIMEOUT_MS = (ANSWER_TIMEOUT - 60) * 1_000;
const LEFT_ALONE = 'a headless run is left alone (headless: ask in the configuration changes that)';
const LEFT_TO_HOST = 'the program that runs this session asks in the inbox itself';
const BEFORE_DELIVERY: readonly State[] = ['open', 'answered', 'declined'];
const MISSED = 'a call ended that no hook had announced; if it asked something, the inbox did not show it';
const NEVER = new AbortController().signal;

/** Until when the request of its dialog may come. */
const requestWithin = ({ source, kind, createdAt }: AskView): number =>
  source === 'hook' && kind !== 'idle' ? createdAt + DIALOG_WITHIN_MS : 0;
