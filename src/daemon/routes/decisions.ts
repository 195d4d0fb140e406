// The routes that change an ask: decide, withdraw, deliver again, receipt.
import type { Broker, Decided } from '../../broker/broker.ts';
import type { Deliveries } from '../../broker/deliveries.ts';
import type { Prompts } from '../../broker/prompts.ts';
import type { ToolCalls } from '../../channels/tool-call/channel.ts';
import { correction } from '../../decide/correction.ts';
import { actorName } from '../../decide/settle.ts';
import { isPending } from '../../question/lifecycle.ts';
import { overLine } from '../../question/summary.ts';
import type { AskView } from '../../question/words.generated.ts';
import { invalid, onlyPeople, refusal } from '../errors.ts';
import type { In, Routes } from '../request.ts';
import { serve } from '../serve.ts';
import type { Found } from './found.ts';

type Parts = {
  readonly broker: Broker;
  readonly deliveries: Deliveries;
  readonly prompts: Prompts;
  readonly toolCalls: ToolCalls;
  readonly found: Found;
};

export function decisionRoutes(app: Routes, { broker, deliveries, prompts, toolCalls, found }: Parts): void {
  serve(app, 'POST /v1/asks/:id/decision', ({ c, params, body, reply }) =>
    found(c, params.id, async (view) => {
      const { by, key = crypto.randomUUID(), reason, risk } = body;
      const result = await broker.decide(view, body, { by, key, reason, risk });
      return result.kind === 'won' ? reply(result.view) : notDecided(c, result);
    }),
  );
  serve(app, 'POST /v1/asks/:id/withdraw', ({ c, params, body, reply }) =>
    found(c, params.id, async (view) => {
      const { reason, by } = body;
      if (by && by.kind !== 'person') return onlyPeople(c, `ask ${view.id} was not withdrawn`, by);
      const result = await broker.withdraw(view.id, reason, by ? actorName(by) : `agent:${view.program}`, isPending);
      const after = result.kind === 'unknown' ? view : result.view;
      // Withdrawing it again changes nothing.
      return after.state === 'withdrawn' ? reply(after) : taken(c, after);
    }),
  );
  serve(app, 'POST /v1/asks/:id/delivery', ({ c, params, reply }) =>
    found(c, params.id, async (view) => {
      const reason = deliveries.refusal(view);
      if (reason !== undefined)
        return refusal(
          c,
          'not-deliverable',
          `ask ${view.id} was not delivered again: ${reason}`,
          `\`answerback show ${view.id}\` shows its state.`,
        );
      deliveries.start(view.id);
      return reply(view);
    }),
  );
  serve(app, 'POST /v1/asks/:id/overrule', ({ c, params, body, reply }) =>
    found(c, params.id, async (view) => {
      const { by, message, key = crypto.randomUUID() } = body;
      if (by.kind !== 'person') return onlyPeople(c, `ask ${view.id} was not overruled`, by);
      const result = await broker.overrule(view.id, { by, message, key });
      const ask = result.kind === 'unknown' ? view : result.view;
      if (ask.overruled?.key !== key) return refusal(c, 'nothing-decided', notOverruled(ask), howToDecide(ask));
      if (!body.prompt) return reply({ ask });
      const sent = await prompts.send(ask.session, correction(ask, message), by, key);
      return reply({ ask, ...(sent.kind === 'queued' ? { prompt: sent.prompt } : { notSent: sent.reason }) });
    }),
  );
  serve(app, 'POST /v1/asks/:id/receipt', ({ c, params, body, reply }) =>
    found(c, params.id, async (view) => {
      const result = await toolCalls.received(view.id, body);
      const receipt = result.kind === 'unknown' ? undefined : result.view.receipt;
      if (receipt) return reply(receipt);
      const message = `ask ${view.id} is ${view.state}: there is no decision to confirm`;
      return refusal(c, 'nothing-decided', message, 'Wait for a result first.');
    }),
  );
}

export function notDecided(c: In, result: Exclude<Decided, { kind: 'won' }>): Response {
  switch (result.kind) {
    case 'taken':
      return taken(c, result.view);
    case 'refused':
      return refusal(
        c,
        'not-your-turn',
        `ask ${result.view.id} was not answered: ${result.reason}`,
        `\`answerback route explain ${result.view.id}\` says who decides it, and when. A person can always answer.`,
      );
    case 'undeliverable':
      return refusal(
        c,
        'not-deliverable',
        `ask ${result.view.id} was not decided, because this cannot be delivered: ${result.reason}`,
        "Nothing was sent. When the cause is gone, decide again, or answer at the agent's own keyboard.",
      );
    case 'invalid':
      return invalid(c, result.problems);
    case 'unknown':
      return refusal(c, 'unknown-ask', 'no such ask', '`answerback list` shows the open asks.');
  }
}

function notOverruled({ id, state, decision }: AskView): string {
  return `ask ${id} was not overruled: ${decision ? `its decision did not arrive, it is ${state}` : `it is ${state}, and nobody decided it`}`;
}

function howToDecide(view: AskView): string {
  return isPending(view) ? `Decide it: \`answerback answer ${view.id}\`.` : 'To tell its agent something, use `answerback send`.';
}

function taken(c: In, view: AskView): Response {
  return refusal(c, 'taken', overLine(view), `\`answerback show ${view.id}\` shows what was decided.`, {
    ask: view,
    by: view.decision?.by,
  });
}
