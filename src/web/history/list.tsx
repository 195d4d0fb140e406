// The list of the history. Thousands of rows: a page of them is one part that is painted again only if it changed, and laid out only near the screen.
import { Component, type JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { AskView } from '../../ask/schema/history.ts';
import { decisionLine } from '../../ask/summary.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import { headlineOf, short, stateMark } from '../../dialog/inbox/facts.ts';
import { projectName } from '../../dialog/words/words.ts';
import { addressOf } from '../routes.ts';
import { Line } from '../text/foreign.tsx';
import { dayWords, timeWords } from './times.ts';

type Props = {
  readonly pages: readonly (readonly AskView[])[];
  readonly opened: string | undefined;
  readonly more: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
};

/** The next page is fetched this long before its place is reached. */
const AHEAD = '1500px';

export function HistoryList({ pages, opened, more, isLoading, onMore }: Props): JSX.Element {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || !more) return;
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && onMore(), {
      rootMargin: AHEAD,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [onMore, more, pages.length]);
  return (
    <>
      {pages.map((asks, i) => (
        <PageOfRows key={i} asks={asks} before={pages[i - 1]?.at(-1)} opened={asks.some(({ id }) => id === opened) ? opened : undefined} />
      ))}
      <div ref={end} class="list-end" role="status">
        {isLoading ? 'Loading…' : more ? '' : pages.length > 0 ? 'That is all.' : ''}
      </div>
    </>
  );
}

type PageProps = { readonly asks: readonly AskView[]; readonly before: AskView | undefined; readonly opened: string | undefined };

class PageOfRows extends Component<PageProps> {
  override shouldComponentUpdate(next: PageProps): boolean {
    const { asks, before, opened } = this.props;
    return next.asks !== asks || next.opened !== opened || next.before?.createdAt !== before?.createdAt;
  }

  override render({ asks, before, opened }: PageProps): JSX.Element {
    return (
      <ul class="past-page">
        {asks.map((view, i) => {
          const above = asks[i - 1] ?? before;
          const day = dayWords(view.createdAt);
          const isFirst = !above || dayWords(above.createdAt) !== day;
          return <PastRow key={view.id} view={view} day={isFirst ? day : undefined} isOpened={opened === view.id} />;
        })}
      </ul>
    );
  }
}

function PastRow({
  view,
  day,
  isOpened,
}: {
  readonly view: AskView;
  readonly day: string | undefined;
  readonly isOpened: boolean;
}): JSX.Element {
  const { decision } = view;
  const { sign, word, tone } = stateMark(view);
  return (
    <>
      {day === undefined ? null : <li class="group">{day}</li>}
      <li class="past" data-state={view.state}>
        <a href={addressOf({ name: 'history', rest: [view.id] })} class="past-link" aria-current={isOpened ? 'true' : undefined}>
          <span class="row-top">
            <span class="project">{projectName(view.project)}</span>
            <time class="age" dateTime={new Date(view.createdAt).toISOString()}>
              {timeWords(view.createdAt)}
            </time>
          </span>
          <Line text={headlineOf(view)} class="past-headline" />
          <span class="past-outcome">
            <span class={`sign ${tone}`} title={word.toLowerCase()}>
              <span aria-hidden="true">{sign}</span>
              <span class="hidden">{word.toLowerCase()}</span>
            </span>
            {decision === undefined ? (
              <span class="dim">{word}</span>
            ) : (
              <>
                <Line text={short(decisionLine(view, decision))} class="past-answer" />
                <span class="dim past-by">
                  {oneLine(decision.by.name)} ({oneLine(decision.by.surface)})
                </span>
              </>
            )}
          </span>
        </a>
      </li>
    </>
  );
}
