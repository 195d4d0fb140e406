// The history tab: what was decided, by whom, and whether it arrived. The delivery check is shown by a sign, a word and a colour.
import type { AskView } from '../../../question/lifecycle.ts';
import { span as spanOf } from '../../cli/words.ts';
import { type Inbox, listedHistory, overAt } from '../../views/inbox/state.ts';
import { type Line, line, type Size, span } from '../canvas.ts';
import { factsOf, standing } from './facts.ts';
import { nothingMatches } from './paint-filter.ts';
import { storyLines } from './paint-story.ts';
import type { RoomPainting } from './painting.ts';
import { dotted, emptyLines, type Row, rowLines } from './rows.ts';

export function historyPainted(inbox: Inbox, list: Size, preview: Size | undefined, now: number): RoomPainting {
  const views = listedHistory(inbox);
  const none = !inbox.read.history
    ? [line('Loading …', 'dim')]
    : [line('No decisions yet.', 'bold'), [], line('Decisions appear here, with their delivery checks.', 'dim')];
  if (views.length === 0)
    return {
      lines: emptyLines(inbox.history.length > 0 ? nothingMatches(inbox, inbox.history.length) : none, list),
      preview: [],
      place: '',
    };
  const index = Math.max(
    0,
    views.findIndex(({ id }) => id === inbox.selected.history),
  );
  const chosen = views[index];
  return {
    lines: rowLines(views, index, (view) => historyRow(view, now), list),
    preview: chosen && preview ? storyLines({ view: chosen }, preview.columns, now, preview.rows).slice(0, preview.rows) : [],
    place: `${index + 1} of ${views.length}${inbox.older ? '+' : ''}`,
  };
}

export function historyRow(view: AskView, now: number): Row {
  const { headline, decided, by = '', project, program } = factsOf(view);
  const { sign, word, ink } = standing(view);
  return {
    head: [span(`${sign} `, ink, 'bold'), span(headline), ...outcome(decided)],
    corner: line(spanOf(now - overAt(view)), 'dim'),
    foot: [span(`  ${word}`, ink), span(` · ${dotted(by, project, program)}`, 'dim')],
  };
}

const outcome = (decided: string | undefined): Line => (decided === undefined ? [] : [span(' → ', 'dim'), span(decided, 'good')]);
