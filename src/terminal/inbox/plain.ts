// The inbox without a screen: numbered lists and one prompt, nothing is redrawn. For screen readers, dumb terminals and pipes.

import type { Readable, Writable } from 'node:stream';
import { isPending, undeliveredReason } from '../../ask/lifecycle.ts';
import type { Answerer } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { Client } from '../../client/client.ts';
import { sealedFor } from '../../client/seal.ts';
import { factsOf, short, stateMark } from '../../dialog/inbox/facts.ts';
import { Feed } from '../../dialog/inbox/feed.ts';
import { sourceOf } from '../../dialog/inbox/source.ts';
import { askingBySession, type Inbox, listedAsks, listedHistory, listedSessions } from '../../dialog/inbox/state.ts';
import { endingLine } from '../../dialog/words/ending.ts';
import { shortId, span } from '../../dialog/words/words.ts';
import { textOf } from '../canvas.ts';
import { linesOf } from '../lines.ts';
import { answerInPlain } from '../plain-live.ts';
import { pause } from '../wait.ts';
import { historyRow } from './paint-history.ts';
import { sessionRow } from './paint-sessions.ts';
import { dotted, type ListRow } from './rows.ts';

type PlainInboxOptions = {
  readonly client: Client;
  readonly by: Answerer;
  readonly input: Readable;
  readonly output: Writable;
  readonly now: () => number;
};

const PROMPT = 'A number to answer, Enter to list again, /text to find, h history, s sessions, q to quit: ';
const LATEST = 20;

export async function runPlainInbox({ client, by, input, output, now }: PlainInboxOptions): Promise<void> {
  /** The asks by their numbers: an ask keeps its number until the list is printed again. */
  let numbered: string[] = [];
  const print = (...lines: readonly string[]) => void output.write(lines.map((each) => `${each}\n`).join(''));
  const feed = new Feed({
    source: sourceOf(client),
    by,
    now,
    pause,
    sealed: sealedFor,
    onArrival: (asks) => {
      for (const view of asks) if (!numbered.includes(view.id)) print('', `New: ${askLine(view, numbered.push(view.id), now())}`);
    },
  });
  void feed.follow();
  const lines = linesOf(input);
  const list = (text = '') => {
    const asks = listedAsks({ ...feed.inbox(), filter: { text } });
    numbered = asks.map(({ id }) => id);
    print(heading(feed.inbox(), asks.length, text), ...asks.map((view, i) => askLine(view, i + 1, now())));
  };
  try {
    await known(feed);
    list();
    for (;;) {
      output.write(PROMPT);
      const line = (await lines.next())?.trim();
      if (line === undefined || /^q(uit)?$/i.test(line)) return print(...(line === undefined ? [''] : []));
      if (line === '') list();
      else if (line.startsWith('/')) list(line.slice(1).trim());
      else if (/^h/i.test(line))
        print(...rowsOf(listedHistory(feed.inbox()).slice(0, LATEST), (view) => historyRow(view, now()), 'No decisions yet.'));
      else if (/^s/i.test(line)) print(...sessionLines(feed.inbox(), now()));
      else await answer(line);
    }
  } finally {
    lines.close();
    feed.close();
  }

  async function answer(line: string): Promise<void> {
    const id = /^\d+$/.test(line) ? numbered[Number(line) - 1] : undefined;
    const view = feed.inbox().asks.find((each) => each.id === id) ?? feed.inbox().history.find((each) => each.id === id);
    if (!view) return print(numbered.length === 0 ? 'Nothing is waiting.' : `Type a number from 1 to ${numbered.length}.`);
    if (!isPending(view))
      return print(`That one is over: ${stateMark(view).word}${factsOf(view).decided ? `, ${factsOf(view).decided}` : ''}.`);
    print('');
    const ending = await answerInPlain({ client, view, by, input: lines, output });
    print(endingLine(ending, shortId(view.id)), '');
  }
}

function heading({ asks, contact }: Inbox, count: number, text: string): string {
  const away = contact.kind === 'stale' ? 'The broker cannot be reached; this list may be out of date. ' : '';
  if (text !== '') return `${away}${count} of ${asks.length} match:`;
  return `${away}${count === 0 ? 'Nothing is waiting for you.' : count === 1 ? '1 open ask:' : `${count} open asks:`}`;
}

function askLine(view: AskView, number: number, now: number): string {
  const { headline, project, program, outside } = factsOf(view);
  const undelivered = undeliveredReason(view);
  const state = undelivered === undefined ? '' : `UNDELIVERED: ${short(undelivered)}`;
  return `${number}. ${headline} (${dotted(state, project, program, view.kind, outside ? 'outside the project' : '', span(now - view.createdAt))})`;
}

function sessionLines(inbox: Inbox, now: number): string[] {
  const asking = askingBySession(inbox.asks);
  return rowsOf(listedSessions(inbox), (session) => sessionRow(session, asking.get(session.id) ?? [], now), 'No agents are running.');
}

function rowsOf<T>(items: readonly T[], row: (item: T) => ListRow, none: string): string[] {
  if (items.length === 0) return [none];
  return items.map((item) => {
    const { head, corner, foot } = row(item);
    return `${textOf(head)} (${textOf(foot).trim()} · ${textOf(corner)})`;
  });
}

/** Everything was read once, or cannot be read at the moment. */
function known(feed: Feed): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const { contact, read } = feed.inbox();
      if (contact.kind !== 'stale' && !(read.asks && read.history && read.sessions)) return;
      stop();
      resolve();
    };
    const stop = feed.subscribe(look);
    look();
  });
}
