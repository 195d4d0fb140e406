// Everything that a list has, page by page.
import type { AskView } from '../ask/schema/history.ts';
import type { AskFilter, Journal, Page, PageRequest } from './journal.ts';

export async function* pages<T>(read: (page: PageRequest) => Promise<Page<T>>, limit: number): AsyncGenerator<readonly T[]> {
  let cursor: number | undefined;
  do {
    const { items, next } = await read({ limit, cursor });
    yield items;
    cursor = next;
  } while (cursor !== undefined);
}

export async function allAsks(journal: Pick<Journal, 'list'>, filter: AskFilter): Promise<readonly AskView[]> {
  const views: AskView[] = [];
  for await (const items of pages((page) => journal.list(filter, page), 200)) views.push(...items);
  return views;
}
