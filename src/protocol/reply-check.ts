// Whether a reply has the shape that its route promises. Needs no zod: the shapes were made from the schemas beforehand.
import { type Contract, DEFINITIONS, REPLIES } from './contract.generated.ts';
import { misfit, type Schema } from './misfit.ts';

/** The first thing that is wrong with it; undefined when it fits. */
export function replyMisfit(route: keyof Contract, reply: unknown): string | undefined {
  return misfit(reply, read(REPLIES[route]), (name) => read(DEFINITIONS[name]));
}

export function errorMisfit(body: unknown): string | undefined {
  return misfit(body, read(DEFINITIONS.ErrorBody), (name) => read(DEFINITIONS[name]));
}

/** Each shape is read once, and only when a reply needs it. */
const known = new Map<string, Schema>();

function read(text = '{}'): Schema {
  const schema = known.get(text) ?? (JSON.parse(text) as Schema);
  known.set(text, schema);
  return schema;
}
