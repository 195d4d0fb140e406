// The places of the page, as the part of its address after #: #/ is the inbox, #/ask/ID one ask, #/history and so on the other views.
import type { Page, PageState } from './page.ts';

/** What a view gets: everything known, what it can do, and the parts of the address after its name. */
export type ViewProps = { readonly page: Page; readonly state: PageState; readonly rest: readonly string[] };

export type Route = { readonly name: string; readonly rest: readonly string[] };

export const INBOX: Route = { name: 'inbox', rest: [] };

/** `views`: those besides the inbox. An address that is not known is the inbox. */
export function routeOf(hash: string, views: readonly { readonly name: string }[]): Route {
  const [name = '', ...rest] = hash.replace(/^#\/?/, '').split('/').map(decoded);
  return name === 'ask' || views.some((view) => view.name === name) ? { name, rest } : INBOX;
}

export const addressOf = ({ name, rest }: Route): string =>
  `#/${name === 'inbox' ? '' : [name, ...rest].map(encodeURIComponent).join('/')}`;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
