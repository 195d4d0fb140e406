// Parses what Claude Code sends to a hook. Never throws: a field of the wrong type counts as absent.

import { z } from 'zod';
import { fittingValue } from '../../../text/fitting.ts';

const text = z.string().optional().catch(undefined);
const list = z.array(z.unknown()).optional().catch(undefined);

const payload = z.looseObject({
  hook_event_name: z.string().min(1).max(100),
  session_id: z.string().min(1).max(200),
  transcript_path: text,
  cwd: text,
  prompt_id: text,
  permission_mode: text,
  agent_id: text,
  agent_type: text,
  tool_name: text,
  tool_input: z.unknown().optional(),
  tool_use_id: text,
  tool_response: z.unknown().optional(),
  tool_calls: list,
  permission_suggestions: list,
  last_assistant_message: text,
  prompt: text,
  reason: text,
  source: text,
  error: text,
  notification_type: text,
  message: text,
});

/** Other fields are kept unchanged. */
export type HookPayload = z.output<typeof payload>;

export function readPayload(body: unknown): HookPayload | undefined {
  return fittingValue(payload, body);
}
