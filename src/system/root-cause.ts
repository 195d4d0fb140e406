// The cause of a failed request, for messages.

/** "fetch failed" alone says nothing; its cause does. */
export function rootCause(error: unknown): string {
  const { cause, message, code } = error as { cause?: unknown; message?: string; code?: unknown };
  if (cause instanceof Error) return rootCause(cause);
  return typeof code === 'string' ? code : (message ?? String(error));
}
