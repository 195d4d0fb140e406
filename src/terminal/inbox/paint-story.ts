// Everything about an ask that is over: what was asked, who decided what and why, how it was delivered, and what the agent recorded.

import type { AskView } from '../../ask/schema/history.ts';
import { answerLine, summarise } from '../../ask/summary.ts';
import { stateMark } from '../../dialog/inbox/facts.ts';
import type { Opened } from '../../dialog/inbox/state.ts';
import { ago, clockTime, overruledWords } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { blank, type Line, line, span } from '../canvas.ts';
import { detailLines, headLines } from './paint-about.ts';
import { dotted } from './rows.ts';
import { folded, paragraph } from './text.ts';

export function storyLines({ view, story }: Pick<Opened, 'view' | 'story'>, columns: number, now: number, rows?: number): Line[] {
  return [
    ...outcomeLines(view, columns, now),
    blank,
    ...answersLines(view, columns, rows),
    ...receiptLines(view, columns),
    ...deliveryLines(view, columns),
    blank,
    ...headLines(view, columns, now),
    ...detailLines(view.detail, columns, rows),
    ...(story ? eventLines(story, columns, now) : []),
  ];
}

function outcomeLines(view: AskView, columns: number, now: number): Line[] {
  const { sign, word, tone } = stateMark(view);
  const { decision, ending } = view;
  const verb = decision?.kind === 'redirect' ? 'redirected' : decision?.kind === 'decline' ? 'declined' : 'answered';
  const kind = decision && decision.by.kind !== 'person' ? `${decision.by.kind} ` : '';
  const who = decision
    ? `${verb} by ${kind}${printable(decision.by.name)} (${printable(decision.by.surface)}), ${ago(now - decision.at)}`
    : '';
  return [
    [span(`${sign} ${word}`, tone, 'bold'), ...(who === '' ? [] : [span(` · ${who}`)])],
    ...(ending === undefined ? [] : folded(`withdrawn: ${ending}`, columns)),
    ...(view.state === 'expired' ? [line('The deadline passed without an answer. The agent is told that it timed out.', 'dim')] : []),
    ...(decision?.reason ? folded(`why: ${decision.reason}`, columns) : []),
    ...(view.overruled ? folded(overruledWords(view.overruled), columns, 'bad') : []),
  ];
}

function answersLines(view: AskView, columns: number, rows?: number): Line[] {
  const { decision } = view;
  const summary = decision && summarise(view, decision);
  const asked = view.questions.flatMap((question, i) => {
    const answer = summary?.answers[i];
    const said = answer
      ? folded(answerLine(answer), columns - 2).map(
          (each, n): Line => [span(n === 0 ? '→ ' : '  ', 'good'), ...each.map((part) => ({ ...part, styles: ['good' as const] }))],
        )
      : [];
    const note =
      answer?.note === undefined ? [] : folded(`note: ${answer.note}`, columns - 2, 'dim').map((each): Line => [span('  '), ...each]);
    return [...paragraph(question.text, columns, rows, 'bold'), ...said, ...note];
  });
  const instead = summary && summary.outcome !== 'answers' ? folded(`→ ${summary.text}`, columns, 'warn') : [];
  return [...asked, ...instead];
}

function receiptLines(view: AskView, columns: number): Line[] {
  const { receipt } = view;
  if (!receipt) return [];
  const { sign, tone } = stateMark(view);
  const words = {
    verified: 'The agent recorded what was decided',
    mismatched: 'The agent recorded something else',
    unconfirmed: 'There is no record of what the agent received',
  }[receipt.verdict];
  const differences = receipt.differences.flatMap(({ what, intended, recorded }): Line[] => [
    ...folded(what, columns - 2, 'bold').map((each): Line => [span('  '), ...each]),
    ...folded(`decided:  ${intended}`, columns - 4, 'good').map((each): Line => [span('    '), ...each]),
    ...folded(`recorded: ${recorded}`, columns - 4, 'bad').map((each): Line => [span('    '), ...each]),
  ]);
  return [blank, [span(`${sign} ${words}`, tone), span(` (${printable(receipt.evidence)})`, 'dim')], ...differences];
}

function deliveryLines({ delivery }: AskView, columns: number): Line[] {
  if (!delivery) return [];
  const failures = delivery.failures.flatMap(({ way, reason }) => folded(`  ${way} failed: ${reason}`, columns, 'warn'));
  return [line(`${delivery.done ? 'delivered' : 'delivering'} by ${printable(delivery.way)}`, 'dim'), ...failures];
}

function eventLines(story: NonNullable<Opened['story']>, columns: number, now: number): Line[] {
  return [
    blank,
    line('what happened', 'accent'),
    ...story.flatMap(({ at, actor, what }) => folded(dotted(`${clockTime(at, now)}  ${what}`, actor), columns, 'dim')),
  ];
}
