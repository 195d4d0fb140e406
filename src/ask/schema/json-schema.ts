// The part of JSON Schema that our schemas use.
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly description?: string;
  readonly default?: unknown;
};

/** The name in a reference such as `#/$defs/Ask`. */
export const nameIn = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);
