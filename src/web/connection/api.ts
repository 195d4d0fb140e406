// Calls to the broker that served this page. Refused if it says no, Unavailable if it cannot be reached.
import type { Client } from '../../client/client.ts';
import { Refused, Unavailable } from '../../client/errors.ts';
import { errorIn, replyProblem } from '../../client/reply.ts';
import { requestLine } from '../../client/request-line.ts';

export type Call = Client['call'];

type ApiOptions = {
  readonly fetch: typeof globalThis.fetch;
  /** The broker does not know this browser, or no longer. */
  readonly onLoggedOut: () => void;
  /** The build of the broker, with every reply: it may be newer than this page. */
  readonly onBuild: (build: string) => void;
};

const TIMEOUT_MS = 30_000;

export function createCall({ fetch, onLoggedOut, onBuild }: ApiOptions): Call {
  return async (name, given = {} as never) => {
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
    const build = response.headers.get('answerback-build') ?? '';
    onBuild(build);
    if (response.status === 401) onLoggedOut();
    if (!response.ok) throw new Refused(response.status, errorIn(reply, response.status));
    const problem = await replyProblem(name, reply, build, response.status);
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
