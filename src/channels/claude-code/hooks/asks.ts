// Finds the ask that a hook call is about: by the id of its tool call, or by a made-up id when we never saw the PreToolUse hook.
import type { Clock } from '../../../decide/clock.ts';
import { asObject, canonical } from '../../../question/json.ts';
import { type AskView, isOpen } from '../../../question/lifecycle.ts';
import type { Draft } from '../../../question/new-ask.ts';
import type { Inbox } from '../../channel.ts';
import { QUESTION_TOOL } from '../capture.ts';
import { AnnouncedCalls } from './correlate.ts';
import type { HookPayload } from './payload.ts';

export type HookAsksParts = {
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

  return {
    announce: (payload: HookPayload, toolUseId: string): void => calls.announce(payload, toolUseId),

    /** Opening the same call again returns the ask that is there already. */
    async open(payload: HookPayload, draft: Draft, toolUseId: string): Promise<AskView> {
      await see(payload);
      const { session_id: session, cwd: project = UNKNOWN, agent_type: agent } = payload;
      return (await inbox.open({ ...draft, session, toolUseId, project, source: 'hook', agent }, payload)).view;
    },

    /** The id of the tool call that a dialog is about. */
    async toolUseIdOf(payload: HookPayload, draft: Draft): Promise<string> {
      return calls.match(payload) ?? (await idInJournal(payload, draft)) ?? (await madeUpId(payload));
    },

    /** The ask of a tool call that has ended. */
    async ofEndedCall(payload: HookPayload, toolUseId: string): Promise<AskView | undefined> {
      calls.ended(toolUseId);
      return (
        (await inbox.byIdentity(payload.session_id, toolUseId)) ??
        (payload.tool_name === undefined ? undefined : lastWithMadeUpId(asAsked(payload)))
      );
    },

    /** Remembers the prompt: it tells an answering agent which phase the work is in. */
    async prompted({ session_id: id, cwd }: HookPayload, prompt: string): Promise<void> {
      const known = await inbox.session(id);
      await inbox.see({ id, project: known?.project ?? cwd ?? UNKNOWN, lastPrompt: prompt.slice(0, LONGEST_PROMPT) });
    },

    endSession(session: string): void {
      calls.endSession(session);
      seen.delete(session);
    },
  };

  async function see({ session_id: id, cwd }: HookPayload): Promise<void> {
    const now = clock.now();
    if (now - (seen.get(id) ?? 0) < SEEN_EVERY_MS) return;
    seen.set(id, now);
    const known = await inbox.session(id);
    await inbox.see({ id, project: known?.project ?? cwd ?? UNKNOWN });
  }

  /** For a broker that was restarted between PreToolUse and the dialog: the ask is in the journal, but `calls` is empty. */
  async function idInJournal(payload: HookPayload, draft: Draft): Promise<string | undefined> {
    if (payload.tool_name !== QUESTION_TOOL) return undefined;
    const open = await inbox.asks({ session: payload.session_id, states: ['open'], kinds: ['question'] });
    return open.findLast((view) => !isHeld(view.id) && canonical(view.questions) === canonical(draft.questions))?.toolUseId;
  }

  /** An id for a call whose PreToolUse we never saw. A repeated request for an open dialog gets the same id; after it was closed, a new one. */
  async function madeUpId(payload: HookPayload): Promise<string> {
    const last = await lastWithMadeUpId(payload);
    if (last && isOpen(last) && !isHeld(last.id)) return last.toolUseId;
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
