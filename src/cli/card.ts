// One ask in full, as `show` prints it.
import { isOpen, isPending } from '../ask/lifecycle.ts';
import { shownInput } from '../ask/permission.ts';
import { markOf } from '../ask/permission-marks.ts';
import type { Question } from '../ask/schema/ask.ts';
import type { AskView, JournalEvent } from '../ask/schema/history.ts';
import { isSecret } from '../ask/sealed.ts';
import { summarise } from '../ask/summary.ts';
import { onlyAt } from '../ask/verdict.ts';
import { ago, choosing, left, overruledWords, projectName, readOff, routeWords, shortId } from '../dialog/words/words.ts';
import { printable, printableLines } from '../text/printable.ts';
import { pad, width } from '../text/width.ts';
import { wrap } from '../text/wrap.ts';
import { nextSteps } from './delivery.ts';
import type { Paper } from './paper.ts';
import { receiptMark, STATE_INK, stateWord } from './words.ts';

const WIDEST_LABEL = 28;

export function printCard(paper: Paper, view: AskView, now: number): void {
  printHead(paper, view, now);
  printDetail(paper, view);
  for (const [i, question] of view.questions.entries()) printQuestion(paper, view, question, i);
  if (view.decision) printDecision(paper, view, now);
  if (isPending(view)) printWaysToAnswer(paper, view);
}

/** What the agent sent, for an ask that we could not read. */
export function printRaw(paper: Paper, events: readonly JournalEvent[]): void {
  const asked = events.map(({ happening }) => happening).find((happening) => happening.kind === 'asked');
  if (asked?.raw === undefined) return;
  paper.line();
  paper.line(paper.ink('what the agent sent:', 'dim'));
  for (const line of printableLines(JSON.stringify(asked.raw, null, 2)))
    for (const part of wrap(line, paper.columns - 4)) paper.line(`  ${paper.ink('│', 'dim')} ${part}`);
}

function printHead(paper: Paper, view: AskView, now: number): void {
  const state = paper.ink(stateWord(view), STATE_INK[view.state], 'bold');
  paper.line(
    `${paper.ink(view.id, 'cyan')}  ${view.kind}  ${state}  ${paper.ink(`${printable(view.agent ? `${view.program} (${view.agent})` : view.program)} in ${projectName(view.project)}, asked ${ago(now - view.createdAt)}`, 'dim')}`,
  );
  if (view.deadline !== undefined && isOpen(view)) paper.line(paper.ink(`expires in ${left(view.deadline - now)}`, 'yellow'));
  if (view.source === 'screen') paper.line(paper.ink(readOff(view), 'dim'));
  if (view.route && isOpen(view)) paper.line(paper.ink(`route ${printable(view.route.name)}: ${routeWords(view.route, now)}`, 'blue'));
  if (view.ending !== undefined) paper.line(`withdrawn: ${printable(view.ending)}`);
}

function printDetail(paper: Paper, { detail }: AskView): void {
  if (!detail) return;
  const text =
    detail.kind === 'permission'
      ? `${detail.tool}\n${shownInput(detail.input).text}`
      : detail.kind === 'plan'
        ? detail.plan
        : detail.kind === 'file'
          ? `${detail.name}\n${detail.text}`
          : (detail.lastMessage ?? '');
  paper.line();
  for (const line of printableLines(text))
    for (const part of wrap(line, paper.columns - 4)) paper.line(`  ${paper.ink('│', 'dim')} ${part}`);
}

function printQuestion(paper: Paper, view: AskView, question: Question, index: number): void {
  const count = view.questions.length > 1 ? `${index + 1}/${view.questions.length} ` : '';
  const header = question.header ? `${paper.ink(printable(question.header), 'bold', 'cyan')}  ` : '';
  paper.line();
  paper.line(`${count}${header}${paper.ink(choosing(question), 'dim')}`);
  for (const line of printableLines(question.text)) for (const part of wrap(line, paper.columns)) paper.line(paper.ink(part, 'bold'));

  const labels = question.options.map((o) => printable(o.label));
  const room = Math.min(WIDEST_LABEL, Math.max(0, ...labels.map(width)));
  const prefilled = view.prefilled?.[index];
  question.options.forEach((option, i) => {
    const suggested = prefilled?.kind === 'chosen' && prefilled.chosen.includes(i + 1);
    const box = question.multiSelect ? (suggested ? '[x] ' : '[ ] ') : prefilled?.kind === 'chosen' ? (suggested ? '(•) ' : '( ) ') : '';
    const number = `  ${String(i + 1).padStart(2)}. `;
    const label = labels[i] as string;
    const described = option.description !== undefined && option.description !== option.label && option.description !== '';
    const left = `${number}${box}${described && width(label) <= room ? pad(label, room) : label}`;
    const lines = described
      ? printableLines(option.description as string).flatMap((l) => wrap(l, Math.max(20, paper.columns - width(left) - 2)))
      : [];
    paper.line(`${left}${lines[0] ? `  ${paper.ink(lines[0], 'dim')}` : ''}`);
    for (const line of lines.slice(1)) paper.line(`${' '.repeat(width(left))}  ${paper.ink(line, 'dim')}`);
    const mark = markOf(view, index, i + 1);
    if (mark) paper.line(`      ${paper.ink(mark, 'yellow')}`);
  });
  if (prefilled?.kind === 'words') paper.line(`      suggested: ${printable(prefilled.words)}`);
}

function printDecision(paper: Paper, view: AskView, now: number): void {
  const { decision } = view;
  if (!decision) return;
  paper.line();
  for (const line of printableLines(summarise(view, decision).text))
    for (const part of wrap(line, paper.columns)) paper.line(paper.ink(part, 'green'));
  paper.line(
    paper.ink(
      `by ${printable(decision.by.name)} (${decision.by.kind}, ${printable(decision.by.surface)}), ${ago(now - decision.at)}`,
      'dim',
    ),
  );
  if (decision.reason) paper.line(`why: ${printable(decision.reason)}`);
  if (view.route?.category) paper.line(`category: ${view.route.category}`);
  if (view.overruled) for (const line of wrap(overruledWords(view.overruled), paper.columns)) paper.line(paper.ink(line, 'red'));
  paper.line(`${paper.ink(receiptMark(view), STATE_INK[view.state])}${view.delivery ? paper.ink(`  by ${view.delivery.way}`, 'dim') : ''}`);
  for (const { what, intended, recorded } of view.receipt?.differences ?? []) {
    paper.line(paper.ink(`  ${printable(what)}: intended ${printable(intended)}, recorded ${printable(recorded)}`, 'red'));
  }
  for (const { way, reason } of view.delivery?.failures ?? []) paper.line(paper.ink(`  ${way} failed: ${printable(reason)}`, 'yellow'));
}

function printWaysToAnswer(paper: Paper, view: AskView): void {
  const place = onlyAt(view);
  if (place !== undefined) return paper.line(`\n${paper.ink('answer it in its pane', 'dim')}  ${printable(place)}`);
  const id = shortId(view.id);
  const isOne = view.questions.length === 1;
  const choices = view.questions
    .map((q) => (q.options.length === 0 ? (isOne ? '' : ' other') : q.multiSelect && q.options.length > 1 ? ' 1,2' : ' 1'))
    .join('');
  const words = view.questions.some((q) => q.options.length === 0) ? ' -m "…"' : '';
  paper.line();
  if (isSecret(view)) {
    paper.line(`${paper.ink('answer', 'dim')}    answerback answer ${id}   in the dialog, or … | answerback answer ${id} -m -`);
    return;
  }
  paper.line(`${paper.ink('answer', 'dim')}    answerback answer ${id}${choices}${words}`);
  if (words === '')
    paper.line(
      `${paper.ink('own words', 'dim')} answerback answer ${id}${isOne ? '' : view.questions.map((_, i) => (i === 0 ? ' other' : ' -')).join('')} -m "…"`,
    );
  if (!isOpen(view))
    for (const line of nextSteps(id).filter((each) => !each.includes(' answer '))) paper.line(`${paper.ink('or', 'dim')}        ${line}`);
  paper.line(`${paper.ink('or', 'dim')}        answerback redirect ${id} "the question is wrong, because …"`);
}
