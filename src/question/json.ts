// JSON of unknown shape, looked at without a schema: the command line reads settings with this and stays quick to start.

/** A JSON object, or nothing. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

/** What the text says, or undefined where it is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same for equal inputs, whatever the order of their keys: how a PermissionRequest finds its PreToolUse. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    const object = asObject(inner);
    return object ? Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))) : inner;
  });
}
