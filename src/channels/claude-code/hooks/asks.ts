// Which ask a hook call is about: opened under the name of its tool call, found again by it, or by a stand-in where there was no announcement.
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
  /** Whether a request waits for this ask already. */
  readonly isHeld: (id: string) => boolean;
};

const SEEN_EVERY_MS = 60_000;
/** The beginning of a prompt says which step it is. */
const LONGEST_PROMPT = 300;

export function createHookAsks({ inbox, clock, isHeld }: HookAsksParts) {
  const calls = new AnnouncedCalls();
  const seen = new Map<string, number>();

  return {
    announce: (payload: HookPayload, toolUseId: string): void => calls.announce(payload, toolUseId),

    /** The same call made twice is one ask. */
    async open(payload: HookPayload, draft: Draft, toolUseId: string): Promise<AskView> {
      await see(payload);
      const { session_id: session, cwd: project = UNKNOWN, agent_type: agent } = payload;
      return (await inbox.open({ ...draft, session, toolUseId, project, source: 'hook', agent }, payload)).view;
    },

    /** The tool call that a dialog is about. */
    async nameOf(payload: HookPayload, draft: Draft): Promise<string> {
      return calls.match(payload) ?? (await unheld(payload, draft)) ?? (await standIn(payload));
    },

    /** The ask of a tool call that has ended. */
    async ofEnded(payload: HookPayload, toolUseId: string): Promise<AskView | undefined> {
      calls.ended(toolUseId);
      return (
        (await inbox.byIdentity(payload.session_id, toolUseId)) ??
        (payload.tool_name === undefined ? undefined : lastStandIn(asAsked(payload)))
      );
    },

    /** What the agent works on: an answering agent is told the phase of the work by it. */
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

  /** The broker was restarted between the announcement and the dialog: the ask is in the journal, the memory of the call is not. */
  async function unheld(payload: HookPayload, draft: Draft): Promise<string | undefined> {
    if (payload.tool_name !== QUESTION_TOOL) return undefined;
    const open = await inbox.asks({ session: payload.session_id, states: ['open'], kinds: ['question'] });
    return open.findLast((view) => !isHeld(view.id) && canonical(view.questions) === canonical(draft.questions))?.toolUseId;
  }

  /** A name for a call that was never announced to us. The same dialog asked about twice is one ask; asked again after its end, another. */
  async function standIn(payload: HookPayload): Promise<string> {
    const last = await lastStandIn(payload);
    if (last && isOpen(last) && !isHeld(last.id)) return last.toolUseId;
    return `${standInName(payload)}:${Number(last?.toolUseId.split(':').at(-1) ?? 0) + 1}`;
  }

  async function lastStandIn(payload: HookPayload): Promise<AskView | undefined> {
    let last: AskView | undefined;
    for (let n = 1; ; n += 1) {
      const view = await inbox.byIdentity(payload.session_id, `${standInName(payload)}:${n}`);
      if (!view) return last;
      last = view;
    }
  }
}

const UNKNOWN = '(unknown)';

/** After a question was answered, its input holds the answers too; without them it is what the dialog was about. */
function asAsked(payload: HookPayload): HookPayload {
  const { questions, ...input } = asObject(payload.tool_input) ?? {};
  const { answers: _, annotations: __, ...rest } = input;
  return questions === undefined ? payload : { ...payload, tool_input: { ...rest, questions } };
}

function standInName(payload: HookPayload): string {
  return `unannounced:${payload.prompt_id ?? ''}:${hash(canonical([payload.tool_name, payload.tool_input]))}`;
}

/** FNV-1a, enough to tell inputs of one prompt apart. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value.toString(36);
}
