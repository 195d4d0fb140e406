// Press a key → a command (keys.ts) → the next state of the inbox, and perhaps effects. Pure.
//
//   list ── ↑↓ j k ──▶ another row · / p t c ──▶ filter · s ──▶ order · Tab ──▶ another tab · w ──▶ its pane · ? ──▶ help · q ──▶ quit
//     ├── Space ──▶ marks · d ──▶ summary of what is declined · 1…9 ──▶ opened, with that option chosen
//     └── Enter ──▶ opened: an open ask is answered in its dialog, whose keys are its own (dialog/press.ts), except
//           Esc, q ──▶ back to the list, with the draft kept     d ──▶ the dialog's decline     i ──▶ about the ask
//         an ask that is over is read: ↑↓ scroll, Esc back
//   an answer for several marked asks ──▶ summary ── y ──▶ sends it · any other key ──▶ back
//   anywhere ── Ctrl-C ──▶ quit; asks stay open
import type { Verdict } from '../../ask/schema/decision.ts';
import { dialogCommand } from '../dialog/keys.ts';
import { inField, press as pressDialog, type ScrollRange } from '../dialog/press.ts';
import type { DialogState } from '../dialog/state.ts';
import { isTouched } from '../dialog/verdict.ts';
import type { Key, Mouse } from '../key.ts';
import { inboxCommand } from './keys.ts';
import { summarised } from './marks.ts';
import { inTab, type Effect as ListEffect, type Listing, moved, pressFilter, pressList } from './press-list.ts';
import { type Inbox, type Opened, type Summary, steady, type Tab } from './state.ts';

export type Effect = ListEffect | { readonly kind: 'decide'; readonly ask: string; readonly verdict: Verdict };
export type Pressed = { readonly inbox: Inbox; readonly effects: readonly Effect[] };

/** Known only to the painter: how far the texts can be scrolled, and what is where. */
export type Painted = {
  readonly scroll: number;
  readonly dialog?: ScrollRange | undefined;
  /** What a click finds: the item in each row of the screen, and the columns of each tab in the first row. */
  readonly items?: readonly (string | undefined)[] | undefined;
  readonly tabs?: readonly { readonly tab: Tab; readonly from: number; readonly to: number }[] | undefined;
};
const UNPAINTED: Painted = { scroll: 0 };

const PAGE = 10;

export function press(inbox: Inbox, key: Key, painted: Painted = UNPAINTED): Pressed {
  if (key.kind === 'interrupt') return { inbox: kept(inbox), effects: [{ kind: 'quit' }] };
  if (key.kind === 'redraw') return { inbox, effects: [{ kind: 'redraw' }] };
  // A fast typist's keys arrive in one piece.
  if (key.kind === 'char' && !isTyping(inbox) && [...key.text].length > 1) return pressEach(inbox, [...key.text], painted);
  const calm = { ...inbox, notice: undefined };
  if (calm.summary) return pressSummary(inbox, calm, calm.summary, key);
  const { inbox: after, effect } = key.kind === 'mouse' ? pressMouse(calm, key, painted) : pressOne(calm, key, painted);
  return asPressed({ inbox: steady(inbox, after), effect });
}

export const asPressed = ({ inbox, effect }: One): Pressed => ({ inbox, effects: effect ? [effect] : [] });

/** Only y sends it. */
function pressSummary(before: Inbox, inbox: Inbox, { asks, verdict }: Summary, key: Key): Pressed {
  if (key.kind === 'mouse') return { inbox: before, effects: [] };
  const closed: Inbox = { ...inbox, summary: undefined };
  if (inboxCommand('summary', key) !== 'send') return { inbox: closed, effects: [] };
  const effects = asks.map(({ id }): Effect => ({ kind: 'decide', ask: id, verdict }));
  return { inbox: steady(before, { ...back(closed), marked: new Set() }), effects };
}

type One = { readonly inbox: Inbox; readonly effect?: Effect | undefined };

function pressOne(inbox: Inbox, key: Key, painted: Painted): One {
  if (inbox.help) return { inbox: { ...inbox, help: false } };
  if (inbox.opened?.dialog)
    return inbox.opened.about
      ? pressPage(inbox, inbox.opened, key, painted)
      : inDialog(inbox, inbox.opened, inbox.opened.dialog, key, painted);
  if (inbox.opened) return pressPage(inbox, inbox.opened, key, painted);
  return inbox.typing ? pressFilter(inbox, key) : pressList(inbox, key);
}

function inDialog(inbox: Inbox, opened: Opened, dialog: DialogState, key: Key, painted: Painted): One {
  const command = dialogCommand(dialog, key, 'inbox');
  if (command === 'back') return { inbox: back(inbox) };
  if (command === 'about') return { inbox: { ...inbox, opened: { ...opened, about: true, scroll: 0 } } };
  const { state, effect } = pressDialog(dialog, key, painted.dialog, 'inbox');
  const after = withDialog(inbox, opened, state);
  if (effect?.kind === 'submit' && opened.others.length > 0)
    // The dialog itself is as before, in case the summary is not confirmed.
    return { inbox: summarised(withDialog(inbox, opened, { ...state, mode: 'list' }), [opened.view, ...opened.others], effect.verdict) };
  if (effect?.kind === 'submit') return { inbox: after, effect: { kind: 'decide', ask: opened.view.id, verdict: effect.verdict } };
  return effect?.kind === 'leave' ? { inbox: back(after) } : { inbox: after };
}

/** A click selects; on what is selected already, it opens it. The wheel moves, or scrolls what is read. */
function pressMouse(inbox: Inbox, { what, x, y }: Mouse, painted: Painted): One {
  const wheel = what === 'wheel-up' ? -1 : 1;
  if (inbox.help) return what === 'click' ? { inbox: { ...inbox, help: false } } : { inbox };
  if (inbox.opened?.dialog && !inbox.opened.about && what !== 'click')
    return isTyping(inbox) ? { inbox } : pressOne(inbox, { kind: wheel < 0 ? 'page-up' : 'page-down' }, painted);
  if (inbox.opened) return what === 'click' ? { inbox } : pressOne(inbox, { kind: wheel < 0 ? 'up' : 'down' }, painted);
  if (what !== 'click') return moved(inbox, wheel);
  const tab = y === 0 ? painted.tabs?.find(({ from, to }) => x >= from && x < to)?.tab : undefined;
  if (tab) return { inbox: inTab({ ...inbox, typing: false }, tab) };
  const id = painted.items?.[y];
  if (id === undefined) return { inbox };
  if (inbox.selected[inbox.tab] === id) return pressList({ ...inbox, typing: false }, { kind: 'enter' });
  return { inbox: { ...inbox, typing: false, selected: { ...inbox.selected, [inbox.tab]: id } } };
}

/** A page to read: an ask that is over, or the details of an open one. */
function pressPage(inbox: Inbox, opened: Opened, key: Key, { scroll: most }: Painted): Listing {
  const from = Math.min(opened.scroll, most);
  const to = (place: number): Listing => ({ inbox: { ...inbox, opened: { ...opened, scroll: Math.max(0, Math.min(most, place)) } } });
  switch (inboxCommand('page', key)) {
    case 'up':
      return to(from - 1);
    case 'down':
      return to(from + 1);
    case 'page-up':
      return to(from - PAGE);
    case 'page-down':
      return to(from + PAGE);
    case 'first':
      return to(0);
    case 'last':
      return to(most);
    case 'back':
      return { inbox: opened.about ? { ...inbox, opened: { ...opened, about: false } } : back(inbox) };
    default:
      return { inbox };
  }
}

/** Back to the list. What was entered is kept for when the ask is opened again. */
export function back(inbox: Inbox): Inbox {
  return { ...kept(inbox), opened: undefined };
}

function kept(inbox: Inbox): Inbox {
  const dialog = inbox.opened?.dialog;
  if (!dialog || !inbox.opened) return inbox;
  const drafts = new Map(inbox.drafts);
  if (isTouched(dialog)) drafts.set(inbox.opened.view.id, dialog);
  else drafts.delete(inbox.opened.view.id);
  return { ...inbox, drafts };
}

const withDialog = (inbox: Inbox, opened: Opened, dialog: DialogState): Inbox => ({ ...inbox, opened: { ...opened, dialog } });

const isTyping = ({ typing, opened, help }: Inbox): boolean =>
  !help && (opened ? opened.dialog !== undefined && !opened.about && inField(opened.dialog) : typing);

function pressEach(inbox: Inbox, letters: readonly string[], painted: Painted): Pressed {
  let pressed: Pressed = { inbox, effects: [] };
  for (const [i, text] of letters.entries()) {
    // A letter may open a text field: then the rest is text.
    if (isTyping(pressed.inbox)) {
      const rest = press(pressed.inbox, { kind: 'char', text: letters.slice(i).join('') }, painted);
      return { inbox: rest.inbox, effects: [...pressed.effects, ...rest.effects] };
    }
    const next = press(pressed.inbox, { kind: 'char', text }, painted);
    pressed = { inbox: next.inbox, effects: [...pressed.effects, ...next.effects] };
  }
  return pressed;
}
