// The tab of open asks, the newest first.
import { undeliveredReason } from '../../ask/lifecycle.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { factsOf, short } from '../../dialog/inbox/facts.ts';
import { groupOf, type Inbox, listedAsks } from '../../dialog/inbox/state.ts';
import { left, projectName, routeWords, shortId, span as spanOf } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { type Line, line, span } from '../canvas.ts';
import { askPreview } from './paint-about.ts';
import { nothingMatches } from './paint-filter.ts';
import { dotted, emptyTab, type ListRow, type TabPainting, type TabSize, tabPainting } from './rows.ts';

export function asksPainted(inbox: Inbox, size: TabSize, now: number): TabPainting {
  const asks = listedAsks(inbox);
  if (asks.length === 0) return emptyTab(inbox.asks.length > 0 ? nothingMatches(inbox, inbox.asks.length) : emptyWords(inbox), size);
  const selected = inbox.selected.asks;
  return tabPainting(
    asks,
    { selected, row: (view) => askRow(view, inbox, now), heading: headingIn(inbox), preview: (view, pane) => askPreview(view, pane, now) },
    size,
  );
}

function headingIn({ order, sessions }: Inbox): ((view: AskView, before: AskView | undefined) => Line | undefined) | undefined {
  if (order !== 'project' && order !== 'session') return undefined;
  return (view, before) => {
    if (before && groupOf(order, before) === groupOf(order, view)) return undefined;
    const session = order === 'session' ? sessions.find(({ id }) => id === view.session) : undefined;
    const name = order === 'session' ? printable(session?.name ?? shortId(view.session)) : '';
    return [span(' ─ ', 'dim'), span(dotted(projectName(view.project), name), 'accent', 'bold'), span(' ─', 'dim')];
  };
}

function askRow(view: AskView, { drafts, marked }: Inbox, now: number): ListRow {
  const { headline, project, program, outside } = factsOf(view);
  const undelivered = undeliveredReason(view);
  const soon = view.deadline === undefined ? '' : `expires in ${left(view.deadline - now)}`;
  return {
    head: [...(marked.has(view.id) ? [span('✓ ', 'good')] : []), span(headline)],
    corner: line(spanOf(now - view.createdAt), 'dim'),
    foot: [
      span(project, 'accent'),
      ...(undelivered === undefined ? [] : [span(` · UNDELIVERED: ${short(undelivered)}`, 'bad')]),
      // Marks and deadlines come first, because the end of the line may be cut off.
      ...(drafts.has(view.id) ? [span(' · draft', 'good')] : []),
      ...(outside ? [span(' · outside the project', 'warn')] : []),
      ...(soon ? [span(` · ${soon}`, 'warn')] : []),
      ...(isWalked(view) ? [span(` · ${routeWords(view.route, now)}`, 'accent')] : []),
      span(` · ${dotted(program, view.kind)}`, 'dim'),
    ],
  };
}

/** An answerer has a time limit; a person can still answer at any time. */
function isWalked(view: AskView): view is AskView & { readonly route: NonNullable<AskView['route']> } {
  return view.route?.waitingFor !== undefined && view.route.waitingFor.kind !== 'people';
}

function emptyWords({ read, sessions }: Inbox): Line[] {
  if (!read.asks) return [line('Loading …', 'dim')];
  const running = sessions.filter(({ endedAt }) => endedAt === undefined).length;
  return [
    line('Nothing is waiting for you.', 'bold'),
    [],
    line(
      running === 0
        ? 'No agents are running. Asks appear here as they arrive.'
        : `${running} ${running === 1 ? 'agent is' : 'agents are'} running. Asks appear here as they arrive.`,
      'dim',
    ),
    line('Try it from another terminal:', 'dim'),
    line('  answerback ask "Tea or coffee?" -o Tea -o Coffee', 'dim'),
  ];
}
