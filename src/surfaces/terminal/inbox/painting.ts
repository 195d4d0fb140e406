// The types that the inbox painters share.
import type { Painted as Scrollable } from '../../views/inbox/press.ts';
import type { Line, Painting } from '../canvas.ts';

/** `scroll` and `dialog` say how far things can be scrolled; the next key needs them. */
export type InboxPainting = Painting & Scrollable;

/** A tab: its list, the preview of the selected row, and the position in the list. */
export type RoomPainting = { readonly lines: readonly Line[]; readonly preview: readonly Line[]; readonly place: string };
