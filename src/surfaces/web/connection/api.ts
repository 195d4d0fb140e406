// Calls to the broker that served this page. Refused if it says no, Unavailable if it cannot be reached.
import { Refused, Unavailable } from '../../../client/errors.ts';
import { requestLine } from '../../../client/request-line.ts';
import { BUILD } from '../../../client/version.ts';
import type { Contract } from '../../../protocol/contract.generated.ts';

type Given<Name extends keyof Contract> = Omit<Contract[Name], 'reply' | 'query'> & {
  readonly query?: Contract[Name] extends { readonly query: infer Query } ? Query : never;
  readonly signal?: AbortSignal | undefined;
};

export type Call = <Name extends keyof Contract>(name: Name, given: Given<Name>) => Promise<Contract[Name]['reply']>;

type ApiOptions = {
  readonly fetch: typeof globalThis.fetch;
  /** The broker does not know this browser, or no longer. */
  readonly onLoggedOut: () => void;
  /** The build of the broker, with every reply: it may be newer than this page. */
  readonly onBuild: (build: string) => void;
};

const TIMEOUT_MS = 30_000;

/** A broker of the same build as this page has the same shapes, so only the replies of others are checked. The first view does not need the check. */
export const isOfThisBuild = (response: Response): boolean => response.headers.get('answerback-build') === String(BUILD);
export const replyCheck = () => import('../../../protocol/reply-check.ts');

export function createCall({ fetch, onLoggedOut, onBuild }: ApiOptions): Call {
  return async (name, given) => {
    const {
      params = {},
      query = {},
      body,
      signal,
    } = given as { params?: Record<string, string>; query?: object; body?: unknown; signal?: AbortSignal };
    const { method, path } = requestLine(name, params, query);
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    let response: Response;
    let reply: unknown;
    try {
      response = await fetch(path, {
        method,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      reply = await response.json();
    } catch (error) {
      throw signal?.aborted ? error : unreachable();
    }
    onBuild(response.headers.get('answerback-build') ?? '');
    if (response.status === 401) onLoggedOut();
    if (!response.ok) throw new Refused(response.status, (await replyCheck()).errorIn(reply, response.status));
    const problem = isOfThisBuild(response) ? undefined : (await replyCheck()).replyMisfit(name, reply);
    if (problem !== undefined) throw notUnderstood(name, problem);
    return reply as never;
  };
}

export const notUnderstood = (name: string, problem: string): Unavailable =>
  new Unavailable(`the reply to ${name} was not understood: ${problem}`, 'Answerback may have been updated: reload this page.');

export const unreachable = (): Unavailable =>
  new Unavailable(
    'Answerback cannot be reached',
    'This page tries again by itself. On the computer where it runs, `answerback status` starts it.',
  );
