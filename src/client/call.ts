// Calls one route of the contract: fills in path and query, and checks the reply.
import type { Contract } from '../protocol/contract.generated.ts';
import { replyMisfit } from '../protocol/reply-check.ts';
import { Unavailable } from './errors.ts';
import type { Wire } from './http.ts';
import { requestLine } from './request-line.ts';
import { VERSION } from './version.ts';

export type RouteName = keyof Contract;
export type ReplyOf<Name extends RouteName> = Contract[Name]['reply'];

/** The parts of the route's request, and how long to wait for the reply. */
export type Given<Name extends RouteName> = Omit<Contract[Name], 'reply' | 'query'> & {
  readonly query?: Contract[Name] extends { readonly query: infer Query } ? Query : never;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
};

type Parts = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
};

/** Throws Refused, Unavailable if the reply cannot be understood, or ConnectionLost if there is none. */
export async function callRoute<Name extends RouteName>(wire: Wire, name: Name, given: Given<Name>): Promise<ReplyOf<Name>> {
  const { params = {}, query = {}, ...rest } = given as Parts;
  const { body, version } = await wire.call({ ...rest, ...requestLine(name, params, query) });
  const problem = replyMisfit(name, body);
  if (problem !== undefined) throw notUnderstood(name, problem, version);
  return body as ReplyOf<Name>;
}

/** Undefined if it is not a reply of this route. */
export function replyIn<Name extends RouteName>(name: Name, body: unknown): ReplyOf<Name> | undefined {
  return replyMisfit(name, body) === undefined ? (body as ReplyOf<Name>) : undefined;
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
