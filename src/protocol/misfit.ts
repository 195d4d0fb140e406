// Whether a value has the shape of a schema: small and quick enough for every reply to be checked, in a program that starts in 40 ms.

/** The part of JSON Schema that the contract uses. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly description?: string;
  readonly default?: unknown;
};

/** The first thing that is wrong, such as `asks[0].state: must be one of …`; undefined when the value fits. More fields than named are fine. */
export function misfit(
  value: unknown,
  schema: Schema,
  definitions: Readonly<Record<string, Schema>>,
  where = 'the reply',
): string | undefined {
  const { $ref, type, properties, items, required = [] } = schema;
  if ($ref !== undefined) return misfit(value, definitions[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, definitions, where);
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return noneFits(value, forms, definitions, where);
  if (schema.const !== undefined && value !== schema.const) return `${where} must be ${JSON.stringify(schema.const)}`;
  if (schema.enum && !schema.enum.includes(value)) return `${where} must be one of ${schema.enum.join(', ')}`;
  if (type !== undefined && ![type].flat().some((one) => isOf(one, value))) return `${where} must be of type ${[type].flat().join(' or ')}`;
  if (items) {
    for (const [i, item] of (value as unknown[]).entries()) {
      const problem = misfit(item, items, definitions, `${where}[${i}]`);
      if (problem !== undefined) return problem;
    }
  }
  for (const [key, inner] of Object.entries(properties ?? {})) {
    const field = (value as Record<string, unknown>)[key];
    if (field === undefined && !required.includes(key)) continue;
    if (field === undefined && Object.keys(inner).length > 0) return `${where} has no ${key}`;
    const problem = misfit(field, inner, definitions, where === 'the reply' ? key : `${where}.${key}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Of several forms, the one with the same `kind` says best what is wrong. */
function noneFits(
  value: unknown,
  forms: readonly Schema[],
  definitions: Readonly<Record<string, Schema>>,
  where: string,
): string | undefined {
  const problems: string[] = [];
  const kind = (value as { kind?: unknown } | null | undefined)?.kind;
  for (const form of forms) {
    const problem = misfit(value, form, definitions, where);
    if (problem === undefined) return undefined;
    if (kind !== undefined && form.properties?.kind?.const === kind) return problem;
    problems.push(problem);
  }
  return problems.at(-1);
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      // biome-ignore lint/suspicious/useValidTypeof: JSON Schema and JavaScript have the same names for string, number and boolean.
      return typeof value === type;
  }
}
