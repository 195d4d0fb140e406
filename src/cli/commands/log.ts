// answerback log: who decided what, when, where, why, and whether it arrived.
import type { AskView } from '../../ask/schema/history.ts';
import { decisionLine } from '../../ask/summary.ts';
import { clockTime, headline, overruledWords, projectName, shortId } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { wrap } from '../../text/wrap.ts';
import { command } from '../app/command.ts';
import { filterFlags } from '../app/filters.ts';
import { askId, examples, json, optionalText } from '../app/parameters.ts';
import { filters, isFiltered, pages } from '../ask-query.ts';
import type { Context } from '../context.ts';
import { idNamed } from '../find-ask.ts';
import type { Output } from '../output.ts';
import { receiptMark, STATE_STYLE } from '../words.ts';
import type { ListFlags } from './list.ts';
import { why } from './why.ts';

const logCommand = command(log, {
  parameters: {
    flags: {
      json,
      by: optionalText('Only what this person, rule or agent decided', 'name'),
      why: { ...optionalText('How this ask was decided: its route, each step, reasons, the brief', 'id'), parse: askId },
      ...filterFlags,
    },
    aliases: { n: 'limit' },
  },
  docs: {
    fullDescription: examples('Latest decision first.', [
      'answerback log',
      'answerback log --project . --json',
      'answerback log --by claw',
      'answerback log --why k3f9',
    ]),
  },
});
export const commands = { log: logCommand };

async function log(
  this: Context,
  flags: Omit<ListFlags, 'all' | 'state' | 'jsonl' | 'format'> & { readonly why?: string; readonly by?: string },
): Promise<void> {
  if (flags.why !== undefined) return why(this, idNamed(this, flags.why), flags.json);
  const client = this.client();
  const { asks, more } = await pages((query) => client.call('GET /v1/log', { query }), { ...filters(flags), by: flags.by }, flags.limit);
  if (flags.json) return this.out.json(asks);
  if (asks.length === 0)
    return this.out.line(
      isFiltered(flags) || flags.by !== undefined ? 'No decision matches. `answerback log` shows all.' : 'No decisions yet.',
    );
  for (const view of asks) printEntry(this.out, view, this.now());
  if (more) this.err.line(this.err.style(`… and more: --limit ${flags.limit * 4}`, 'dim'));
}

function printEntry(out: Output, view: AskView, now: number): void {
  const { decision } = view;
  if (!decision) return;
  const who = `${printable(decision.by.name)} (${decision.by.kind === 'person' ? '' : `${decision.by.kind}, `}${printable(decision.by.surface)})`;
  out.line(
    `${out.style(clockTime(decision.at, now), 'dim')}  ${out.style(shortId(view.id), 'cyan')}  ${who}  ${out.style(`${projectName(view.project)} · ${printable(view.program)}`, 'dim')}  ${out.style(receiptMark(view), STATE_STYLE[view.state])}`,
  );
  const told = `${headline(view)} → ${printable(decisionLine(view, decision))}`;
  for (const line of wrap(told, out.columns - 4)) out.line(`    ${line}`);
  if (view.route) out.line(out.style(`    route ${printable(view.route.name)}: answerback log --why ${shortId(view.id)}`, 'dim'));
  if (decision.reason)
    for (const line of wrap(`why: ${printable(decision.reason)}`, out.columns - 4)) out.line(`    ${out.style(line, 'dim')}`);
  if (view.route?.category) out.line(out.style(`    category: ${view.route.category}`, 'dim'));
  if (view.route?.warning)
    for (const line of wrap(`⚠ ${printable(view.route.warning)}`, out.columns - 4)) out.line(`    ${out.style(line, 'yellow')}`);
  if (view.overruled) for (const line of wrap(overruledWords(view.overruled), out.columns - 4)) out.line(`    ${out.style(line, 'red')}`);
  for (const { what, intended, recorded } of view.receipt?.differences ?? []) {
    out.line(`    ${out.style(`${printable(what)}: intended ${printable(intended)}, recorded ${printable(recorded)}`, 'red')}`);
  }
}
