// Everything that a list has, page by page.
import type { Page, PageRequest } from './journal.ts';

export async function* pages<T>(read: (page: PageRequest) => Promise<Page<T>>, limit: number): AsyncGenerator<readonly T[]> {
  let cursor: number | undefined;
  do {
    const { items, next } = await read({ limit, cursor });
    yield items;
    cursor = next;
  } while (cursor !== undefined);
}
