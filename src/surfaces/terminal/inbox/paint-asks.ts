// The tab of open asks, the newest first.
import type { AskView } from '../../../question/lifecycle.ts';
import { left, routeWords, span as spanOf } from '../../cli/words.ts';
import { type Inbox, listedAsks } from '../../views/inbox/state.ts';
import { type Line, line, type Size, span } from '../canvas.ts';
import { factsOf, short } from './facts.ts';
import { askPreview } from './paint-about.ts';
import { nothingMatches } from './paint-filter.ts';
import type { RoomPainting } from './painting.ts';
import { dotted, emptyLines, type Row, rowLines } from './rows.ts';

export function asksPainted(inbox: Inbox, list: Size, preview: Size | undefined, now: number): RoomPainting {
  const asks = listedAsks(inbox);
  if (asks.length === 0)
    return {
      lines: emptyLines(inbox.asks.length > 0 ? nothingMatches(inbox, inbox.asks.length) : emptyWords(inbox), list),
      preview: [],
      place: '',
    };
  const index = Math.max(
    0,
    asks.findIndex(({ id }) => id === inbox.selected.asks),
  );
  const chosen = asks[index];
  return {
    lines: rowLines(asks, index, (view) => askRow(view, inbox, now), list),
    preview: chosen && preview ? askPreview(chosen, preview, now) : [],
    place: `${index + 1} of ${asks.length}`,
  };
}

function askRow(view: AskView, { drafts }: Inbox, now: number): Row {
  const { headline, project, program, category, warnings } = factsOf(view);
  const [warning] = warnings.values();
  const soon = view.deadline === undefined ? '' : `expires in ${left(view.deadline - now)}`;
  return {
    head: [...(warning === undefined ? [] : [span('⚠ ', 'warn')]), span(headline)],
    corner: line(spanOf(now - view.createdAt), 'dim'),
    foot: [
      span(project, 'accent'),
      // Warnings and deadlines come first, because the end of the line may be cut off.
      ...(drafts.has(view.id) ? [span(' · draft', 'good')] : []),
      ...(warning === undefined ? [] : [span(` · ${short(warning)}`, 'warn')]),
      ...(soon ? [span(` · ${soon}`, 'warn')] : []),
      ...(isWalked(view) ? [span(` · ${routeWords(view.route, now)}`, 'accent')] : []),
      span(` · ${dotted(program, view.kind, category)}`, 'dim'),
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
