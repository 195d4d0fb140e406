// Handles the hooks of Claude Code: one hook request captures an ask, the reply to another delivers the answer, and a third verifies it.
//
// Invariant: whatever goes wrong here, the reply is "no decision" and Claude Code carries on as if we were not installed.
import type { Clock } from '../../../decide/clock.ts';
import { type AskView, allows } from '../../../question/lifecycle.ts';
import type { Attempt, Delivery, Inbox, Reply } from '../../channel.ts';
import type { Evidence } from '../evidence.ts';
import { createHookAsks } from './asks.ts';
import { HeldRequests, UNDECIDED } from './held-requests.ts';
import { type EndedCall, fromHook } from './meaning.ts';
import { type HookPayload, readPayload } from './payload.ts';
import { encode, type HookEvent } from './reply.ts';

export type HookParts = {
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly evidence: Evidence;
  /** beside: Claude Code shows its dialog, which can be answered too; hold: no dialog, the question can only be answered in Answerback. */
  readonly mode: () => 'beside' | 'hold';
  readonly ignored: (folder: string | undefined) => string | undefined;
  readonly isGone: (session: string) => Promise<boolean>;
  readonly debug: (why: string, about: object) => void;
  readonly onError: (error: unknown) => void;
};

export type Hooks = ReturnType<typeof createHooks>;

/** The longest time from PreToolUse to the PermissionRequest of its dialog. */
const DIALOG_WITHIN_MS = 1_500;

export function createHooks({ inbox, clock, evidence, mode, ignored, isGone, debug, onError }: HookParts) {
  const held = new HeldRequests(clock);
  const sessionsSeen = new Set<string>();
  const asks = createHookAsks({ inbox, clock, isHeld: (id) => held.of(id) !== undefined });

  return {
    /** `disconnected` aborts when Claude Code drops the request. */
    async receive(body: unknown, disconnected: AbortSignal): Promise<Reply> {
      try {
        const payload = readPayload(body);
        if (!payload) return ignore('the payload does not look like one from Claude Code', {});
        const reason = ignored(payload.cwd);
        if (reason) return ignore(reason, { session: payload.session_id });
        if (await isAnswering(payload)) return ignore('this session is answering an ask', { session: payload.session_id });
        sessionsSeen.add(payload.session_id);
        return await handle(payload, disconnected);
      } catch (error) {
        onError(error);
        return UNDECIDED;
      }
    },

    /** Whether hooks of this session have reached us. If so, they are better than reading its screen. */
    seenIn: (session: string): boolean => sessionsSeen.has(session),

    /** Undefined when no request is waiting for this ask. For a new ask, its dialog's request may still be on the way. */
    async deliver(view: AskView, { begin, signal }: Attempt): Promise<Delivery | undefined> {
      const waitUntil = view.source === 'hook' && view.kind !== 'idle' ? view.createdAt + DIALOG_WITHIN_MS : 0;
      const request = await held.waitFor(view.id, waitUntil, signal);
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
        const view = await asks.open(payload, meaning.draft, meaning.toolUseId);
        return mode() === 'hold' ? hold(view, payload, 'PreToolUse', disconnected) : UNDECIDED;
      }
      case 'dialog': {
        const toolUseId = await asks.toolUseIdOf(payload, meaning.draft);
        return hold(await asks.open(payload, meaning.draft, toolUseId), payload, 'PermissionRequest', disconnected);
      }
      case 'ended-calls':
        for (const call of meaning.calls) await recordEnd(payload, call);
        return UNDECIDED;
      case 'idle':
        await inbox.moveOn(payload.session_id, 'the agent ended its turn', ({ agent }) => agent === payload.agent_type);
        await asks.open(payload, meaning.draft, `idle:${payload.prompt_id ?? clock.now()}`);
        return UNDECIDED;
      case 'prompted':
        await prompted(payload, meaning.prompt);
        return UNDECIDED;
      case 'session-ended':
        asks.endSession(payload.session_id);
        await inbox.endSession(payload.session_id, `the session ended (${meaning.reason})`);
        return UNDECIDED;
      case 'alive':
        return UNDECIDED;
      case 'not-understood':
        return ignore(meaning.why, { session: payload.session_id, event: payload.hook_event_name });
    }
  }

  /** If an idle ask was answered, the agent's new prompt is the receipt for that answer. */
  async function prompted(payload: HookPayload, prompt: string): Promise<void> {
    const recorded = { kind: 'answers', answers: [{ chosen: [], words: prompt }] } as const;
    const idle = await inbox.asks({ session: payload.session_id, kinds: ['idle'], states: ['answered', 'delivering', 'delivered'] });
    for (const { id } of idle) await inbox.recorded(id, { kind: 'recorded', recorded }, 'UserPromptSubmit');
    await inbox.moveOn(payload.session_id, 'the next prompt was given at the keyboard');
    await asks.prompted(payload, prompt);
  }

  // ── hold ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  async function hold(view: AskView, payload: HookPayload, event: HookEvent, disconnected: AbortSignal): Promise<Reply> {
    const request = held.hold(view.id, payload, event);
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
    if (disconnected.aborted && reply === UNDECIDED) dropped(view, payload, event).catch(onError);
    return reply;
  }

  // ── verify ───────────────────────────────────────────────────────────────────────────────────────────────────────

  async function recordEnd(payload: HookPayload, call: EndedCall): Promise<void> {
    const view = await asks.ofEndedCall(payload, call.toolUseId);
    if (view) await evidence.fromHook(view.id, call, payload.hook_event_name);
  }

  /** Claude Code dropped the request: Esc, exit, crash, or the hook timed out (then the dialog is still there, and the ask stays open). */
  async function dropped(view: AskView, payload: HookPayload, event: HookEvent): Promise<void> {
    if (event === 'PreToolUse') {
      // If the hook timed out, the dialog comes next; after Esc, nothing does.
      if (await held.waitFor(view.id, clock.now() + DIALOG_WITHIN_MS, NEVER)) return;
      await inbox.withdraw(view.id, 'interrupted at the keyboard (Esc)');
      return;
    }
    if (await evidence.explain(view, payload.transcript_path)) return;
    if (await isGone(view.session)) await inbox.withdraw(view.id, 'the agent is gone');
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

const NEVER = new AbortController().signal;
