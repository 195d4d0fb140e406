// Paints the whole inbox: tabs at the top, connection problems, the filter, the list with its preview, the keys.

import { decisionLine } from '../../ask/summary.ts';
import { factsOf } from '../../dialog/inbox/facts.ts';
import type { Inbox, Summary, Tab } from '../../dialog/inbox/state.ts';
import { clockTime, configWords, pauseWords } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { cut, pad } from '../../text/width.ts';
import { wrap } from '../../text/wrap.ts';
import { blank, cutLine, edges, filledTo, fitted, type Line, line, type Size, type Span, span, widthOf } from '../canvas.ts';
import { asksPainted } from './paint-asks.ts';
import { filterLine } from './paint-filter.ts';
import { historyPainted } from './paint-history.ts';
import { footer, helpLines } from './paint-keys.ts';
import { openedPainting } from './paint-opened.ts';
import { sessionsPainted } from './paint-sessions.ts';
import { dotted, type InboxPainting, type TabPainting, type TabSize, withBeside } from './rows.ts';

const SMALLEST: Size = { columns: 34, rows: 8 };
/** From this width on, the selected ask is shown beside the list. */
const WIDE = 100;

export function inboxPainting(inbox: Inbox, size: Size, now: number): InboxPainting {
  const { columns, rows } = size;
  if (columns < SMALLEST.columns || rows < SMALLEST.rows) return { lines: fitted(tooSmall(inbox, size), size), scroll: 0 };
  const { lines: heading, tabs } = header(inbox, columns);
  const above = [...heading, ...banner(inbox, columns, now), ...problemLines(inbox, columns), ...pauseLine(inbox, columns, now)];
  const below = [...noticeLines(inbox, columns)];
  const free = { columns, rows: rows - above.length - below.length };
  const { lines, cursor, scroll, dialog, items }: InboxPainting = inbox.help
    ? { lines: helpLines(inbox, free), scroll: 0 }
    : body(inbox, free, now);
  const filled = filledTo(lines.slice(0, free.rows), free.rows);
  // The notice goes just above the keys, which are the last line of every body.
  const all = [...above, ...filled.slice(0, -1), ...below, ...filled.slice(-1)];
  return {
    lines: fitted(all, size),
    cursor: cursor && { x: cursor.x, y: cursor.y + above.length },
    scroll,
    dialog,
    tabs,
    items: items && [...above.map(() => undefined), ...items],
  };
}

function body(inbox: Inbox, free: Size, now: number): InboxPainting {
  if (inbox.summary) return summaryPainting(inbox, inbox.summary, free);
  return inbox.opened ? openedPainting(inbox, inbox.opened, free, now) : listPainting(inbox, free, now);
}

const TAB_PAINTERS: Readonly<Record<Tab, (inbox: Inbox, size: TabSize, now: number) => TabPainting>> = {
  asks: asksPainted,
  history: historyPainted,
  sessions: sessionsPainted,
};

function listPainting(inbox: Inbox, { columns, rows }: Size, now: number): InboxPainting {
  const filter = filterLine(inbox, columns);
  const height = rows - 1 - (filter ? 1 : 0);
  const listColumns = columns >= WIDE ? Math.max(50, Math.floor(columns * 0.5)) : columns;
  const preview = columns >= WIDE ? { columns: columns - listColumns - 3, rows: height } : undefined;
  const painted = TAB_PAINTERS[inbox.tab](
    inbox,
    { list: { columns: preview ? listColumns - 1 : listColumns, rows: height }, preview },
    now,
  );
  const list = painted.preview.length > 0 ? divided(painted, listColumns, height) : painted.lines;
  const lines = [
    ...(filter ? [filter.line] : []),
    ...filledTo(list, height),
    footer(inbox.typing ? 'filter' : 'list', { inbox, more: painted.place !== '' }, painted.place, columns),
  ];
  const items = [...(filter ? [undefined] : []), ...painted.items];
  return { lines, cursor: filter?.cursor === undefined ? undefined : { x: filter.cursor, y: 0 }, scroll: 0, items };
}

function divided({ lines, preview }: TabPainting, columns: number, height: number): Line[] {
  return Array.from({ length: height }, (_, i) => withBeside(lines[i] ?? blank, preview[i] ?? blank, columns));
}

const TITLES: readonly (readonly [Tab, string])[] = [
  ['asks', 'Asks'],
  ['history', 'History'],
  ['sessions', 'Sessions'],
];

function header(inbox: Inbox, columns: number): { readonly lines: Line[]; readonly tabs: InboxPainting['tabs'] } {
  const running = inbox.sessions.filter(({ endedAt }) => endedAt === undefined).length;
  const counts: Readonly<Record<Tab, string>> = {
    asks: inbox.read.asks ? ` ${inbox.asks.length}` : '',
    history: '',
    sessions: running > 0 ? ` ${running}` : '',
  };
  const titles = TITLES.map(([tab, title]): readonly [Tab, Span] => {
    const text = `${title}${counts[tab]}`;
    return [tab, tab === inbox.tab ? span(`[${text}] `, 'bold', 'accent') : span(` ${text}  `, 'dim')];
  });
  const name = span(' Answerback  ', 'bold');
  const state =
    inbox.contact.kind === 'stale' ? line('○ offline ', 'warn', 'bold') : inbox.contact.kind === 'live' ? line('● live ', 'good') : [];
  const spans = titles.map(([, title]) => title);
  const wide = widthOf([name, ...spans]) + widthOf(state) + 2 <= columns;
  let from = wide ? widthOf([name]) : 0;
  const tabs = titles.map(([tab, title]) => {
    const start = from;
    from += widthOf([title]);
    return { tab, from: start, to: from };
  });
  return { lines: [edges(wide ? [name, ...spans] : spans, state, columns), line('─'.repeat(columns), 'dim')], tabs };
}

/** Says clearly that what is shown may be out of date. */
function banner({ contact }: Inbox, columns: number, now: number): Line[] {
  if (contact.kind !== 'stale') return [];
  const why = contact.reason === undefined ? '' : ` (${printable(contact.reason)})`;
  const text = `! The broker cannot be reached; this is from ${clockTime(contact.at, now)}; retrying${why}`;
  return wrap(text, columns - 4)
    .slice(0, 2)
    .map((each, i) => line(pad(`${i === 0 ? ' ' : '   '}${each}`, columns), 'warn', 'inverse'));
}

/** The person must know that nothing is answered automatically at the moment. */
function pauseLine({ pauses }: Inbox, columns: number, now: number): Line[] {
  return pauses.length === 0 ? [] : [cutLine([span(` ‖ Auto-answer: ${pauseWords(pauses, now)}`, 'warn')], columns)];
}

function problemLines({ problems }: Inbox, columns: number): Line[] {
  return problems.slice(0, 1).map((problem) => cutLine([span(` ${configWords(problem)}`, 'bad')], columns));
}

function noticeLines({ notice }: Inbox, columns: number): Line[] {
  if (!notice) return [];
  const sign = { good: '✓', bad: '✗', plain: '·' }[notice.tone];
  const style = notice.tone === 'plain' ? 'warn' : notice.tone;
  return [cutLine([span(` ${sign} `, style, 'bold'), span(printable(notice.text), style)], columns)];
}

function tooSmall({ asks }: Inbox, { columns, rows }: Size): Line[] {
  const waits = asks.length === 1 ? '1 open ask.' : `${asks.length} open asks.`;
  return [
    line(waits, 'bold'),
    line(`Too small: ${columns}×${rows}.`, 'warn'),
    line(`Needs ${SMALLEST.columns}×${SMALLEST.rows}.`),
    line('q quits.', 'dim'),
  ];
}

function summaryPainting(inbox: Inbox, { asks, verdict }: Summary, { columns, rows }: Size): InboxPainting {
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
