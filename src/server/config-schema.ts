// The JSON Schemas of the configuration files, for editors: docs/config.schema.json and docs/project.schema.json (npm run generate).
import { z } from 'zod';
import { shortForms } from '../ask/match/fields.ts';
import { projectFile } from '../auto-answer/route/schema.ts';
import { configFile } from './config.ts';
import { LISTS, type Lists, loadLists } from './lists.ts';

export async function configSchemas(lists: Lists = LISTS): Promise<{ readonly config: object; readonly project: object }> {
  return {
    config: schemaOf(configFile(await loadLists(lists)), "Answerback's configuration"),
    project: schemaOf(projectFile(lists.rules), "A project's limits for auto-answer"),
  };
}

function schemaOf(schema: z.ZodType, title: string): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any', override });
  return { $schema, title, ...rest };
}

/** What may be written in a shorter form: the schemas themselves describe only the full one. */
function override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Record<string, unknown> }): void {
  // The parser also takes what these patterns and defaults are for; in an editor they would only be noise.
  delete jsonSchema.pattern;
  delete jsonSchema.id;
  const { short } = shortForms.get(zodSchema as z.ZodType) ?? {};
  if (short === undefined) return;
  const full = { ...jsonSchema };
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  const other = short === 'one' ? full.items : short === 'list' ? { type: 'array', items: { type: 'string' } } : { enum: short };
  jsonSchema.anyOf = [other, full];
}
