// What a program says it used, in the lines of JSON that it printed, as `claude -p --output-format json` and `codex exec --json` do.

import type { Effort } from '../../../ask/schema/route.ts';
import { asObject, foreignJson } from '../../../text/json.ts';

export type Spent = Pick<Effort, 'inputTokens' | 'outputTokens'>;

/** `isTotal`: of the whole conversation so far, as Codex counts it. */
export type Usage = { readonly inputTokens: number; readonly outputTokens: number; readonly isTotal: boolean };

/** From the last line that says it. What was read from a cache does not count. */
export function usageIn(output: string): Usage | undefined {
  for (const line of output.split('\n').reverse()) {
    const event = line.includes('"usage"') ? asObject(foreignJson(line)) : undefined;
    const usage = asObject(event?.usage);
    if (typeof usage?.input_tokens !== 'number' || typeof usage.output_tokens !== 'number') continue;
    const input = usage.input_tokens + number(usage.cache_creation_input_tokens) - number(usage.cached_input_tokens);
    return { inputTokens: Math.max(0, input), outputTokens: Math.max(0, usage.output_tokens), isTotal: event?.type === 'turn.completed' };
  }
  return undefined;
}

/** What one message took; `before` is what was kept of the conversation, if this was not its first message. Empty if nobody knows. */
export function spentSince(usage: Usage | undefined, before?: { readonly used?: unknown }): Spent {
  if (!usage) return {};
  const { inputTokens, outputTokens } = usage;
  if (!usage.isTotal || !before) return { inputTokens, outputTokens };
  const used = asObject(before.used);
  if (typeof used?.inputTokens !== 'number' || typeof used.outputTokens !== 'number') return {};
  return { inputTokens: Math.max(0, inputTokens - used.inputTokens), outputTokens: Math.max(0, outputTokens - used.outputTokens) };
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
