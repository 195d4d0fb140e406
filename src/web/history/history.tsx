// History: every ask that is over, found and filtered by the broker, fetched in pages while a person scrolls; one of them beside the list.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLoaded } from '../loaded.ts';
import type { ViewProps } from '../routes.ts';
import { Detail } from './detail.tsx';
import { ExportButtons } from './export.tsx';
import { EVERYTHING, type HistoryFilter, isFiltered } from './filter.ts';
import { HistoryList } from './list.tsx';
import { FilterBar } from './toolbar.tsx';
import { usePages } from './use-pages.ts';

/** After the last key. */
const TYPING_MS = 200;

/** Kept while the page is open: who comes back from an ask finds what they looked for. */
let lastFilter = EVERYTHING;

export function HistoryView({ page, state, rest }: ViewProps): JSX.Element {
  const [filter, setFilter] = useState<HistoryFilter>(lastFilter);
  const settled = useSettled(filter);
  lastFilter = filter;
  const { pages, more, isLoading, problem, loadMore } = usePages(page, settled);
  const names = useLoaded(page, (signal) => page.call('GET /v1/statistics', { query: {}, signal }), []);
  const [id] = rest;
  return (
    <div class="split" data-open={id === undefined ? undefined : ''}>
      <section class="side" aria-label="History">
        <FilterBar filter={filter} names={names.value} onChange={setFilter}>
          <ExportButtons page={page} filter={settled} />
        </FilterBar>
        {problem === undefined ? null : <p class="problem view-problem">{problem}</p>}
        {pages.length === 0 && !isLoading && problem === undefined ? (
          <p class="empty small">{isFiltered(settled) ? 'Nothing matches.' : 'Nothing was decided yet.'}</p>
        ) : (
          <HistoryList pages={pages} opened={id} more={more} isLoading={isLoading} onMore={loadMore} />
        )}
      </section>
      <section class="stage" aria-label="The ask">
        {id === undefined ? (
          <p class="empty">Choose an ask to see who decided it, why, and what became of it.</p>
        ) : (
          <Detail key={id} page={page} id={id} now={state.now} />
        )}
      </section>
    </div>
  );
}

/** The filter a moment after it last changed; only typing waits. */
function useSettled(filter: HistoryFilter): HistoryFilter {
  const [settled, setSettled] = useState(filter);
  const before = useRef(filter);
  useEffect(() => {
    const isTyping = before.current.text !== filter.text;
    before.current = filter;
    if (!isTyping) return setSettled(filter);
    const timer = setTimeout(() => setSettled(filter), TYPING_MS);
    return () => clearTimeout(timer);
  }, [filter]);
  return settled;
}
