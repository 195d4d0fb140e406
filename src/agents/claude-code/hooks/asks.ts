// Finds the ask that a hook call is about: by the id of its tool call, or by a made-up id when we never saw the PreToolUse hook.

import { allows, isOpen } from '../../../ask/lifecycle.ts';
import type { Draft } from '../../../ask/new-ask.ts';
import type { AskView, State } from '../../../ask/schema/history.ts';
import { withoutSecret } from '../../../ask/sealed.ts';
import type { Inbox } from '../../../inbox/channel.ts';
import type { Clock } from '../../../system/clock.ts';
import { asObject, canonical } from '../../../text/json.ts';
import { QUESTION_TOOL } from '../format/permission.ts';
import { AnnouncedCalls } from './correlate.ts';
import type { HookPayload } from './payload.ts';

type HookAsksParts = {
  readonly inbox: Inbox;
  readonly clock: Clock;
  /** Whether a hook request is already waiting for this ask. */
  readonly isHeld: (id: string) => boolean;
};

const SEEN_EVERY_MS = 60_000;
/** The beginning of a prompt is enough to tell the phase of the work. */
const LONGEST_PROMPT = 300;

export function createHookAsks({ inbox, clock, isHeld }: HookAsksParts) {
  const calls = new AnnouncedCalls();
  const seen = new Map<string, number>();
  const lastPrompts = new Map<string, string>();
  /** The running subagents by their ids, with what they asked. */
  const subagents = new Map<string, { readonly type: string | undefined; readonly asks: string[] }>();
  /** The ids of tool calls that several calls have had, by session. */
  const reused = new Map<string, Set<string>>();
  /** Sessions with an ask for a dialog of which we know nothing but that it waits. */
  const withUnknownDialog = new Set<string>();

  return {
    announce: (payload: HookPayload, toolUseId: string): void => calls.announce(payload, toolUseId),
    isAnnounced: (toolUseId: string): boolean => calls.has(toolUseId),
    open,

    /** Whether a notification that the agent is idle says nothing new. Older versions do not say which turn is over. */
    async isIdleKnown({ session_id: session, prompt_id }: HookPayload): Promise<boolean> {
      return prompt_id === undefined && (await inbox.asks({ session }))[0]?.kind === 'idle';
    },

    /** Opens an ask for a dialog that no other hook, and no screen, told us about. */
    async dialogWaits(payload: HookPayload, draft: Draft): Promise<void> {
      const { session_id: session } = payload;
      const known = await inbox.asks({ session, kinds: ['question', 'permission', 'plan'], states: NOT_VERIFIED });
      if (known.length > 0) return;
      withUnknownDialog.add(session);
      await open(payload, draft, `${UNKNOWN_DIALOG}${clock.now()}`);
    },

    /** A call ended, so the dialog is no longer waiting. Calls of subagents end beside it. */
    async dialogClosed({ session_id: session, agent_id }: HookPayload): Promise<void> {
      if (agent_id !== undefined || !withUnknownDialog.delete(session)) return;
      await inbox.moveOn(session, 'the agent went on', ({ toolUseId }) => toolUseId.startsWith(UNKNOWN_DIALOG));
    },

    subagentStarted(id: string, { agent_type }: HookPayload): void {
      subagents.set(id, { type: agent_type, asks: [] });
    },

    /** What it asked can no longer be answered. */
    async subagentStopped(id: string, { session_id: session }: HookPayload): Promise<void> {
      const { asks = [] } = subagents.get(id) ?? {};
      subagents.delete(id);
      if (asks.length > 0) await inbox.moveOn(session, 'the subagent that asked has stopped', (view) => asks.includes(view.id));
    },

    /** The id of the tool call that a dialog is about. */
    async toolUseIdOf(payload: HookPayload, draft: Draft): Promise<string> {
      return calls.match(payload) ?? (await idOfRepeated(payload)) ?? (await idInJournal(payload, draft)) ?? (await madeUpId(payload));
    },

    /** The id of the idle ask of this turn. */
    async idleId({ session_id: session, prompt_id: prompt }: HookPayload, draft: Draft): Promise<string> {
      if (prompt !== undefined) return `idle:${prompt}`;
      const open = await inbox.asks({ session, states: ['open'], kinds: ['idle'] });
      return open.find((view) => canonical(view.detail) === canonical(draft.detail))?.toolUseId ?? `idle:${clock.now()}`;
    },

    /** The ask of a tool call that has ended. */
    async ofEndedCall(payload: HookPayload, toolUseId: string): Promise<AskView | undefined> {
      calls.ended(toolUseId);
      const known = await inbox.byIdentity(payload.session_id, toolUseId);
      if (payload.tool_name === undefined || (known && !isOver(known) && !reused.get(payload.session_id)?.has(toolUseId))) return known;
      const madeUp = await lastWithMadeUpId(asAsked(payload));
      return known && (!madeUp || isOver(madeUp)) ? known : madeUp;
    },

    /** Whether this is the same prompt as last time, sent twice. */
    isRepeatedPrompt({ session_id: session, prompt_id, prompt }: HookPayload): boolean {
      const [before, now] = [lastPrompts.get(session), prompt_id === undefined ? undefined : canonical([prompt_id, prompt])];
      if (now !== undefined) lastPrompts.set(session, now);
      return now !== undefined && now === before;
    },

    /** Remembers the prompt: it tells an answering agent which phase the work is in. */
    async prompted({ session_id: id, cwd }: HookPayload, prompt: string): Promise<void> {
      const known = await inbox.session(id);
      await inbox.see({ id, project: known?.project ?? cwd ?? UNKNOWN, lastPrompt: prompt.slice(0, LONGEST_PROMPT) });
    },

    endSession(session: string): void {
      calls.endSession(session);
      seen.delete(session);
      lastPrompts.delete(session);
      withUnknownDialog.delete(session);
      reused.delete(session);
    },
  };

  /** Opening the same call again returns the ask that is there already. Without a `timeoutMs` it waits for as long as it takes. */
  async function open(payload: HookPayload, draft: Draft, toolUseId: string, timeoutMs?: number): Promise<AskView> {
    await see(payload);
    const { session_id: session, cwd: project = UNKNOWN } = payload;
    const subagent = subagents.get(payload.agent_id ?? '');
    const agent = payload.agent_type ?? subagent?.type;
    const asked = { ...draft, session, project, source: 'hook', agent, timeoutMs } as const;
    const known = (await inbox.open({ ...asked, toolUseId }, payload)).view;
    // Some models give an id to one call after the other. What was decided about the first says nothing about the next.
    const isReused = !isOpen(known) && !asksTheSame(known, draft);
    if (isReused) reused.set(session, (reused.get(session) ?? new Set()).add(toolUseId));
    const { view } = isReused ? await inbox.open({ ...asked, toolUseId: await madeUpId(payload) }, payload) : { view: known };
    subagent?.asks.push(view.id);
    return view;
  }

  async function see({ session_id: id, cwd }: HookPayload): Promise<void> {
    const now = clock.now();
    if (now - (seen.get(id) ?? 0) < SEEN_EVERY_MS) return;
    seen.set(id, now);
    const known = await inbox.session(id);
    await inbox.see({ id, project: known?.project ?? cwd ?? UNKNOWN });
  }

  /** The same request sent twice is about one dialog, unless that is over. */
  async function idOfRepeated(payload: HookPayload): Promise<string | undefined> {
    const id = calls.matched(payload);
    const view = id === undefined ? undefined : await inbox.byIdentity(payload.session_id, id);
    return view && isOver(view) ? undefined : id;
  }

  /** For a broker that was restarted between PreToolUse and the dialog: the ask is in the journal, but `calls` is empty. */
  async function idInJournal(payload: HookPayload, draft: Draft): Promise<string | undefined> {
    if (payload.tool_name !== QUESTION_TOOL) return undefined;
    const open = await inbox.asks({ session: payload.session_id, states: ['open'], kinds: ['question'] });
    const same = open.filter((view) => canonical(view.questions) === canonical(draft.questions));
    return (same.findLast((view) => !isHeld(view.id)) ?? same[0])?.toolUseId;
  }

  /** An id for a call whose PreToolUse we never saw. A repeated request for an open dialog gets the same id; after it was closed, a new one. */
  async function madeUpId(payload: HookPayload): Promise<string> {
    const last = await lastWithMadeUpId(payload);
    if (last && isOpen(last)) return last.toolUseId;
    return `${idPrefix(payload)}:${Number(last?.toolUseId.split(':').at(-1) ?? 0) + 1}`;
  }

  async function lastWithMadeUpId(payload: HookPayload): Promise<AskView | undefined> {
    let last: AskView | undefined;
    for (let n = 1; ; n += 1) {
      const view = await inbox.byIdentity(payload.session_id, `${idPrefix(payload)}:${n}`);
      if (!view) return last;
      last = view;
    }
  }
}

const UNKNOWN = '(unknown)';
const UNKNOWN_DIALOG = 'dialog:';
const NOT_VERIFIED: readonly State[] = ['open', 'answered', 'declined', 'delivering', 'delivered'];

const asksTheSame = (view: AskView, { kind, questions, detail }: Draft): boolean =>
  canonical([view.kind, view.questions, view.detail]) === canonical([kind, questions.map(withoutSecret), detail]);

const isOver = ({ state }: AskView): boolean => !isOpen({ state }) && !allows(state, 'receipt');

/** Once a question was answered, its tool input also holds the answers. Without them it is the input that the dialog had. */
function asAsked(payload: HookPayload): HookPayload {
  const { questions, ...input } = asObject(payload.tool_input) ?? {};
  const { answers: _, annotations: __, ...rest } = input;
  return questions === undefined ? payload : { ...payload, tool_input: { ...rest, questions } };
}

function idPrefix(payload: HookPayload): string {
  return `unannounced:${payload.prompt_id ?? ''}:${hash(canonical([payload.tool_name, payload.tool_input]))}`;
}

/** FNV-1a: good enough to tell the inputs of one prompt apart. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value.toString(36);
}
