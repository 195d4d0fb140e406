// One ask in full, as `show` prints it.
import { isOpen, isPending } from '../ask/lifecycle.ts';
import { shownInput } from '../ask/permission.ts';
import { markOf } from '../ask/permission-marks.ts';
import type { Question } from '../ask/schema/ask.ts';
import type { AskView, JournalEvent } from '../ask/schema/history.ts';
import { isSecret } from '../ask/sealed.ts';
import { askerOf, summarise } from '../ask/summary.ts';
import { onlyAt } from '../ask/verdict.ts';
import { ago, choosing, left, overruledWords, projectName, readOff, routeWords, shortId } from '../dialog/words/words.ts';
import { printable, printableLines } from '../text/printable.ts';
import { pad, width } from '../text/width.ts';
import { wrap } from '../text/wrap.ts';
import { nextSteps } from './delivery.ts';
import type { Output } from './output.ts';
import { receiptMark, STATE_STYLE, stateWord } from './words.ts';

const WIDEST_LABEL = 28;

export function printCard(out: Output, view: AskView, now: number): void {
  printHead(out, view, now);
  printDetail(out, view);
  for (const [i, question] of view.questions.entries()) printQuestion(out, view, question, i);
  if (view.decision) printDecision(out, view, now);
  if (isPending(view)) printWaysToAnswer(out, view);
}

/** What the agent sent, for an ask that we could not read. */
export function printRaw(out: Output, events: readonly JournalEvent[]): void {
  const asked = events.map(({ happening }) => happening).find((happening) => happening.kind === 'asked');
  if (asked?.raw === undefined) return;
  out.line();
  out.line(out.style('what the agent sent:', 'dim'));
  for (const line of printableLines(JSON.stringify(asked.raw, null, 2)))
    for (const part of wrap(line, out.columns - 4)) out.line(`  ${out.style('│', 'dim')} ${part}`);
}

function printHead(out: Output, view: AskView, now: number): void {
  const state = out.style(stateWord(view), STATE_STYLE[view.state], 'bold');
  out.line(
    `${out.style(view.id, 'cyan')}  ${view.kind}  ${state}  ${out.style(`${printable(askerOf(view))} in ${projectName(view.project)}, asked ${ago(now - view.createdAt)}`, 'dim')}`,
  );
  if (view.deadline !== undefined && isOpen(view)) out.line(out.style(`expires in ${left(view.deadline - now)}`, 'yellow'));
  if (view.source === 'screen') out.line(out.style(readOff(view), 'dim'));
  if (view.route && isOpen(view)) out.line(out.style(`route ${printable(view.route.name)}: ${routeWords(view.route, now)}`, 'blue'));
  if (view.ending !== undefined) out.line(`withdrawn: ${printable(view.ending)}`);
}

function printDetail(out: Output, { detail }: AskView): void {
  if (!detail) return;
  const text =
    detail.kind === 'permission'
      ? `${detail.tool}\n${shownInput(detail.input).text}`
      : detail.kind === 'plan'
        ? detail.plan
        : detail.kind === 'file'
          ? `${detail.name}\n${detail.text}`
          : (detail.lastMessage ?? '');
  out.line();
  for (const line of printableLines(text)) for (const part of wrap(line, out.columns - 4)) out.line(`  ${out.style('│', 'dim')} ${part}`);
}

function printQuestion(out: Output, view: AskView, question: Question, index: number): void {
  const count = view.questions.length > 1 ? `${index + 1}/${view.questions.length} ` : '';
  const header = question.header ? `${out.style(printable(question.header), 'bold', 'cyan')}  ` : '';
  out.line();
  out.line(`${count}${header}${out.style(choosing(question), 'dim')}`);
  for (const line of printableLines(question.text)) for (const part of wrap(line, out.columns)) out.line(out.style(part, 'bold'));

  const labels = question.options.map((o) => printable(o.label));
  const labelWidth = Math.min(WIDEST_LABEL, Math.max(0, ...labels.map(width)));
  const prefilled = view.prefilled?.[index];
  question.options.forEach((option, i) => {
    const suggested = prefilled?.kind === 'chosen' && prefilled.chosen.includes(i + 1);
    const box = question.multiSelect ? (suggested ? '[x] ' : '[ ] ') : prefilled?.kind === 'chosen' ? (suggested ? '(•) ' : '( ) ') : '';
    const number = `  ${String(i + 1).padStart(2)}. `;
    const label = labels[i] as string;
    const described = option.description !== undefined && option.description !== option.label && option.description !== '';
    const left = `${number}${box}${described && width(label) <= labelWidth ? pad(label, labelWidth) : label}`;
    const lines = described
      ? printableLines(option.description as string).flatMap((l) => wrap(l, Math.max(20, out.columns - width(left) - 2)))
      : [];
    out.line(`${left}${lines[0] ? `  ${out.style(lines[0], 'dim')}` : ''}`);
    for (const line of lines.slice(1)) out.line(`${' '.repeat(width(left))}  ${out.style(line, 'dim')}`);
    const mark = markOf(view, index, i + 1);
    if (mark) out.line(`      ${out.style(mark, 'yellow')}`);
  });
  if (prefilled?.kind === 'words') out.line(`      suggested: ${printable(prefilled.words)}`);
}

function printDecision(out: Output, view: AskView, now: number): void {
  const { decision } = view;
  if (!decision) return;
  out.line();
  for (const line of printableLines(summarise(view, decision).text))
    for (const part of wrap(line, out.columns)) out.line(out.style(part, 'green'));
  out.line(
    out.style(
      `by ${printable(decision.by.name)} (${decision.by.kind}, ${printable(decision.by.surface)}), ${ago(now - decision.at)}`,
      'dim',
    ),
  );
  if (decision.reason) out.line(`why: ${printable(decision.reason)}`);
  if (view.route?.category) out.line(`category: ${view.route.category}`);
  if (view.overruled) for (const line of wrap(overruledWords(view.overruled), out.columns)) out.line(out.style(line, 'red'));
  out.line(`${out.style(receiptMark(view), STATE_STYLE[view.state])}${view.delivery ? out.style(`  by ${view.delivery.way}`, 'dim') : ''}`);
  for (const { what, intended, recorded } of view.receipt?.differences ?? []) {
    out.line(out.style(`  ${printable(what)}: intended ${printable(intended)}, recorded ${printable(recorded)}`, 'red'));
  }
  for (const { way, reason } of view.delivery?.failures ?? []) out.line(out.style(`  ${way} failed: ${printable(reason)}`, 'yellow'));
}

function printWaysToAnswer(out: Output, view: AskView): void {
  const place = onlyAt(view);
  if (place !== undefined) return out.line(`\n${out.style('answer it in its pane', 'dim')}  ${printable(place)}`);
  const id = shortId(view.id);
  const isOne = view.questions.length === 1;
  const choices = view.questions
    .map((q) => (q.options.length === 0 ? (isOne ? '' : ' other') : q.multiSelect && q.options.length > 1 ? ' 1,2' : ' 1'))
    .join('');
  const words = view.questions.some((q) => q.options.length === 0) ? ' -m "…"' : '';
  out.line();
  if (isSecret(view)) {
    out.line(`${out.style('answer', 'dim')}    answerback answer ${id}   in the dialog, or … | answerback answer ${id} -m -`);
    return;
  }
  out.line(`${out.style('answer', 'dim')}    answerback answer ${id}${choices}${words}`);
  if (words === '')
    out.line(
      `${out.style('own words', 'dim')} answerback answer ${id}${isOne ? '' : view.questions.map((_, i) => (i === 0 ? ' other' : ' -')).join('')} -m "…"`,
    );
  if (!isOpen(view))
    for (const line of nextSteps(id).filter((each) => !each.includes(' answer '))) out.line(`${out.style('or', 'dim')}        ${line}`);
  out.line(`${out.style('or', 'dim')}        answerback redirect ${id} "the question is wrong, because …"`);
}
