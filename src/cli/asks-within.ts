// All asks that match and were asked in a range of time, newest first, page by page.

import type { AskView } from '../ask/schema/history.ts';
import type { Client, ListQuery } from '../client/client.ts';
import type { Range } from './time-range.ts';

const PAGE = 500;

export async function* asksWithin(client: Client, query: ListQuery, { from, to }: Range): AsyncGenerator<AskView> {
  let cursor: number | undefined;
  do {
    const page = await client.call('GET /v1/asks', { query: { ...query, cursor, limit: PAGE } });
    for (const view of page.asks) {
      if (view.createdAt < from) return;
      if (view.createdAt < to) yield view;
    }
    cursor = page.next;
  } while (cursor !== undefined);
}
