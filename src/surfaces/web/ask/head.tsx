// The first lines of an ask: who asks, where, since when, until when.
import type { JSX } from 'preact';
import type { AskView } from '../../../question/words.generated.ts';
import { ago, left, readOff, routeWords, shortId } from '../../cli/words.ts';
import { factsOf } from '../../views/inbox/facts.ts';
import { ICONS, Icon } from '../icons.tsx';
import type { Page } from '../page.ts';

export function Head({ page, view, now }: { readonly page: Page; readonly view: AskView; readonly now: number }): JSX.Element {
  const { project, program, category, risks } = factsOf(view);
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
          {category && category !== view.kind ? <span class="tag plain">{category}</span> : null}
          {isOpen && risks.length > 0 ? <span class="tag warn">⚠ look twice</span> : null}
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
