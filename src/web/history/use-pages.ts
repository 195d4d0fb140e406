// The asks of the history in pages: the first at once, the next ones when they are needed, and the first again when something has happened.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { AskView } from '../../ask/schema/history.ts';
import { useLoaded } from '../loaded.ts';
import type { Page } from '../page.ts';
import { type HistoryFilter, queryOf } from './filter.ts';

/** Small enough to be painted within a few frames. */
const PAGE = 50;

type Older = { readonly pages: readonly (readonly AskView[])[]; readonly next: number | undefined };

export function usePages(page: Page, filter: HistoryFilter) {
  const first = useLoaded(
    page,
    async (signal) => ({ filter, ...(await page.call('GET /v1/asks', { query: { ...queryOf(filter), limit: PAGE }, signal })) }),
    [filter],
    (event) => 'ask' in event && event.happening.kind !== 'notified' && event.happening.kind !== 'considered',
  );
  const [older, setOlder] = useState<Older>();
  const [isLoading, setLoading] = useState(false);
  const busy = useRef(false);
  useEffect(() => setOlder(undefined), [filter]);
  const current = first.value?.filter === filter ? first.value : undefined;
  const next = older ? older.next : current?.next;
  const loadMore = useCallback(() => {
    if (next === undefined || busy.current) return;
    busy.current = true;
    setLoading(true);
    page
      .call('GET /v1/asks', { query: { ...queryOf(filter), limit: PAGE, cursor: next } })
      .then(
        (got) => setOlder((before) => ({ pages: [...(before?.pages ?? []), got.asks], next: got.next })),
        (error: Error) => page.notice('bad', error.message),
      )
      .finally(() => {
        busy.current = false;
        setLoading(false);
      });
  }, [page, filter, next]);
  const shown = current ? withoutRepeats(current.asks, older?.pages ?? []) : [];
  return {
    pages: shown,
    more: next !== undefined,
    isLoading: isLoading || (!current && first.problem === undefined),
    problem: first.problem,
    loadMore,
  };
}

/** New asks push others from the first page into the second, which was fetched before. */
function withoutRepeats(first: readonly AskView[], older: readonly (readonly AskView[])[]): readonly (readonly AskView[])[] {
  if (first.length === 0) return [];
  const [second, ...others] = older;
  if (!second) return [first];
  const known = new Set(first.map(({ id }) => id));
  return [first, second.some(({ id }) => known.has(id)) ? second.filter(({ id }) => !known.has(id)) : second, ...others];
}
