// answer --all, decline --all: the same decision for every open ask that matches, after a summary.

import type { Resolved } from '../../ask/answer.ts';
import { reachesOutside } from '../../ask/permission-marks.ts';
import type { Verdict } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { VerdictInput } from '../../ask/schema/input.ts';
import { decisionLine } from '../../ask/summary.ts';
import { resolveVerdict } from '../../ask/verdict.ts';
import { Refused } from '../../client/errors.ts';
import { headline, projectName, shortId } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { filters, pages } from '../ask-query.ts';
import { answererFrom, type Context, EXIT, UsageError } from '../context.ts';
import { reportDecision, whatBecame } from '../delivery.ts';
import { canType, typedLine } from '../input.ts';
import { printTable } from '../table.ts';
import type { AllFlags, SignFlags, Waits } from './decide.ts';

const MOST = 1_000;
const AT_A_TIME = 8;

type Planned = { readonly ask: AskView; readonly input: VerdictInput; readonly verdict: Verdict };

export async function decideAll(
  context: Context,
  flags: AllFlags & SignFlags & Waits,
  verdictFor: (ask: AskView) => Resolved<VerdictInput>,
): Promise<void> {
  const client = context.client();
  const by = answererFrom(flags.by, context.env);
  const { asks } = await pages((query) => client.call('GET /v1/asks', { query }), { ...filters(flags), state: ['open'] }, MOST);
  const { planned, left } = plan(asks, verdictFor);
  if (!flags.json) printPlan(context, planned, left);
  if (planned.length === 0)
    return flags.json ? context.out.json([]) : context.out.line('No open ask can be decided this way. Nothing was sent.');
  if (!flags.yes && (flags.json || !canType(context)))
    throw new UsageError(
      `${count(planned.length)} would be decided, and nobody can confirm it here`,
      'Nothing was sent. Add --yes to do it.',
    );
  if (!flags.yes && (await typedLine(context, `Type y to send ${planned.length === 1 ? 'it' : `all ${planned.length}`}: `)) !== 'y')
    return context.out.line('Nothing was sent.');
  const views: AskView[] = [];
  const one = async ({ ask, input }: Planned): Promise<void> => {
    try {
      const decided = await client.decide(ask.id, input, { by, reason: flags.reason, risk: flags.risk });
      const view = flags.noWait ? decided : await whatBecame(client, decided);
      views.push(view);
      if (!flags.json) reportDecision(context, false, view);
    } catch (error) {
      // Somebody else may have answered one of them meanwhile; the others are still to be decided.
      if (!(error instanceof Refused)) throw error;
      context.process.exitCode = EXIT.failed;
      context.err.line(`${context.err.style('answerback:', 'red', 'bold')} ${shortId(ask.id)}: ${printable(error.message)}`);
    }
  };
  for (let i = 0; i < planned.length; i += AT_A_TIME) await Promise.all(planned.slice(i, i + AT_A_TIME).map(one));
  if (flags.json) context.out.json(views);
}

function plan(asks: readonly AskView[], verdictFor: (ask: AskView) => Resolved<VerdictInput>) {
  const planned: Planned[] = [];
  const left: { readonly ask: AskView; readonly why: string }[] = [];
  for (const ask of asks) {
    const input = verdictFor(ask);
    const resolved = input.kind === 'ok' ? resolveVerdict(input.value, ask) : input;
    if (input.kind === 'ok' && resolved.kind === 'ok') planned.push({ ask, input: input.value, verdict: resolved.value });
    else if (resolved.kind === 'invalid') left.push({ ask, why: resolved.problems[0]?.message ?? '' });
  }
  return { planned, left };
}

function printPlan({ out }: Context, planned: readonly Planned[], left: readonly { readonly ask: AskView; readonly why: string }[]): void {
  const head = (ask: AskView) => [
    { text: shortId(ask.id), style: ['cyan'] as const },
    { text: projectName(ask.project) },
    { text: headline(ask), style: ['bold'] as const },
  ];
  const rows = planned.map(({ ask, verdict }) => [
    ...head(ask),
    { text: `→ ${printable(decisionLine(ask, verdict))}` },
    { text: reachesOutside(ask) ? 'outside the project' : '', style: ['yellow'] as const },
  ]);
  printTable(out, rows, { flexible: 2, most: [8, 18, undefined, 30, 40] });
  if (left.length > 0) out.line(`${count(left.length)} left open, because this does not answer ${left.length === 1 ? 'it' : 'them'}:`);
  printTable(
    out,
    left.map(({ ask, why }) => [...head(ask), { text: printable(why) }]),
    { flexible: 3, most: [8, 18, 40] },
  );
}

const count = (n: number): string => (n === 1 ? '1 ask' : `${n} asks`);
