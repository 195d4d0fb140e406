// The routes of what becomes of an ask: answered, redirected, declined, withdrawn, received.
import { z } from 'zod';
import type { Broker, Decided, Signature } from '../../broker/broker.ts';
import type { ToolCalls } from '../../channels/tool-call/channel.ts';
import { toolEcho } from '../../channels/tool-call/verify.ts';
import { actorName } from '../../decide/settle.ts';
import type { AskView } from '../../question/lifecycle.ts';
import { answerer, answersInput } from '../../question/schema.ts';
import { overLine } from '../../question/summary.ts';
import { invalid, onlyPeople, refusal } from '../errors.ts';
import { type In, parsed, type Routes, signed } from '../request.ts';
import type { Found } from './found.ts';

type Parts = { readonly broker: Broker; readonly toolCalls: ToolCalls; readonly found: Found };

export function decisionRoutes(app: Routes, { broker, toolCalls, found }: Parts): void {
  app.post('/v1/asks/:id/answer', (c) =>
    found(c, async (view) => {
      const body = await parsed(c, signed.extend({ answers: answersInput }));
      return body instanceof Response ? body : decided(c, await broker.answer(view, body.answers, signature(body)));
    }),
  );
  app.post('/v1/asks/:id/redirect', (c) =>
    found(c, async (view) => {
      const body = await parsed(c, signed.extend({ message: z.string() }));
      return body instanceof Response ? body : decided(c, await broker.redirect(view, body.message, signature(body)));
    }),
  );
  app.post('/v1/asks/:id/decline', (c) =>
    found(c, async (view) => {
      const body = await parsed(c, signed.extend({ message: z.string().optional() }));
      return body instanceof Response ? body : decided(c, await broker.decline(view, body.message, signature(body)));
    }),
  );
  app.post('/v1/asks/:id/withdraw', (c) =>
    found(c, async (view) => {
      const body = await parsed(c, z.object({ reason: z.string().min(1).max(1000), by: answerer.optional() }));
      if (body instanceof Response) return body;
      const { reason, by } = body;
      if (by && by.kind !== 'person') return onlyPeople(c, `ask ${view.id} was not withdrawn`, by);
      const result = await broker.withdraw(view.id, reason, by ? actorName(by) : `agent:${view.program}`);
      const after = result.kind === 'unknown' ? view : result.view;
      // Said twice, it is withdrawn once.
      return after.state === 'withdrawn' ? c.json(after) : taken(c, after);
    }),
  );
  app.post('/v1/asks/:id/receipt', (c) =>
    found(c, async (view) => {
      const body = await parsed(c, toolEcho);
      if (body instanceof Response) return body;
      const result = await toolCalls.received(view.id, body);
      const receipt = result.kind === 'unknown' ? undefined : result.view.receipt;
      if (receipt) return c.json(receipt);
      return refusal(
        c,
        409,
        'nothing-decided',
        `ask ${view.id} is ${view.state}: there is no decision to confirm`,
        'Wait for a result first.',
      );
    }),
  );
}

function signature({ by, key, reason }: z.output<typeof signed>): Signature {
  return { by, key: key ?? crypto.randomUUID(), reason };
}

export function decided(c: In, result: Decided): Response {
  switch (result.kind) {
    case 'won':
      return c.json(result.view);
    case 'taken':
      return taken(c, result.view);
    case 'refused':
      return refusal(
        c,
        403,
        'not-appointed',
        `ask ${result.view.id} was not answered: ${result.reason}`,
        `\`answerback route explain ${result.view.id}\` says who decides it, and when. A person can always answer.`,
      );
    case 'invalid':
      return invalid(c, result.problems);
    case 'unknown':
      return refusal(c, 404, 'unknown-ask', 'no such ask', '`answerback list` shows the open asks.');
  }
}

function taken(c: In, view: AskView): Response {
  return refusal(c, 409, 'taken', overLine(view), `\`answerback show ${view.id}\` shows what was decided.`, {
    ask: view,
    by: view.decision?.by,
  });
}
