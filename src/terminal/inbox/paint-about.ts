// One ask in words: where it comes from, what it asks, and what a person should know before answering.
import { undeliveredReason } from '../../ask/lifecycle.ts';
import { shownInput } from '../../ask/permission.ts';
import { markOf } from '../../ask/permission-marks.ts';
import type { Detail, Question } from '../../ask/schema/ask.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { Precedent } from '../../ask/schema/result.ts';
import { answerLine } from '../../ask/summary.ts';
import { factsOf, short } from '../../dialog/inbox/facts.ts';
import type { Context, Opened } from '../../dialog/inbox/state.ts';
import { ago, choosing, left, readOff, routeWords, shortId } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { pad, width } from '../../text/width.ts';
import { blank, type Line, line, type Size, span } from '../canvas.ts';
import { dotted } from './rows.ts';
import { folded, paragraph } from './text.ts';

const WIDEST_LABEL = 24;

/** As much as fits; the rest is shown when the ask is opened. */
export function askPreview(view: AskView, { columns, rows }: Size, now: number): Line[] {
  const lines = [
    ...headLines(view, columns, now),
    blank,
    ...questionsLines(view, columns, rows),
    ...detailLines(view.detail, columns, rows),
  ];
  return lines.length <= rows ? lines : [...lines.slice(0, rows - 1), line('… enter shows all of it', 'dim')];
}

/** Everything known about the ask that the dialog does not show: for the pane beside it, or a separate page. */
export function aboutLines({ view, context }: Opened, columns: number, now: number): Line[] {
  return [
    ...headLines(view, columns, now),
    ...(context ? contextLines(view, context, columns, now) : [blank, line('Looking for earlier answers …', 'dim')]),
  ];
}

export function headLines(view: AskView, columns: number, now: number): Line[] {
  const { project, program } = factsOf(view);
  const expires = view.deadline === undefined || view.state !== 'open' ? [] : [line(`expires in ${left(view.deadline - now)}`, 'warn')];
  return [
    [span(project, 'accent', 'bold'), span(` · ${program}`, 'bold')],
    ...folded(view.project, columns, 'dim'),
    line(dotted(`asked ${ago(now - view.createdAt)}`, `session ${short(view.session).slice(0, 18)}`, shortId(view.id)), 'dim'),
    ...expires,
    ...undeliveredLines(view, columns),
    ...(view.route && view.state === 'open' ? folded(`route ${view.route.name}: ${routeWords(view.route, now)}`, columns, 'accent') : []),
    ...(view.source === 'screen' ? folded(readOff(view), columns, 'dim') : []),
  ];
}

function undeliveredLines(view: AskView, columns: number): Line[] {
  const reason = undeliveredReason(view);
  if (reason === undefined) return [];
  const { decided, by } = factsOf(view);
  const id = shortId(view.id);
  return [
    ...folded(`UNDELIVERED: ${reason}`, columns, 'bad'),
    ...folded(`decided by ${by}: ${decided}`, columns, 'bad'),
    ...folded(`Answer again to replace it, or: answerback retry ${id}, answerback withdraw ${id}`, columns, 'dim'),
  ];
}

function questionsLines(view: AskView, columns: number, rows = Number.POSITIVE_INFINITY): Line[] {
  return view.questions.flatMap((question, index) => [
    ...(index > 0 ? [blank] : []),
    ...questionLines(view, question, index, columns, rows),
  ]);
}

function questionLines(view: AskView, question: Question, index: number, columns: number, rows: number): Line[] {
  const count = view.questions.length > 1 ? `${index + 1}/${view.questions.length} ` : '';
  const title: Line = [span(`${count}${printable(question.header ?? view.kind)}`, 'accent'), span(` · ${choosing(question)}`, 'dim')];
  const labels = question.options.map(({ label }) => printable(label));
  const room = Math.min(WIDEST_LABEL, Math.max(0, ...labels.map(width)));
  const options = question.options.slice(0, Math.min(rows, question.options.length)).flatMap((option, i): Line[] => {
    const marked = markOf(view, index, i + 1);
    const mark = question.multiSelect ? '[ ]' : '( )';
    const told = option.description === option.label ? '' : short(option.description ?? '');
    const label = told === '' || width(labels[i] ?? '') > room ? (labels[i] ?? '') : pad(labels[i] ?? '', room);
    const said: Line = [span(`${mark} `, 'dim'), span(label), ...(told === '' ? [] : [span(`  ${told}`, 'dim')])];
    return [said, ...(marked === undefined ? [] : folded(marked, columns - 4, 'warn').map((each) => [span('    '), ...each]))];
  });
  return [title, ...paragraph(question.text, columns, rows, 'bold'), ...options];
}

/** The command, the plan, or the agent's last message. */
export function detailLines(detail: Detail | undefined, columns: number, rows = Number.POSITIVE_INFINITY): Line[] {
  if (!detail) return [];
  const [title, text] =
    detail.kind === 'permission'
      ? [printable(detail.tool), shownInput(detail.input).text]
      : detail.kind === 'plan'
        ? ['the plan', detail.plan]
        : detail.kind === 'file'
          ? [printable(detail.name), detail.text]
          : ['last message', detail.lastMessage ?? ''];
  if (text === '') return [];
  return [blank, line(title, 'accent'), ...barred(paragraph(text, columns - 2, rows))];
}

function contextLines(view: AskView, { precedents, lastWords }: Context, columns: number, now: number): Line[] {
  const said =
    lastWords === undefined || view.detail?.kind === 'idle'
      ? []
      : [blank, line('the agent’s last message', 'accent'), ...barred(paragraph(lastWords, columns - 2))];
  const several = view.questions.length > 1;
  const before = precedents.flatMap((each) => precedentLines(each, view, several, columns, now));
  const none = view.kind === 'idle' ? [] : [blank, line('never asked before in this project', 'dim')];
  return [...said, ...(before.length > 0 ? [blank, line('answered before in this project', 'accent'), ...before] : none)];
}

function precedentLines(each: Precedent, view: AskView, several: boolean, columns: number, now: number): Line[] {
  const which = several ? `${printable(view.questions[each.question]?.header ?? `question ${each.question + 1}`)}: ` : '';
  const lines = folded(`${which}${precedentWords(each)}`, columns - 2);
  const told = dotted(
    `${printable(each.by.name)}${each.by.kind === 'person' ? '' : ' (auto-answer)'}, ${ago(now - each.at)}`,
    each.state,
    short(each.reason ?? ''),
  );
  return [...lines.map((text, i): Line => [span(i === 0 ? '→ ' : '  ', 'good'), ...text]), [span(`  ${told}`, 'dim')]];
}

export function precedentWords({ answer, outcome, message }: Precedent): string {
  if (answer) return short(answerLine(answer));
  return outcome === 'redirect' ? `redirected: ${short(message ?? '')}` : `declined${message ? `: ${short(message)}` : ''}`;
}

const barred = (lines: readonly Line[]): Line[] => lines.map((each) => [span('│ ', 'dim'), ...each]);
