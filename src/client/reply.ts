// Whether a reply can be used as it is, in every program that calls a broker, the web page included.

import type { ErrorBody, RouteName } from '../contract/types.ts';
import { asObject } from '../text/json.ts';
import { BUILD } from './version.ts';

/** `build` is the header `answerback-build` of the reply. */
const isOfThisBuild = (build: unknown): boolean => build === String(BUILD);

/** A broker of this build has our schemas, so only the replies of others are parsed. Hooks and plugins are one file without the schemas. */
export async function replyProblem(name: RouteName, reply: unknown, build: unknown, status = 200): Promise<string | undefined> {
  if (isOfThisBuild(build)) return undefined;
  const schemas = await import('../contract/reply-problem.ts').catch(() => undefined);
  return schemas?.problemIn(name, status, reply);
}

/** What a refusal says, or only its status if it was not the broker that refused. */
export function errorIn(body: unknown, status: number): ErrorBody['error'] {
  const error = asObject(asObject(body)?.error) ?? {};
  if ([error.code, error.message, error.fix].every((each) => typeof each === 'string')) return error as ErrorBody['error'];
  return {
    code: `http-${status}`,
    message: `the broker replied with status ${status}`,
    fix: '`answerback doctor` looks for the cause.',
  };
}
