// The first lines of an ask: who asks, where, since when, until when.
import type { JSX } from 'preact';
import type { AskView } from '../../ask/schema/history.ts';
import { factsOf } from '../../dialog/inbox/facts.ts';
import { ago, left, readOff, routeWords, shortId } from '../../dialog/words/words.ts';
import { ICONS, Icon } from '../icons.tsx';
import type { Page } from '../page.ts';

export function Head({ page, view, now }: { readonly page: Page; readonly view: AskView; readonly now: number }): JSX.Element {
  const { project, program, outside } = factsOf(view);
  const isOpen = view.state === 'open';
  const isUrgent = view.deadline !== undefined && view.deadline - now < 60_000;
  return (
    <header class="ask-head">
      <button type="button" class="icon-button back" aria-label="Back to the list" title="Back (Esc)" onClick={() => page.close()}>
        <Icon path={ICONS.back} />
      </button>
      <div class="ask-title">
        <h1 tabIndex={-1}>
          <span class="project">{project}</span> <span class="program">{program}</span>
        </h1>
        <p class="row-facts">
          <span class="tag" data-kind={view.kind}>
            {view.kind}
          </span>
          {outside ? <span class="tag warn">outside the project</span> : null}
          <time dateTime={new Date(view.createdAt).toISOString()} title={new Date(view.createdAt).toLocaleString()}>
            asked {ago(now - view.createdAt)}
          </time>
          {isOpen && view.deadline !== undefined ? (
            <span class={`tag time ${isUrgent ? 'bad' : ''}`}>expires in {left(view.deadline - now)}</span>
          ) : null}
          {isOpen && view.route ? <span class="tag plain">{routeWords(view.route, now)}</span> : null}
          <span class="id">{shortId(view.id)}</span>
        </p>
        {view.source === 'screen' ? <p class="dim">{readOff(view)}</p> : null}
      </div>
    </header>
  );
}
