// Matches dialogs to tool calls: a PermissionRequest has no tool_use_id, so this remembers the calls that PreToolUse announced.
import { canonical } from '../../../question/json.ts';
import type { HookPayload } from './payload.ts';

/** More than any session has in flight. The oldest are forgotten first. */
const MOST_REMEMBERED = 2_000;

type Announced = { readonly key: string; readonly session: string; readonly matched: boolean };

/** Invariant: each announced call is matched at most once, calls with equal input in the order they were announced. */
export class AnnouncedCalls {
  readonly #running = new Map<string, Announced>();

  announce(payload: HookPayload, toolUseId: string): void {
    if (!this.#running.has(toolUseId)) this.#running.set(toolUseId, { key: keyOf(payload), session: payload.session_id, matched: false });
    const [oldest] = this.#running.keys();
    if (this.#running.size > MOST_REMEMBERED && oldest !== undefined) this.#running.delete(oldest);
  }

  /** The id of the call this dialog is about, if it was announced. */
  match(payload: HookPayload): string | undefined {
    const [toolUseId, call] = this.#with(payload).find(([, { matched }]) => !matched) ?? [];
    if (toolUseId !== undefined && call) this.#running.set(toolUseId, { ...call, matched: true });
    return toolUseId;
  }

  /** The id of the running call that had such a dialog already: the same request came again. */
  matched(payload: HookPayload): string | undefined {
    return this.#with(payload).at(-1)?.[0];
  }

  #with(payload: HookPayload): [string, Announced][] {
    const key = keyOf(payload);
    return [...this.#running].filter(([, call]) => call.key === key);
  }

  has(toolUseId: string): boolean {
    return this.#running.has(toolUseId);
  }

  ended(toolUseId: string): void {
    this.#running.delete(toolUseId);
  }

  endSession(session: string): void {
    for (const [toolUseId, call] of this.#running) if (call.session === session) this.#running.delete(toolUseId);
  }
}

function keyOf({ session_id, agent_id, tool_name, tool_input }: HookPayload): string {
  return canonical([session_id, agent_id ?? null, tool_name ?? null, tool_input ?? null]);
}
