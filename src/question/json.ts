// JSON of unknown shape, read without a schema. The command line reads settings with this, so that it starts quickly.

/** The value if it is a JSON object. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

/** Undefined if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same text for equal inputs, whatever the order of their keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    const object = asObject(inner);
    return object ? Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))) : inner;
  });
}
