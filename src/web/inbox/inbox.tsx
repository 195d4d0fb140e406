// The inbox: the open asks, and beside or instead of them the opened one.
import type { JSX } from 'preact';
import { listedAsks } from '../../dialog/inbox/state.ts';
import { Lazy, preload } from '../lazy.tsx';
import type { Page, PageState } from '../page.ts';
import { List } from './list.tsx';
import { Toolbar } from './toolbar.tsx';

const loadAsk = () => import('../ask/ask.tsx').then(({ AskView }) => AskView);
const loadSummary = () => import('./summary.tsx').then(({ SummarySheet }) => SummarySheet);

/** After the list is painted: an ask opens at once, and also while the network is gone. */
export const preloadAsk = (): void =>
  void Promise.all([preload(loadAsk), preload(loadSummary), import('../text/formatted.ts')]).catch(() => {});

type Props = { readonly page: Page; readonly state: PageState };

export function InboxView({ page, state }: Props): JSX.Element {
  const { inbox, route } = state;
  const isOpen = route.name === 'ask';
  return (
    <div class="split" data-open={isOpen ? '' : undefined}>
      <section class="side" aria-label="Open asks">
        <Toolbar page={page} state={state} />
        <List page={page} state={state} />
      </section>
      <section class="stage" aria-label="The ask">
        {inbox.opened ? (
          <Lazy key={inbox.opened.view.id} load={loadAsk} props={{ page, state, opened: inbox.opened }} />
        ) : (
          <Nothing state={state} isOpening={isOpen} />
        )}
      </section>
      {inbox.summary ? <Lazy load={loadSummary} props={{ page, summary: inbox.summary }} /> : null}
    </div>
  );
}

function Nothing({ state: { inbox }, isOpening }: { readonly state: PageState; readonly isOpening: boolean }): JSX.Element {
  if (isOpening) return <p class="empty">Loading…</p>;
  const count = listedAsks(inbox).length;
  return (
    <div class="empty">
      {!inbox.read.asks ? (
        <p>Connecting…</p>
      ) : count === 0 ? (
        <p>Nothing to answer.</p>
      ) : (
        <>
          <p class="empty-title">{count === 1 ? 'One agent is waiting for you.' : `${count} asks are waiting for you.`}</p>
          <p class="keys-hint">
            <kbd>j</kbd> <kbd>k</kbd> choose · <kbd>Enter</kbd> open · <kbd>1</kbd>…<kbd>9</kbd> choose an option · <kbd>?</kbd> all keys
          </p>
        </>
      )}
    </div>
  );
}
