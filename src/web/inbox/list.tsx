// The list of open asks, in groups if the order has them, and decisions that agents recorded differently.
import { Fragment, type JSX } from 'preact';
import type { AskView } from '../../ask/schema/history.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import { isFiltering } from '../../dialog/inbox/filter.ts';
import { groupOf, type Inbox, listedAsks } from '../../dialog/inbox/state.ts';
import { projectName } from '../../dialog/words/words.ts';
import type { Page, PageState } from '../page.ts';
import { Row } from './row.tsx';

const DAY_MS = 86_400_000;

export function List({ page, state }: { readonly page: Page; readonly state: PageState }): JSX.Element {
  const { inbox, now, marking } = state;
  const asks = listedAsks(inbox);
  const differing = differently(inbox, now);
  if (asks.length === 0 && differing.length === 0) return <EmptyList inbox={inbox} />;
  const opened = inbox.opened?.view.id;
  const row = (view: AskView) => (
    <Row
      key={view.id}
      page={page}
      view={view}
      minute={Math.floor(now / (view.deadline === undefined ? 10_000 : 1_000))}
      now={now}
      isSelected={(opened ?? inbox.selected.asks) === view.id}
      isOpened={opened === view.id}
      isMarked={inbox.marked.has(view.id)}
      isMarking={marking || inbox.marked.size > 0}
      hasDraft={inbox.drafts.has(view.id)}
    />
  );
  return (
    <>
      <ul class="rows">
        {asks.map((view, i) => {
          const group = groupOf(inbox.order, view);
          const isFirst = group !== undefined && group !== (asks[i - 1] && groupOf(inbox.order, asks[i - 1] as AskView));
          return (
            <Fragment key={view.id}>
              {isFirst ? <li class="group">{groupWords(inbox, view)}</li> : null}
              {row(view)}
            </Fragment>
          );
        })}
      </ul>
      {differing.length > 0 ? (
        <>
          <h2 class="group bad">Recorded differently by the agent</h2>
          <ul class="rows">{differing.map(row)}</ul>
        </>
      ) : null}
    </>
  );
}

function EmptyList({ inbox }: { readonly inbox: Inbox }): JSX.Element {
  if (!inbox.read.asks) return <p class="empty small">Connecting…</p>;
  if (isFiltering(inbox.filter)) return <p class="empty small">No open ask matches.</p>;
  return (
    <div class="empty small">
      <p class="empty-title">All answered</p>
      <p>New questions appear here at once.</p>
    </div>
  );
}

/** Decisions of the last day that did not become what they were meant to be; one that was overruled is dealt with. */
const differently = ({ history }: Inbox, now: number): readonly AskView[] =>
  history.filter(({ state, overruled, updatedAt }) => state === 'mismatched' && !overruled && now - updatedAt < DAY_MS);

function groupWords({ order, sessions }: Inbox, view: AskView): string {
  if (order !== 'session') return projectName(view.project);
  const name = sessions.find(({ id }) => id === view.session)?.name;
  return `${projectName(view.project)} · ${oneLine(name ?? view.session).slice(0, 24)}`;
}
