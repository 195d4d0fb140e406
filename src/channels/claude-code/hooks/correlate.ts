// Matches dialogs to tool calls: a PermissionRequest has no tool_use_id, so this remembers the calls that PreToolUse announced.
import { canonical } from '../../../question/json.ts';
import type { HookPayload } from './payload.ts';

/** More than any session has in flight. The oldest are forgotten first. */
const MOST_REMEMBERED = 2_000;

/** Invariant: each announced call is matched at most once, calls with equal input in the order they were announced. */
export class AnnouncedCalls {
  readonly #waiting = new Map<string, { readonly key: string; readonly session: string }>();

  announce(payload: HookPayload, toolUseId: string): void {
    this.#waiting.set(toolUseId, { key: keyOf(payload), session: payload.session_id });
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > MOST_REMEMBERED && oldest !== undefined) this.#waiting.delete(oldest);
  }

  /** The id of the call this dialog is about, if it was announced. */
  match(payload: HookPayload): string | undefined {
    const key = keyOf(payload);
    for (const [toolUseId, waiting] of this.#waiting) {
      if (waiting.key !== key) continue;
      this.#waiting.delete(toolUseId);
      return toolUseId;
    }
    return undefined;
  }

  ended(toolUseId: string): void {
    this.#waiting.delete(toolUseId);
  }

  endSession(session: string): void {
    for (const [toolUseId, waiting] of this.#waiting) if (waiting.session === session) this.#waiting.delete(toolUseId);
  }
}

function keyOf({ session_id, agent_id, tool_name, tool_input }: HookPayload): string {
  return canonical([session_id, agent_id ?? null, tool_name ?? null, tool_input ?? null]);
}
