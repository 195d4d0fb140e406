// Checks whether a reply has the shape of its route. Needs no zod: the shapes were generated from the schemas.
import type { Schema } from '../question/schema/json-schema.ts';
import { type Contract, DEFINITIONS, type ErrorBody, REPLIES } from './contract.generated.ts';
import { misfit } from './misfit.ts';
import { expanded } from './short-schema.ts';

/** The first thing that is wrong; undefined if it fits. */
export function replyMisfit(route: keyof Contract, reply: unknown): string | undefined {
  return misfit(reply, read(REPLIES[route]), (name) => read(DEFINITIONS[name]));
}

/** What a refusal says, or only its status if it was not the broker that refused. */
export function errorIn(body: unknown, status: number): ErrorBody['error'] {
  if (misfit(body, read(DEFINITIONS.ErrorBody), (name) => read(DEFINITIONS[name])) === undefined) return (body as ErrorBody).error;
  return {
    code: `http-${status}`,
    message: `the broker replied with status ${status}`,
    fix: '`answerback doctor` looks for the cause.',
  };
}

/** Each shape is parsed once, when a reply first needs it. */
const known = new Map<string, Schema>();

function read(text = '*'): Schema {
  const schema = known.get(text) ?? expanded(text);
  known.set(text, schema);
  return schema;
}
