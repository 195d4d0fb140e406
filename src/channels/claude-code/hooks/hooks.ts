// The way of a Claude Code ask through its hooks: captured by one request, answered by the reply to another, verified by a third.
//
// Invariant: whatever goes wrong in here, the reply is "no decision" and Claude Code goes on as if nobody had asked.
import type { Clock } from '../../../decide/clock.ts';
import { type AskView, allows } from '../../../question/lifecycle.ts';
import type { Attempt, Delivery, Inbox, Reply } from '../../channel.ts';
import type { Evidence } from '../evidence.ts';
import { createHookAsks } from './asks.ts';
import { HeldRequests, SILENT } from './held-requests.ts';
import { type EndedCall, fromHook } from './meaning.ts';
import { type HookPayload, readPayload } from './payload.ts';
import { encode, type HookEvent } from './reply.ts';

export type HookParts = {
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly evidence: Evidence;
  /** beside: the dialog is on screen and can be answered there too; hold: no dialog, the question waits here alone. */
  readonly mode: () => 'beside' | 'hold';
  readonly ignored: (folder: string | undefined) => string | undefined;
  readonly isGone: (session: string) => Promise<boolean>;
  readonly debug: (why: string, about: object) => void;
  readonly onError: (error: unknown) => void;
};

export type Hooks = ReturnType<typeof createHooks>;

/** From the announcement of a question to the request of its dialog. */
const DIALOG_WITHIN_MS = 1_500;

export function createHooks({ inbox, clock, evidence, mode, ignored, isGone, debug, onError }: HookParts) {
  const held = new HeldRequests(clock);
  const heard = new Set<string>();
  const asks = createHookAsks({ inbox, clock, isHeld: (id) => held.of(id) !== undefined });

  return {
    /** `gone` comes when Claude Code drops the request. */
    async receive(body: unknown, gone: AbortSignal): Promise<Reply> {
      try {
        const payload = readPayload(body);
        if (!payload) return ignore('the payload is not one of Claude Code', {});
        const reason = ignored(payload.cwd);
        if (reason) return ignore(reason, { session: payload.session_id });
        if (await isAnswering(payload)) return ignore('this session answers an ask', { session: payload.session_id });
        heard.add(payload.session_id);
        return await route(payload, gone);
      } catch (error) {
        onError(error);
        return SILENT;
      }
    },

    /** Whether the hooks of this session have reached us: then they tell more than its screen. */
    heard: (session: string): boolean => heard.has(session),

    /** Undefined when no request waits for this ask. A dialog that was announced a moment ago may be about to ask. */
    async deliver(view: AskView, { begin, signal }: Attempt): Promise<Delivery | undefined> {
      const soon = view.source === 'hook' && view.kind !== 'idle' ? view.createdAt + DIALOG_WITHIN_MS : 0;
      const request = await held.expect(view.id, soon, signal);
      if (!request || !view.decision) return undefined;
      const way = request.event === 'PermissionRequest' ? 'permission-hook' : 'tool-hook';
      const encoded = encode(view, view.decision, request.payload.tool_input, request.event);
      if (encoded.kind === 'impossible' || !(await begin(way))) {
        held.release(view.id, request);
        return { kind: 'impossible', way, reason: encoded.kind === 'impossible' ? encoded.reason : 'it was decided otherwise meanwhile' };
      }
      const whole = new Promise<boolean>((sent) => request.reply({ body: encoded.body, sent }));
      return (await whole) ? { kind: 'delivered' } : { kind: 'failed', reason: 'Claude Code closed the request before the reply' };
    },

    /** Another way was taken: whoever waits for this ask gets "no decision". */
    letGo(ask: string): void {
      const request = held.of(ask);
      if (request) held.release(ask, request);
    },

    /** Everyone who is held gets "no decision": the dialog stays where it is. */
    stop: (): void => held.releaseAll(),
  };

  // ── capture ──────────────────────────────────────────────────────────────────────────────────────────────────────

  async function route(payload: HookPayload, gone: AbortSignal): Promise<Reply> {
    const meaning = fromHook(payload);
    switch (meaning.kind) {
      case 'tool':
        asks.announce(payload, meaning.toolUseId);
        return SILENT;
      case 'question': {
        asks.announce(payload, meaning.toolUseId);
        const view = await asks.open(payload, meaning.draft, meaning.toolUseId);
        return mode() === 'hold' ? hold(view, payload, 'PreToolUse', gone) : SILENT;
      }
      case 'dialog': {
        const toolUseId = await asks.nameOf(payload, meaning.draft);
        return hold(await asks.open(payload, meaning.draft, toolUseId), payload, 'PermissionRequest', gone);
      }
      case 'ended-calls':
        for (const call of meaning.calls) await ended(payload, call);
        return SILENT;
      case 'idle':
        await inbox.moveOn(payload.session_id, 'the agent ended its turn', ({ agent }) => agent === payload.agent_type);
        await asks.open(payload, meaning.draft, `idle:${payload.prompt_id ?? clock.now()}`);
        return SILENT;
      case 'prompted':
        await prompted(payload, meaning.prompt);
        return SILENT;
      case 'session-ended':
        asks.endSession(payload.session_id);
        await inbox.endSession(payload.session_id, `the session ended (${meaning.reason})`);
        return SILENT;
      case 'alive':
        return SILENT;
      case 'not-understood':
        return ignore(meaning.why, { session: payload.session_id, event: payload.hook_event_name });
    }
  }

  /** An idle agent was given a prompt: was it the one that was decided? */
  async function prompted(payload: HookPayload, prompt: string): Promise<void> {
    const recorded = { kind: 'answers', answers: [{ chosen: [], words: prompt }] } as const;
    const idle = await inbox.asks({ session: payload.session_id, kinds: ['idle'], states: ['answered', 'delivering', 'delivered'] });
    for (const { id } of idle) await inbox.recorded(id, { kind: 'recorded', recorded }, 'UserPromptSubmit');
    await inbox.moveOn(payload.session_id, 'the next prompt was given at the keyboard');
    await asks.prompted(payload, prompt);
  }

  // ── hold ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  async function hold(view: AskView, payload: HookPayload, event: HookEvent, gone: AbortSignal): Promise<Reply> {
    const request = held.hold(view.id, payload, event);
    const drop = () => request.reply(SILENT);
    gone.addEventListener('abort', drop);
    try {
      await Promise.race([inbox.untilDecided(view.id, gone), request.replied]);
      const now = await inbox.get(view.id);
      if (now && allows(now.state, 'delivering')) inbox.deliver(view.id);
      else if (now?.state !== 'delivering') drop();
      await request.replied;
    } finally {
      gone.removeEventListener('abort', drop);
      held.release(view.id, request);
    }
    const reply = await request.replied;
    if (gone.aborted && reply === SILENT) dropped(view, payload, event).catch(onError);
    return reply;
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
      if (await held.expect(view.id, clock.now() + DIALOG_WITHIN_MS, NEVER)) return;
      await inbox.withdraw(view.id, 'interrupted at the keyboard (Esc)');
      return;
    }
    if (await evidence.explain(view, payload.transcript_path)) return;
    if (await isGone(view.session)) await inbox.withdraw(view.id, 'the agent is gone');
    else debug('Claude Code closed the request; the dialog may still be open', { ask: view.id });
  }

  /** An agent that answers asks may be a Claude Code with our hooks: what it asks would be asked of itself. Only its end counts. */
  async function isAnswering({ session_id, hook_event_name }: HookPayload): Promise<boolean> {
    return hook_event_name !== 'SessionEnd' && (await inbox.session(session_id))?.answering !== undefined;
  }

  function ignore(why: string, about: object): Reply {
    debug(why, about);
    return SILENT;
  }
}

const NEVER = new AbortController().signal;
