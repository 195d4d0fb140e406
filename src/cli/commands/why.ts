// answerback log --why: how an ask was decided: its route, each step, who said what and why, and the brief as it was sent.

import type { AskView, JournalEvent } from '../../ask/schema/history.ts';
import type { Consideration } from '../../ask/schema/route.ts';
import { decisionLine } from '../../ask/summary.ts';
import { clockTime, headline, overruledWords, routeWords, shortId, toldWords } from '../../dialog/words/words.ts';
import { printable, printableLines } from '../../text/printable.ts';
import { wrap } from '../../text/wrap.ts';
import type { Context } from '../context.ts';
import type { Output, Style } from '../output.ts';
import { receiptMark, STATE_STYLE } from '../words.ts';

type Step = Consideration & { readonly at: number };

export async function why(context: Context, id: string, json: boolean): Promise<void> {
  const client = context.client();
  const view = await client.call('GET /v1/asks/:id', { params: { id } });
  const steps = stepsOf((await client.call('GET /v1/asks/:id/events', { params: { id: view.id } })).events);
  const { out } = context;
  if (json)
    return out.json({
      id: view.id,
      state: view.state,
      route: view.route,
      decision: view.decision,
      overruled: view.overruled,
      told: view.told,
      considered: steps,
    });
  out.line(`${out.style(shortId(view.id), 'cyan')}  ${out.style(headline(view), 'bold')}`);
  if (steps.length === 0) out.line('Auto-answer was not used: people decide.');
  else out.line(`route ${out.style(printable(steps[0]?.route ?? ''), 'bold')}`);
  for (const step of steps) printStep(out, step, context.now());
  printEnd(context, view);
}

function stepsOf(events: readonly JournalEvent[]): Step[] {
  return events.flatMap(({ at, happening }) => {
    if (happening.kind !== 'considered') return [];
    const { kind: _, ...step } = happening;
    return [{ at, ...step }];
  });
}

const STYLES: Readonly<Record<Consideration['outcome'], Style>> = {
  asked: 'blue',
  'sent-back': 'yellow',
  woken: 'blue',
  passed: 'yellow',
  failed: 'red',
  'timed-out': 'yellow',
  skipped: 'dim',
  held: 'yellow',
  answered: 'green',
};

function printStep(out: Output, step: Step, now: number): void {
  const { answerer, outcome, confidence, category, effort, durationMs, until, brief, reason, risk, proposed, review, warning } = step;
  const who = answerer.kind === 'people' ? 'people' : `${answerer.kind} ${printable(answerer.name)}`;
  const tokens =
    effort?.inputTokens === undefined && effort?.outputTokens === undefined
      ? undefined
      : `${effort.inputTokens ?? '?'} + ${effort.outputTokens ?? '?'} tokens`;
  const facts = [
    ...(until === undefined ? [] : [`until ${clockTime(until, now)}`]),
    ...(risk === undefined ? [] : [`risk ${risk}`]),
    ...(confidence === undefined ? [] : [`confidence ${confidence}`]),
    ...(category === undefined ? [] : [`category ${category}`]),
    ...(effort === undefined || effort.via === 'rule' ? [] : [`by ${printable(effort.via)}`]),
    ...(effort?.model === undefined ? [] : [printable(effort.model)]),
    ...(tokens === undefined ? [] : [tokens]),
    ...(durationMs === undefined ? [] : [`${durationMs} ms`]),
  ];
  out.line();
  out.line(
    `${out.style(clockTime(step.at, now), 'dim')}  ${step.step + 1}. ${who}  ${out.style(outcome, STYLES[outcome])}${facts.length > 0 ? out.style(`  (${facts.join(', ')})`, 'dim') : ''}`,
  );
  if (proposed) block(out, `it would answer: ${proposed}`);
  if (reason) block(out, `why: ${reason}`);
  if (review) block(out, `reviewed by ${review.by}: ${review.outcome}, ${review.reason}`);
  if (warning) block(out, `⚠ ${warning}`, 'yellow');
  if (effort?.note) block(out, `note: ${effort.note}`);
  if (effort?.said && outcome !== 'asked') block(out, `it said: ${effort.said.trim()}`, 'dim');
  if (brief) sent(out, outcome === 'sent-back' ? 'what it was told:' : 'the brief, as it was sent:', brief);
  if (review?.brief) sent(out, "the reviewer's brief, as it was sent:", review.brief);
}

function sent(out: Output, title: string, brief: string): void {
  out.line(out.style(`    ${title}`, 'dim'));
  block(out, brief.trimEnd(), 'dim', '    │ ');
}

function printEnd({ out, now }: Context, view: AskView): void {
  out.line();
  const { decision, overruled, told } = view;
  if (!decision) return out.line(`${view.state}: ${view.route ? routeWords(view.route, now()) : 'nobody has decided yet'}`);
  out.line(
    `${out.style('→', 'dim')} ${out.style(printable(decisionLine(view, decision)), 'bold')}  by ${printable(decision.by.name)} (${decision.by.kind}, ${printable(decision.by.surface)})  ${out.style(receiptMark(view), STATE_STYLE[view.state])}`,
  );
  if (overruled) out.line(out.style(`  ${overruledWords(overruled)}`, 'red'));
  if (told) out.line(`  ${printable(told.to)} ${toldWords(told)}`);
}

function block(out: Output, text: string, style?: Style, margin = '    '): void {
  for (const line of printableLines(text))
    for (const part of wrap(line, out.columns - margin.length)) out.line(`${margin}${style ? out.style(part, style) : part}`);
}
