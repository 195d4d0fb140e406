// One opened ask: where it comes from, what it is about, its dialog or what became of it, and what a person should know.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { onlyAt } from '../../ask/verdict.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import type { Opened } from '../../dialog/inbox/state.ts';
import type { Page, PageState } from '../page.ts';
import { About } from './about.tsx';
import { Detail } from './detail.tsx';
import { Dialog } from './dialog.tsx';
import { Head } from './head.tsx';
import { Over } from './over.tsx';
import { Undelivered } from './undelivered.tsx';

type Props = { readonly page: Page; readonly state: PageState; readonly opened: Opened };

export function AskView({ page, state, opened }: Props): JSX.Element {
  const { inbox, now } = state;
  const view = inbox.asks.find(({ id }) => id === opened.view.id) ?? opened.view;
  const place = onlyAt(view);
  const top = useRef<HTMLElement>(null);
  // Before the next key: after a paint, it could take the focus from a field in which somebody is typing already.
  useLayoutEffect(() => {
    const stage = top.current?.closest('.stage');
    if (stage) stage.scrollTop = 0;
    window.scrollTo(0, 0);
    // The heading, so that a screen reader begins there; not if an option was chosen on the way in.
    if (!document.querySelector('dialog[open]')) top.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [view.id]);
  return (
    <article class="ask" ref={top} data-kind={view.kind}>
      <Head page={page} view={view} now={now} />
      <div class="ask-columns">
        <div class="ask-main">
          <Undelivered page={page} view={view} />
          {opened.others.length > 0 ? <p class="box plain">The answer is for {opened.others.length + 1} marked asks.</p> : null}
          <Detail view={view} />
          {place !== undefined ? (
            <p class="box warn">This dialog cannot be read from here. Answer it in its pane: {oneLine(place)}</p>
          ) : opened.dialog ? (
            <Dialog page={page} dialog={opened.dialog} isStale={inbox.contact.kind === 'stale'} />
          ) : (
            <Over page={page} opened={opened} view={view} now={now} />
          )}
        </div>
        <About view={view} opened={opened} now={now} />
      </div>
    </article>
  );
}
