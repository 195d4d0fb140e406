// What the painters of the inbox give each other.
import type { Painted as Scrollable } from '../../views/inbox/press.ts';
import type { Line, Painting } from '../canvas.ts';

/** `scroll` and `dialog` say how far things can be scrolled; the next key needs them. */
export type InboxPainting = Painting & Scrollable;

/** A room: its list, what is said of the selected row, and where in the list that is. */
export type RoomPainting = { readonly lines: readonly Line[]; readonly preview: readonly Line[]; readonly place: string };
