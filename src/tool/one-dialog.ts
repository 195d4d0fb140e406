// One dialog at a time in a process: two dialogs would share the keyboard, and one key would answer both.

/** What a second call does while a dialog is open. */
export type WhenBusy = 'reject' | 'queue';

export const DIALOG_OPEN = 'ask_user_question dialog already open';

/** On the global object, because the library and its terminal half are two bundles in one process. */
const KEY = Symbol.for('answerback.dialogs');
const dialogs = globalThis as { [KEY]?: Promise<unknown> | undefined };

/** Undefined if another dialog is open, or if `signal` aborted while this one was waiting for its turn. */
export async function oneDialog<T>(whenBusy: WhenBusy, signal: AbortSignal | undefined, show: () => Promise<T>): Promise<T | undefined> {
  const before = dialogs[KEY];
  if (before && whenBusy === 'reject') return undefined;
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const mine = Promise.all([before, left]).then(() => {
    if (dialogs[KEY] === mine) dialogs[KEY] = undefined;
  });
  dialogs[KEY] = mine;
  try {
    if (before && !(await turnCame(before, signal))) return undefined;
    return await show();
  } finally {
    leave();
  }
}

function turnCame(before: Promise<unknown>, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    signal?.addEventListener('abort', () => resolve(false), { once: true });
    void before.then(() => resolve(true));
  });
}
