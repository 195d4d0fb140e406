// Calls one route of the contract: fills in path and query, and checks the reply.

import type { Contract, ReplyOf, RouteName } from '../contract/types.ts';
import { asObject } from '../text/json.ts';
import { Unavailable } from './errors.ts';
import { USUAL_TIMEOUT_MS, type Wire } from './http.ts';
import { replyProblem } from './reply.ts';
import { requestLine } from './request-line.ts';
import { VERSION } from './version.ts';

/** The parts of the route's request, and how long to wait for the reply. */
export type Given<Name extends RouteName> = Omit<Contract[Name], 'reply' | 'query'> & {
  readonly query?: Contract[Name] extends { readonly query: infer Query } ? Query : never;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
};

/** Nothing needs to be given for a route without parameters and body. */
export type GivenIfNeeded<Name extends RouteName> = Record<never, never> extends Given<Name> ? [given?: Given<Name>] : [given: Given<Name>];

const REVIEWED_WITHIN_MS = 30 * 60_000;

type CallOptions = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: { readonly wait?: number };
  readonly body?: unknown;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
};

/** Throws Refused, Unavailable if the reply cannot be understood, or ConnectionLost if there is none. */
export async function callRoute<Name extends RouteName>(wire: Wire, name: Name, given: Given<Name>): Promise<ReplyOf<Name>> {
  const { params = {}, query = {}, ...rest } = given as CallOptions;
  const sent = { ...rest, timeoutMs: rest.timeoutMs ?? patience(query, rest.body), ...requestLine(name, params, query) };
  const { status, body, broker } = await wire.call<ReplyOf<Name>>(sent);
  const problem = await replyProblem(name, body, String(broker?.build), status);
  if (problem !== undefined) throw notUnderstood(name, problem, broker?.version);
  return body;
}

/** A request may ask the broker to wait, and an answer of an agent may be reviewed before it is taken. */
function patience({ wait = 0 }: { readonly wait?: number }, body: unknown): number {
  const { kind = 'person' } = asObject(asObject(body)?.by) ?? {};
  return kind === 'person' ? USUAL_TIMEOUT_MS + wait : REVIEWED_WITHIN_MS;
}

export function notUnderstood(name: RouteName, problem: string, version: string | undefined): Unavailable {
  const message = `the reply to ${name} was not understood: ${problem}`;
  if (version === undefined)
    return new Unavailable(message, "Another program is listening on the broker's socket. `answerback doctor` looks for the cause.");
  if (version === VERSION)
    return new Unavailable(message, 'The broker may be another build of this version: run `answerback broker stop`, then try again.');
  return new Unavailable(
    message,
    `The broker is version ${version}, this program is ${VERSION}. Update the older one, then run \`answerback broker stop\`; the next command starts a new broker.`,
  );
}
