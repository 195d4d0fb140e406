// Matches dialogs to tool calls: a PermissionRequest has no tool_use_id, so this remembers the calls that PreToolUse announced.
import { canonical } from '../../../text/json.ts';
import type { HookPayload } from './payload.ts';

/** More than any session has in flight. The oldest are forgotten first. */
const MOST_REMEMBERED = 2_000;

type Announced = { readonly key: string; readonly session: string; matched: boolean };

/** Invariant: each announced call is matched at most once, calls with equal input in the order they were announced. */
export class AnnouncedCalls {
  readonly #running = new Map<string, Announced>();
  /** The ids of running calls with equal input. */
  readonly #equal = new Map<string, Set<string>>();

  announce(payload: HookPayload, toolUseId: string): void {
    if (!this.#running.has(toolUseId)) this.#add(toolUseId, { key: keyOf(payload), session: payload.session_id, matched: false });
    const [oldest] = this.#running.keys();
    if (this.#running.size > MOST_REMEMBERED && oldest !== undefined) this.ended(oldest);
  }

  /** The id of the call this dialog is about, if it was announced. */
  match(payload: HookPayload): string | undefined {
    for (const toolUseId of this.#equalTo(payload)) {
      const call = this.#running.get(toolUseId);
      if (!call || call.matched) continue;
      call.matched = true;
      return toolUseId;
    }
    return undefined;
  }

  /** The id of the running call that had such a dialog already: the same request came again. */
  matched(payload: HookPayload): string | undefined {
    return [...this.#equalTo(payload)].at(-1);
  }

  has(toolUseId: string): boolean {
    return this.#running.has(toolUseId);
  }

  ended(toolUseId: string): void {
    const call = this.#running.get(toolUseId);
    if (!call) return;
    this.#running.delete(toolUseId);
    const equal = this.#equal.get(call.key);
    equal?.delete(toolUseId);
    if (equal?.size === 0) this.#equal.delete(call.key);
  }

  endSession(session: string): void {
    for (const [toolUseId, call] of this.#running) if (call.session === session) this.ended(toolUseId);
  }

  #add(toolUseId: string, call: Announced): void {
    this.#running.set(toolUseId, call);
    const equal = this.#equal.get(call.key);
    if (equal) equal.add(toolUseId);
    else this.#equal.set(call.key, new Set([toolUseId]));
  }

  #equalTo(payload: HookPayload): ReadonlySet<string> {
    return this.#equal.get(keyOf(payload)) ?? new Set();
  }
}

function keyOf({ session_id, agent_id, tool_name, tool_input }: HookPayload): string {
  return canonical([session_id, agent_id ?? null, tool_name ?? null, tool_input ?? null]);
}
