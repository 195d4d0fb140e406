// The views besides the inbox: what they are called, and where their code is.
import type { Load } from './lazy.tsx';
import type { ViewProps } from './routes.ts';

/** A view besides the inbox. Its code is loaded when it is opened for the first time. `icon` is one path in a box of 24 by 24. */
export type View = {
  /** As in its address: `#/history`. */
  readonly name: string;
  readonly title: string;
  readonly icon: string;
  readonly load: Load<ViewProps>;
};

/** In the order of the navigation. To add one: a folder with its component, and an entry here. */
export const VIEWS: readonly View[] = [
  {
    name: 'history',
    title: 'History',
    icon: 'M4 5v5h5M4.5 10a8 8 0 1 1-.4 3.5M12 8v4.5l3 2',
    load: async () => (await import('./history/history.tsx')).HistoryView,
  },
  {
    name: 'sessions',
    title: 'Sessions',
    icon: 'M3 5h18v14H3zM7 9.5l3 2.5-3 2.5M12 15h5',
    load: async () => (await import('./sessions/sessions.tsx')).SessionsView,
  },
  {
    name: 'statistics',
    title: 'Statistics',
    icon: 'M4 20h16M7 20v-6M12 20V6M17 20v-9',
    load: async () => (await import('./statistics/statistics.tsx')).StatisticsView,
  },
  {
    name: 'settings',
    title: 'Settings',
    icon: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM8 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
    load: async () => (await import('./settings/settings.tsx')).SettingsView,
  },
];
