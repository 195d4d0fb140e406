// MCP over HTTP: /mcp for agents that ask, /mcp/answers for agents that answer. The protocol is not ours, so it is not part of the contract.

import { refusal } from '../../http/errors.ts';
import type { Routes } from '../../http/request.ts';
import type { AppOptions } from '../app.ts';

const ASK = '/mcp';
const ANSWER = '/mcp/answers';

export const isMcp = (path: string): boolean => path === ASK || path === ANSWER;

export function mcpRoutes(app: Routes, { mcp, tokenFor }: Pick<AppOptions, 'mcp' | 'tokenFor'>): void {
  app.all(ASK, async (c) => (await mcp('ask', app)).fetch(c.req.raw));
  app.all(ANSWER, async (c) => {
    if (tokenFor(ANSWER) === undefined)
      return refusal(c, 'no-such-route', 'agents may not answer over MCP here', 'Allow it with: answerback mcp --answers --url');
    return (await mcp('answer', app)).fetch(c.req.raw);
  });
}

/** Which token file is for which of these routes. */
export const tokenName = (path: string): 'askToken' | 'answerToken' | undefined =>
  path === ASK ? 'askToken' : path === ANSWER ? 'answerToken' : undefined;
