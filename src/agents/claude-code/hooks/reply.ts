// Encodes a decision as a hook reply for Claude Code.

import type { Ask } from '../../../ask/schema/ask.ts';
import type { Verdict } from '../../../ask/schema/decision.ts';
import { type HookReply, replyFor } from '../format/reply.ts';

/** The reply when nothing was decided: Claude Code carries on as if there were no hook. */
export const NO_DECISION = {};

export type HookEvent = 'PermissionRequest' | 'PreToolUse';
export type Encoded = { readonly kind: 'reply'; readonly body: object } | { readonly kind: 'impossible'; readonly reason: string };

export function encode(ask: Pick<Ask, 'kind' | 'questions' | 'detail'>, decision: Verdict, toolInput: unknown, event: HookEvent): Encoded {
  const reply = replyFor(ask, decision, toolInput);
  if ('reason' in reply) return { kind: 'impossible', reason: reply.reason };
  return { kind: 'reply', body: event === 'PermissionRequest' ? permissionReply(reply) : toolReply(reply) };
}

function permissionReply(decision: HookReply): object {
  return { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } };
}

/** PreToolUse cannot interrupt or add rules, and Claude Code puts its own prefix before the reason of a denial. */
function toolReply(reply: HookReply): object {
  const specific =
    reply.behavior === 'allow'
      ? { permissionDecision: 'allow', ...(reply.updatedInput ? { updatedInput: reply.updatedInput } : {}) }
      : { permissionDecision: 'deny', permissionDecisionReason: reply.message };
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...specific } };
}
