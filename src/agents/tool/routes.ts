// The HTTP routes of our own tool: an ask is made, its result is fetched, and the asker says what it received.

import { z } from 'zod';
import { receipt } from '../../ask/schema/decision.ts';
import { askView } from '../../ask/schema/history.ts';
import { toolCall, toolEcho } from '../../ask/schema/input.ts';
import { named } from '../../ask/schema/named.ts';
import { toolResult } from '../../ask/schema/result.ts';
import { LONGEST_WAIT_MS } from '../../contract/limits.ts';
import { atMost, flag } from '../../contract/parameters.ts';
import { invalid, refusal } from '../../http/errors.ts';
import { routesWith } from '../../http/route.ts';
import type { ToolContext } from './channel.ts';

const route = routesWith<ToolContext>();

export const toolRoutes = [
  route('POST /v1/asks', {
    summary: 'put an ask into the inbox',
    body: toolCall,
    replies: { 201: askView, 200: askView },
    handle: async ({ c, body, reply }, { toolCalls }) => {
      const asked = await toolCalls.ask(body, c.env.incoming.socket);
      if (asked.kind === 'invalid') return invalid(c, asked.problems);
      return reply(asked.view, asked.kind === 'opened' ? 201 : 200);
    },
  }),
  route('GET /v1/asks/:id/result', {
    summary: 'wait for the result of an ask',
    query: z.object({
      wait: atMost(LONGEST_WAIT_MS, 0).describe(
        `how many milliseconds to wait for it; more than ${LONGEST_WAIT_MS} is taken as ${LONGEST_WAIT_MS}`,
      ),
      caller: z.string().min(1).max(200).optional().describe('the `caller` of [POST /v1/asks](#post-v1asks), if it has one'),
      last: flag.describe('the caller waits no longer after this request; otherwise it comes back if the ask is still open'),
    }),
    replies: { 200: toolResult, 202: named('StillOpen', z.object({ id: z.string(), outcome: z.literal('open') })) },
    errors: ['unknown-ask', 'ambiguous-id'],
    handle: ({ c, params, query, reply }, { toolCalls, found }) =>
      found(c, params.id, async (view) => {
        const { socket: connection } = c.env.incoming;
        const caller = query.caller === undefined ? undefined : { name: query.caller, last: query.last, connection };
        const result = await toolCalls.result(view.id, query.wait, c.req.raw.signal, caller);
        return result ? reply(result) : reply({ id: view.id, outcome: 'open' }, 202);
      }),
  }),
];

/** Listed after the decisions, as in docs/PROTOCOL.md. */
export const receiptRoutes = [
  route('POST /v1/asks/:id/receipt', {
    summary: 'say what the asker received',
    body: toolEcho,
    replies: { 200: receipt },
    errors: ['unknown-ask', 'ambiguous-id', 'nothing-decided'],
    handle: ({ c, params, body, reply }, { toolCalls, found }) =>
      found(c, params.id, async (view) => {
        const result = await toolCalls.received(view.id, body);
        const receipt = result.kind === 'unknown' ? undefined : result.view.receipt;
        if (receipt) return reply(receipt);
        if (view.source !== 'tool')
          return refusal(c, 'nothing-decided', `ask ${view.id} is for its agent to confirm`, `Its channel (${view.program}) does that.`);
        const message = `ask ${view.id} is ${view.state}: there is no decision to confirm`;
        return refusal(c, 'nothing-decided', message, 'Wait for a result first.');
      }),
  }),
];
