// The history tab: what was decided, by whom, and whether it arrived. The delivery check is shown by a sign, a word and a colour.
import type { AskView } from '../../ask/schema/history.ts';
import { factsOf, stateMark } from '../../dialog/inbox/facts.ts';
import { type Inbox, listedHistory, overAt } from '../../dialog/inbox/state.ts';
import { span as spanOf } from '../../dialog/words/words.ts';
import { type Line, line, span } from '../canvas.ts';
import { nothingMatches } from './paint-filter.ts';
import { storyLines } from './paint-story.ts';
import { dotted, emptyTab, type ListRow, type TabPainting, type TabSize, tabPainting } from './rows.ts';

export function historyPainted(inbox: Inbox, size: TabSize, now: number): TabPainting {
  const views = listedHistory(inbox);
  const none = !inbox.read.history
    ? [line('Loading …', 'dim')]
    : [line('No decisions yet.', 'bold'), [], line('Decisions appear here, with their delivery checks.', 'dim')];
  if (views.length === 0) return emptyTab(inbox.history.length > 0 ? nothingMatches(inbox, inbox.history.length) : none, size);
  const painted = tabPainting(
    views,
    {
      selected: inbox.selected.history,
      row: (view) => historyRow(view, now),
      preview: (view, { columns, rows }) => storyLines({ view }, columns, now, rows),
    },
    size,
  );
  return { ...painted, place: `${painted.place}${inbox.older ? '+' : ''}` };
}

export function historyRow(view: AskView, now: number): ListRow {
  const { headline, decided, by = '', project, program } = factsOf(view);
  const { sign, word, tone } = stateMark(view);
  return {
    head: [span(`${sign} `, tone, 'bold'), span(headline), ...outcome(decided)],
    corner: line(spanOf(now - overAt(view)), 'dim'),
    foot: [span(`  ${word}`, tone), span(` · ${dotted(by, project, program)}`, 'dim')],
  };
}

const outcome = (decided: string | undefined): Line => (decided === undefined ? [] : [span(' → ', 'dim'), span(decided, 'good')]);
