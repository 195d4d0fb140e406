// JSON of unknown shape, read without a schema. The command line reads settings with this, so that it starts quickly.

/** The value if it is a JSON object. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

/** The value if it is a text or a number, else ''. `String` throws for an object that has its own `toString`, which a stranger may have written. */
export function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Undefined if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Deeper than any agent's payload, and shallow enough for recursive code. `JSON.parse` itself reads any depth. */
export const DEEPEST = 200;

/** For text that an agent or a stranger wrote. Undefined if it is not JSON, or nested deeper than that. */
export function foreignJson(text: string): unknown {
  const value = parsedJson(text);
  return isDeeper(value, DEEPEST) ? undefined : value;
}

export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** The same text for equal inputs, whatever the order of their keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    const object = asObject(inner);
    return object ? Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))) : inner;
  });
}
