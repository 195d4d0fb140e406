// The places of the page, as the part of its address after #: #/ is the inbox, #/ask/ID one ask, #/history and so on the other views.
import type { Load } from './lazy.tsx';
import type { Page, PageState } from './page.ts';

/** What a view gets: everything known, what it can do, and the parts of the address after its name. */
export type ViewProps = { readonly page: Page; readonly state: PageState; readonly rest: readonly string[] };

/** A view besides the inbox. Its code is loaded when it is opened for the first time. `icon` is one path in a box of 24 by 24. */
export type View = {
  readonly name: string;
  readonly title: string;
  readonly icon: string;
  readonly load: Load<ViewProps>;
};

/** In the order of the navigation. To add one: a folder with its component, and a line here. */
export const VIEWS: readonly View[] = [];

export type Route = { readonly name: string; readonly rest: readonly string[] };

export const INBOX: Route = { name: 'inbox', rest: [] };

/** An address that is not known is the inbox. */
export function routeOf(hash: string): Route {
  const [name = '', ...rest] = hash.replace(/^#\/?/, '').split('/').map(decoded);
  if (name === 'ask') return { name, rest };
  return VIEWS.some((view) => view.name === name) ? { name, rest } : INBOX;
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
