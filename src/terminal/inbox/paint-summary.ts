// What is about to be sent for several asks, before it is sent.
import { decisionLine } from '../../ask/summary.ts';
import { factsOf } from '../../dialog/inbox/facts.ts';
import type { Inbox, Summary } from '../../dialog/inbox/state.ts';
import { printable } from '../../text/printable.ts';
import { cut } from '../../text/width.ts';
import { blank, cutLine, filledTo, type Line, line, type Size, span } from '../canvas.ts';
import { footer } from './paint-keys.ts';
import { dotted, type InboxPainting } from './rows.ts';

export function summaryPainting(inbox: Inbox, { asks, verdict }: Summary, { columns, rows }: Size): InboxPainting {
  const [first] = asks;
  const these = asks.length === 1 ? 'this ask' : `these ${asks.length} asks`;
  const said = first ? cut(printable(decisionLine(first, verdict)), Math.max(10, columns - 30)) : '';
  const heading = verdict.kind === 'decline' ? ` Decline ${these}?` : ` Send “${said}” to ${these}?`;
  const height = rows - 1;
  const room = Math.max(1, height - 4);
  const shown = asks.length > room ? asks.slice(0, room - 1) : asks;
  const more = asks.length - shown.length;
  const lines: Line[] = [
    blank,
    line(heading, 'bold'),
    blank,
    ...shown.map((view) => {
      const { headline, project, program, outside } = factsOf(view);
      return cutLine(
        [
          span('   '),
          span(headline),
          ...(outside ? [span(' · outside the project', 'warn')] : []),
          span(` · ${dotted(project, program)}`, 'dim'),
        ],
        columns,
      );
    }),
    ...(more > 0 ? [line(`   … and ${more} more`, 'dim')] : []),
  ];
  return { lines: [...filledTo(lines.slice(0, height), height), footer('summary', { inbox, more: false }, '', columns)], scroll: 0 };
}
