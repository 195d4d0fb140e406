// How long a call may be held open: a little less than the client's own time limit (docs/MCP.md has where the figures come from).
const SECOND = 1_000;

/** By the name with which a client introduces itself. Progress resets the limit of some clients and not of others. */
const LIMITS: readonly (readonly [RegExp, number])[] = [
  [/^claude-code\b/i, 110 * SECOND],
  [/^codex/i, 280 * SECOND],
  [/^gemini/i, 580 * SECOND],
  [/^opencode/i, 280 * SECOND],
];
/** The usual limit of a client made with the official SDK is 60 s. */
const UNKNOWN = 50 * SECOND;

export const PROGRESS_EVERY_MS = 10 * SECOND;

export function holdMs(client: string | undefined, configured: number | undefined): number {
  return configured ?? LIMITS.find(([name]) => name.test(client ?? ''))?.[1] ?? UNKNOWN;
}
