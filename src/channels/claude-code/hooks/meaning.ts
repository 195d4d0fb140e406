// Classifies a hook payload of Claude Code by its event and tool.
import { asObject } from '../../../question/json.ts';
import type { Draft } from '../../../question/new-ask.ts';
import { draftOf, idleDraft, QUESTION_TOOL } from '../capture.ts';
import type { HookPayload } from './payload.ts';

export type HookMeaning =
  /** A question is about to be asked. With `mode: hold`, the reply to this hook answers it. */
  | { readonly kind: 'question'; readonly toolUseId: string; readonly draft: Draft }
  /** Another tool is about to run. We remember its id in case it needs a permission. */
  | { readonly kind: 'tool'; readonly toolUseId: string }
  /** A dialog is on screen. The reply to this hook can answer it. */
  | { readonly kind: 'dialog'; readonly draft: Draft }
  | { readonly kind: 'ended-calls'; readonly calls: readonly EndedCall[] }
  | { readonly kind: 'idle'; readonly draft: Draft }
  | { readonly kind: 'prompted'; readonly prompt: string }
  | { readonly kind: 'session-ended'; readonly reason: string }
  /** Only shows that the session is alive. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'not-understood'; readonly why: string };

/** `response` is what the tool returned; `text` is what the model received. */
export type EndedCall = { readonly toolUseId: string } & ({ readonly response: unknown } | { readonly text: string });

export function fromHook(payload: HookPayload): HookMeaning {
  const { tool_use_id: toolUseId } = payload;
  switch (payload.hook_event_name) {
    case 'PreToolUse':
      return beforeTool(payload);
    case 'PermissionRequest': {
      const draft = draftOf(payload);
      return draft ? { kind: 'dialog', draft } : { kind: 'not-understood', why: 'the tool input has an unknown shape' };
    }
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return toolUseId === undefined ? { kind: 'alive' } : { kind: 'ended-calls', calls: [{ toolUseId, response: payload.tool_response }] };
    case 'PostToolBatch':
      return { kind: 'ended-calls', calls: (payload.tool_calls ?? []).flatMap(batchedCall) };
    case 'Stop':
      return { kind: 'idle', draft: idleDraft(payload) };
    case 'UserPromptSubmit':
      return { kind: 'prompted', prompt: payload.prompt ?? '' };
    case 'SessionEnd':
      return { kind: 'session-ended', reason: payload.reason ?? 'unknown' };
    default:
      return { kind: 'alive' };
  }
}

function beforeTool(payload: HookPayload): HookMeaning {
  const { tool_use_id: toolUseId } = payload;
  if (toolUseId === undefined) return { kind: 'not-understood', why: 'PreToolUse without a tool_use_id' };
  if (payload.tool_name !== QUESTION_TOOL) return { kind: 'tool', toolUseId };
  const draft = draftOf(payload);
  return draft ? { kind: 'question', toolUseId, draft } : { kind: 'not-understood', why: 'the questions have an unknown shape' };
}

function batchedCall(value: unknown): EndedCall[] {
  const { tool_use_id: toolUseId, tool_response: text } = asObject(value) ?? {};
  return typeof toolUseId === 'string' && typeof text === 'string' ? [{ toolUseId, text }] : [];
}
