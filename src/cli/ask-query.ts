// Which asks a command is about: filters from flags, and pages from the broker.
import { resolve } from 'node:path';
import type { AskView } from '../ask/schema/history.ts';
import type { Client, ListQuery } from '../client/client.ts';
import type { AskPage } from '../contract/types.ts';
import type { Range } from './time-range.ts';

export type FilterFlags = {
  readonly kind?: readonly string[];
  readonly project?: string;
  readonly program?: string;
  readonly session?: string;
  readonly text?: string;
};

const LARGEST_PAGE = 500;

/** A project by its path (`.` is this folder) or by its name. States and kinds are sent as typed: the broker validates them. */
export function filters(flags: FilterFlags): ListQuery {
  const { kind, project, program, session, text } = flags;
  return {
    kind: kind as ListQuery['kind'],
    project: project === undefined || /^\w[\w.-]*$/.test(project) ? project : resolve(project),
    program,
    session,
    text,
  };
}

export const isFiltered = (flags: FilterFlags): boolean => Object.values(filters(flags)).some((value) => value !== undefined);

/** Reads pages until there are enough asks. */
export async function pages(
  page: (query: ListQuery) => Promise<AskPage>,
  query: ListQuery,
  limit: number,
): Promise<{ asks: AskView[]; more: boolean; notices?: AskPage['notices'] }> {
  const asks: AskView[] = [];
  let notices: AskPage['notices'];
  let cursor: number | undefined;
  do {
    const got = await page({ ...query, cursor, limit: Math.min(limit - asks.length, LARGEST_PAGE) });
    asks.push(...got.asks);
    notices ??= got.notices;
    cursor = got.next;
  } while (cursor !== undefined && asks.length < limit);
  return { asks, more: cursor !== undefined, notices };
}

/** All that match and were asked in a range of time, newest first, page by page. */
export async function* asksWithin(client: Client, query: ListQuery, { from, to }: Range): AsyncGenerator<AskView> {
  let cursor: number | undefined;
  do {
    const page = await client.call('GET /v1/asks', { query: { ...query, cursor, limit: LARGEST_PAGE } });
    for (const view of page.asks) {
      if (view.createdAt < from) return;
      if (view.createdAt < to) yield view;
    }
    cursor = page.next;
  } while (cursor !== undefined);
}
