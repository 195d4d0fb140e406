// Classifies a hook payload of Claude Code by its event and tool.

import type { Draft } from '../../../ask/new-ask.ts';
import { asObject } from '../../../text/json.ts';
import { idleDraft } from '../../draft.ts';
import { draftOf, withoutDetails } from '../capture.ts';
import { QUESTION_TOOL } from '../format/permission.ts';
import type { HookPayload } from './payload.ts';

type HookMeaning =
  /** A question is about to be asked. With `mode: hold`, the reply to this hook answers it. */
  | { readonly kind: 'question'; readonly toolUseId: string; readonly draft: Draft }
  /** Another tool is about to run. We remember its id in case it needs a permission. */
  | { readonly kind: 'tool'; readonly toolUseId: string }
  /** A dialog is on screen. The reply to this hook can answer it. */
  | { readonly kind: 'dialog'; readonly draft: Draft }
  | { readonly kind: 'ended-calls'; readonly calls: readonly EndedCall[] }
  | { readonly kind: 'idle'; readonly draft: Draft }
  /** A dialog has been on screen for a while. The notification does not say which. */
  | { readonly kind: 'dialog-waits'; readonly draft: Draft }
  | { readonly kind: 'subagent-started' | 'subagent-stopped'; readonly agentId: string }
  | { readonly kind: 'prompted'; readonly prompt: string }
  /** `isIdle`: it waits for a prompt, after /clear or /resume. */
  | { readonly kind: 'session-started'; readonly isIdle: boolean }
  /** `continues`: the process goes on with another session. */
  | { readonly kind: 'session-ended'; readonly reason: string; readonly continues: boolean }
  /** Only shows that the session is alive. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'not-understood'; readonly why: string };

/** `response` is what the tool returned; `text` is what the model received. */
export type EndedCall = { readonly toolUseId: string } & ({ readonly response: unknown } | { readonly text: string });

/** After these commands, the process goes on with another session. (After a compaction, it is the same one.) */
const SWITCHES: readonly unknown[] = ['clear', 'resume'];

export function fromHook(payload: HookPayload): HookMeaning {
  const { tool_use_id: toolUseId } = payload;
  switch (payload.hook_event_name) {
    case 'PreToolUse':
      return beforeTool(payload);
    case 'PermissionRequest': {
      const draft = draftOf(payload);
      return draft ? { kind: 'dialog', draft } : { kind: 'not-understood', why: 'PermissionRequest without a tool_name' };
    }
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return toolUseId === undefined ? { kind: 'alive' } : { kind: 'ended-calls', calls: [{ toolUseId, response: payload.tool_response }] };
    case 'PostToolBatch':
      return { kind: 'ended-calls', calls: (payload.tool_calls ?? []).flatMap(batchedCall) };
    case 'Stop':
      return { kind: 'idle', draft: idleDraft(payload.last_assistant_message) };
    case 'Notification':
      return notification(payload);
    case 'SubagentStart':
      return payload.agent_id === undefined ? { kind: 'alive' } : { kind: 'subagent-started', agentId: payload.agent_id };
    case 'SubagentStop':
      return payload.agent_id === undefined ? { kind: 'alive' } : { kind: 'subagent-stopped', agentId: payload.agent_id };
    case 'UserPromptSubmit':
      return { kind: 'prompted', prompt: payload.prompt ?? '' };
    case 'SessionStart':
      return { kind: 'session-started', isIdle: SWITCHES.includes(payload.source) };
    case 'SessionEnd':
      return { kind: 'session-ended', reason: payload.reason ?? 'unknown', continues: SWITCHES.includes(payload.reason) };
    default:
      return { kind: 'alive' };
  }
}

function notification({ notification_type: type, message }: HookPayload): HookMeaning {
  if (type === 'idle_prompt') return { kind: 'idle', draft: idleDraft() };
  if (type === 'permission_prompt') return { kind: 'dialog-waits', draft: withoutDetails('permission', message ?? 'a dialog is waiting') };
  return { kind: 'alive' };
}

function beforeTool(payload: HookPayload): HookMeaning {
  const { tool_use_id: toolUseId } = payload;
  if (toolUseId === undefined) return { kind: 'not-understood', why: 'PreToolUse without a tool_use_id' };
  if (payload.tool_name !== QUESTION_TOOL) return { kind: 'tool', toolUseId };
  const draft = draftOf(payload);
  return draft ? { kind: 'question', toolUseId, draft } : { kind: 'tool', toolUseId };
}

function batchedCall(value: unknown): EndedCall[] {
  const { tool_use_id: toolUseId, tool_response: text } = asObject(value) ?? {};
  return typeof toolUseId === 'string' && typeof text === 'string' ? [{ toolUseId, text }] : [];
}
