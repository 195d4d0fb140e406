// The icons of the page: one path each, in a box of 24 by 24, drawn as lines.
import type { JSX } from 'preact';

export const ICONS = {
  brand: 'M4 5h16v11H9l-5 4zM8.5 10.5l2.2 2.2 4.8-4.7',
  inbox: 'M3 13l3-8h12l3 8v6H3zM3 13h5l1.5 3h5L16 13h5',
  back: 'M15 5l-7 7 7 7',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5L20 20',
  sort: 'M4 7h16M7 12h10M10 17h4',
  select: 'M4 5h16v14H4zM8 12l3 3 5-6',
} as const;

export const Icon = ({ path }: { readonly path: string }): JSX.Element => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);
