// Keys of the browser as keys of the state machines (dialog/key.ts). What the browser itself does with a key has priority where people expect it.
import { dialogCommand } from '../dialog/dialog/keys.ts';
import { onReview } from '../dialog/dialog/state.ts';
import { inboxCommand } from '../dialog/inbox/keys.ts';
import type { Key, NamedKey } from '../dialog/key.ts';
import type { Page } from './page.ts';

const NAMED: Readonly<Record<string, NamedKey>> = {
  Enter: 'enter',
  Escape: 'escape',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'home',
  End: 'end',
};

/** Undefined for keys of the browser: with Ctrl, Alt or Meta, while an input method composes, and all that have no name here. */
export function keyOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing'>): Key | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return undefined;
  const named = NAMED[event.key];
  if (named) return { kind: named };
  return [...event.key].length === 1 ? { kind: 'char', text: event.key } : undefined;
}

export function listenToKeys(page: Page): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || page.state.access === 'out' || document.querySelector('dialog[open]')) return;
    const key = keyOf(event);
    if (!key) return;
    const target = event.target as HTMLElement;
    const handled = isTextField(target) ? inTextField(page, target, event) : isNative(target, event.key) ? false : inView(page, key);
    if (handled) event.preventDefault();
  });
}

/** In a text, Enter sends where there is a real keyboard, and Esc goes back to the options. */
function inTextField(page: Page, target: HTMLElement, event: KeyboardEvent): boolean {
  const field = target.dataset.field;
  if (event.key === 'Escape') {
    target.blur();
    if (field === 'find') page.press({ kind: 'escape' });
    else if (field) page.answer({ kind: 'mode', mode: 'list' });
    return true;
  }
  if (event.key !== 'Enter' || event.shiftKey) return false;
  if (field === 'find') {
    target.blur();
    focusSelected();
    return true;
  }
  if (!field || matchMedia('(pointer: coarse)').matches) return false;
  if (field === 'note') page.answer({ kind: 'mode', mode: 'list' });
  page.answer({ kind: field === 'words' || field === 'note' ? 'go-on' : 'submit' });
  return true;
}

function inView(page: Page, key: Key): boolean {
  const { inbox, route } = page.state;
  if (key.kind === 'char' && key.text === '?') {
    page.set({ help: true });
    return true;
  }
  if (route.name === 'inbox') return inList(page, key);
  if (route.name !== 'ask' || !inbox.opened) return false;
  if (!inbox.opened.dialog) {
    if (inboxCommand('page', key) !== 'back' || key.kind === 'enter') return false;
    page.close();
    return true;
  }
  return inDialog(page, key);
}

function inList(page: Page, key: Key): boolean {
  const { inbox } = page.state;
  if (inbox.summary) {
    page.press(key);
    return true;
  }
  const command = inboxCommand('list', key);
  if (!command || ['quit', 'go', 'ended', 'next-tab', 'previous-tab', 'page-up', 'page-down', 'help'].includes(command)) return false;
  if (command === 'find') {
    document.querySelector<HTMLElement>('[data-field=find]')?.focus();
    return true;
  }
  page.press(key);
  if (['up', 'down', 'first', 'last', 'mark'].includes(command)) queueMicrotask(focusSelected);
  return true;
}

function inDialog(page: Page, key: Key): boolean {
  const dialog = page.state.inbox.opened?.dialog;
  if (!dialog) return false;
  if (page.state.inbox.summary) {
    page.press(key);
    return true;
  }
  const inList = dialog.mode === 'words' || dialog.mode === 'note' ? { ...dialog, mode: 'list' as const } : dialog;
  const command = dialogCommand(inList, key, 'inbox');
  switch (command) {
    case undefined:
    case 'about':
    case 'help':
    case 'scroll-up':
    case 'scroll-down':
    case 'text-up':
    case 'text-down':
      return false;
    case 'back':
      page.close();
      return true;
    case 'close':
      page.answer({ kind: 'mode', mode: 'list' });
      return true;
    case 'go-on':
    case 'done':
      page.answer({ kind: 'go-on' });
      return true;
    case 'submit':
      page.answer({ kind: command });
      return true;
    case 'note':
    case 'redirect':
    case 'decline':
      page.answer({ kind: 'mode', mode: command });
      focusField(command === 'decline' ? 'reason' : command);
      return true;
    case 'up':
    case 'down':
    case 'first':
    case 'last':
      page.answer({ kind: 'mode', mode: 'list' });
      page.press(key);
      if (!onReview(dialog)) queueMicrotask(() => document.querySelector<HTMLElement>('.option[data-row] input')?.focus());
      return true;
    default: {
      page.answer({ kind: 'mode', mode: 'list' });
      page.press(key);
      if (page.state.inbox.opened?.dialog?.mode === 'words') focusField('words');
      return true;
    }
  }
}

/** After the next paint, when the field is there. */
const focusField = (field: string): void => queueMicrotask(() => document.querySelector<HTMLElement>(`[data-field=${field}]`)?.focus());

const focusSelected = (): void => document.querySelector<HTMLElement>('.row[data-selected] a')?.focus();

const isTextField = (target: HTMLElement): boolean =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type));

/** A button or a link under the focus is pressed by Enter, a box is ticked by Space, and so on. */
function isNative(target: HTMLElement, key: string): boolean {
  if (target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLButtonElement) return key === 'Enter' || key === ' ';
  if (target.tagName === 'A' || target.tagName === 'SUMMARY') return key === 'Enter';
  if (target instanceof HTMLInputElement) return key === ' ' || (target.type === 'radio' && (key === 'ArrowUp' || key === 'ArrowDown'));
  return false;
}
