// Reads the asks of a range of time from the journal, page by page, and makes figures of them.
import type { AskFilter, Journal } from '../decide/journal.ts';
import { isSelfTest } from '../question/precedent.ts';
import { type Counted, statisticsOf } from '../question/statistics.ts';
import type { AskView, Statistics } from '../question/words.generated.ts';

type TimeRange = { readonly from: number; readonly to: number };

const PAGE = 500;

export async function statistics(journal: Journal, filter: AskFilter, { from, to }: TimeRange, now: number): Promise<Statistics> {
  const found: Counted[] = [];
  let cursor: number | undefined;
  do {
    const page = await journal.list(filter, { limit: PAGE, cursor });
    for (const view of page.items)
      if (view.createdAt >= from && view.createdAt < to && !isSelfTest(view))
        found.push({ view, peopleSince: await peopleSince(journal, view) });
    cursor = (page.items.at(-1)?.createdAt ?? 0) < from ? undefined : page.next;
    // Others may want something from the broker meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
  } while (cursor !== undefined);
  return statisticsOf(found, now);
}

/** Without a route, an ask is for people from the start. With one, from when it reached them. */
async function peopleSince(journal: Journal, view: AskView): Promise<number | undefined> {
  if (!view.route) return view.decision && view.decision.by.kind !== 'person' ? undefined : view.createdAt;
  const turn = (await journal.history(view.id)).find(
    ({ happening }) => happening.kind === 'considered' && happening.answerer.kind === 'people' && happening.outcome === 'asked',
  );
  return turn?.at;
}
