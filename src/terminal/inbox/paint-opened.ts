// One opened ask: its dialog with what is known about it beside, or its whole history when it is over.
import { undeliveredReason } from '../../ask/lifecycle.ts';
import type { DialogState } from '../../dialog/dialog/state.ts';
import type { Inbox, Opened } from '../../dialog/inbox/state.ts';
import { ago } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { blank, cutLine, filledTo, type Line, line, type Size, span } from '../canvas.ts';
import { paintDialog } from '../dialog/paint.ts';
import type { DialogFacts } from '../dialog/props.ts';
import { aboutLines, precedentWords } from './paint-about.ts';
import { footer } from './paint-keys.ts';
import { storyLines } from './paint-story.ts';
import { type InboxPainting, withBeside } from './rows.ts';

/** From this width on, there is space beside the dialog for what is known about the ask. */
const WIDE = 116;
const WIDEST_ABOUT = 64;
const WIDEST_TEXT = 100;

export function openedPainting(inbox: Inbox, opened: Opened, size: Size, now: number): InboxPainting {
  const { dialog, about } = opened;
  if (dialog && !about) return dialogPainting(opened, dialog, size, now);
  const columns = Math.min(size.columns - 2, WIDEST_TEXT);
  const all = dialog ? aboutLines(opened, columns, now) : storyLines(opened, columns, now);
  return pagePainting(inbox, all, opened.scroll, size);
}

function dialogPainting(opened: Opened, dialog: DialogState, { columns, rows }: Size, now: number): InboxPainting {
  const facts: DialogFacts = { now, stale: false, host: 'inbox' };
  if (columns < WIDE) {
    const hint = rows >= 13 ? (othersLine(opened) ?? undeliveredLine(opened, columns) ?? precedentLine(opened, columns, now)) : [];
    const { lines, cursor, range } = paintDialog(dialog, { columns, rows: rows - hint.length }, facts);
    return { lines: [...hint, ...lines], cursor: cursor && { x: cursor.x, y: cursor.y + hint.length }, scroll: 0, dialog: range };
  }
  const aboutColumns = Math.min(WIDEST_ABOUT, Math.floor(columns * 0.38));
  const left = columns - aboutColumns - 3;
  const { lines, cursor, range } = paintDialog(dialog, { columns: left, rows }, facts);
  const about = [...(othersLine(opened) ?? []), ...aboutLines(opened, aboutColumns, now)];
  const shown = about.length <= rows ? about : [...about.slice(0, rows - 1), line('… i shows all of it', 'dim')];
  const beside = Array.from({ length: rows }, (_, i) => withBeside(lines[i] ?? blank, shown[i] ?? blank, left));
  return { lines: beside, cursor, scroll: 0, dialog: range };
}

/** Above the dialog, or above what is known about the ask. */
const othersLine = ({ others }: Opened): Line[] | undefined =>
  others.length === 0
    ? undefined
    : [line(` Your answer is for ${others.length + 1} marked asks; a summary comes before it is sent.`, 'accent')];

function undeliveredLine({ view }: Opened, columns: number): Line[] | undefined {
  const reason = undeliveredReason(view);
  return reason === undefined
    ? undefined
    : [cutLine([span(` UNDELIVERED: ${printable(reason)}`, 'bad'), span('; i shows more', 'dim')], columns)];
}

/** If there is no pane for it, the latest precedent in one line. */
function precedentLine({ context }: Opened, columns: number, now: number): Line[] {
  const [latest, ...others] = context?.precedents ?? [];
  if (!latest) return [];
  const told = ` (${printable(latest.by.name)}, ${ago(now - latest.at)})${others.length > 0 ? ` and ${others.length} more` : ''}`;
  return [
    cutLine(
      [span(' answered before ', 'accent'), span('→ ', 'good'), span(precedentWords(latest)), span(`${told}; i shows it`, 'dim')],
      columns,
    ),
  ];
}

function pagePainting(inbox: Inbox, all: readonly Line[], wanted: number, { columns, rows }: Size): InboxPainting {
  const height = rows - 1;
  const most = Math.max(0, all.length - height);
  const from = Math.min(wanted, most);
  const shown = all.slice(from, from + height).map((each): Line => (each.length === 0 ? each : [span(' '), ...each]));
  const place = most === 0 ? '' : `${from + 1}–${Math.min(all.length, from + height)} of ${all.length}`;
  return { lines: [...filledTo(shown, height), footer('page', { inbox, more: most > 0 }, place, columns)], scroll: most };
}
