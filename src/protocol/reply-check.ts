// Checks whether a reply has the shape of its route. Needs no zod: the shapes were generated from the schemas.
import { type Contract, DEFINITIONS, REPLIES } from './contract.generated.ts';
import { misfit, type Schema } from './misfit.ts';

/** The first thing that is wrong; undefined if it fits. */
export function replyMisfit(route: keyof Contract, reply: unknown): string | undefined {
  return misfit(reply, read(REPLIES[route]), (name) => read(DEFINITIONS[name]));
}

export function errorMisfit(body: unknown): string | undefined {
  return misfit(body, read(DEFINITIONS.ErrorBody), (name) => read(DEFINITIONS[name]));
}

/** Each shape is parsed once, when a reply first needs it. */
const known = new Map<string, Schema>();

function read(text = '{}'): Schema {
  const schema = known.get(text) ?? (JSON.parse(text) as Schema);
  known.set(text, schema);
  return schema;
}
