// The sessions tab: which agents run where, and which of them are asking.

import type { AskView } from '../../ask/schema/history.ts';
import type { AgentSession } from '../../ask/schema/session.ts';
import { factsOf } from '../../dialog/inbox/facts.ts';
import { askingBySession, type Inbox, listedSessions } from '../../dialog/inbox/state.ts';
import { ago, projectName, shortId, span as spanOf } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { blank, type Line, line, span } from '../canvas.ts';
import { nothingMatches } from './paint-filter.ts';
import { dotted, emptyTab, type ListRow, type TabPainting, type TabSize, tabPainting } from './rows.ts';
import { folded } from './text.ts';

export function sessionsPainted(inbox: Inbox, size: TabSize, now: number): TabPainting {
  const sessions = listedSessions(inbox);
  if (sessions.length === 0) return emptyTab(emptyWords(inbox), size);
  const asking = askingBySession(inbox.asks);
  const asksOf = ({ id }: AgentSession) => asking.get(id) ?? [];
  return tabPainting(
    sessions,
    {
      selected: inbox.selected.sessions,
      row: (session) => sessionRow(session, asksOf(session), now),
      preview: (session, { columns }) => sessionLines(session, asksOf(session), columns, now),
    },
    size,
  );
}

export function sessionRow(session: AgentSession, asking: readonly AskView[], now: number): ListRow {
  const over = session.endedAt !== undefined;
  const [first, ...others] = asking;
  const where = dotted(printable(session.name ?? session.pane ?? session.terminal ?? ''), printable(session.machine ?? ''));
  return {
    head: [
      span(over ? '○ ' : '● ', over ? 'dim' : 'good'),
      span(projectName(session.project), ...(over ? (['dim'] as const) : (['accent'] as const))),
      span(` · ${dotted(printable(session.program), where)}`),
    ],
    corner: line(spanOf(now - (session.endedAt ?? session.seenAt)), 'dim'),
    foot: first
      ? [span(`  [ASKING: ${factsOf(first).headline}]`, 'warn'), ...(others.length > 0 ? [span(` +${others.length}`, 'warn')] : [])]
      : [span(`  ${over ? 'ended' : dotted('not asking', printable(session.project))}`, 'dim')],
  };
}

function sessionLines(session: AgentSession, asking: readonly AskView[], columns: number, now: number): Line[] {
  const rows: readonly (readonly [string, string])[] = [
    ['session', printable(session.id)],
    ['program', dotted(printable(session.program), printable(session.version ?? ''))],
    ['project', printable(session.project)],
    ['machine', printable(session.machine ?? '')],
    ['tmux', printable(session.name ?? '')],
    ['pane', printable(session.pane ?? '')],
    ['terminal', printable(session.terminal ?? '')],
    ['process', session.pid === undefined ? '' : String(session.pid)],
    ['started', ago(now - session.startedAt)],
    [session.endedAt === undefined ? 'last seen' : 'ended', ago(now - (session.endedAt ?? session.seenAt))],
  ];
  const told = rows.filter(([, value]) => value !== '').flatMap(([name, value]) => folded(`${name.padEnd(10)} ${value}`, columns));
  const asked = asking.flatMap((view): Line[] => [
    blank,
    [span(`[ASKING ${shortId(view.id)}]`, 'warn'), span(` ${ago(now - view.createdAt)}`, 'dim')],
    ...folded(factsOf(view).headline, columns, 'bold'),
  ]);
  return [
    [span(projectName(session.project), 'accent', 'bold'), span(` · ${printable(session.program)}`, 'bold')],
    blank,
    ...told,
    ...asked,
  ];
}

function emptyWords(inbox: Inbox): Line[] {
  const ended = inbox.sessions.length;
  if (!inbox.read.sessions) return [line('Loading …', 'dim')];
  if (inbox.sessions.some(({ endedAt }) => endedAt === undefined)) return nothingMatches(inbox, ended);
  return [
    line('No agents are running.', 'bold'),
    [],
    line('Agents appear here when they ask something, or when they start.', 'dim'),
    line('answerback setup --help  lists the agents that can be connected.', 'dim'),
    ...(ended > 0 ? [line(`e shows ${ended} ended ${ended === 1 ? 'session' : 'sessions'}.`, 'dim')] : []),
  ];
}
