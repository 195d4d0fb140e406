// One dialog at a time in a process: two dialogs would share the keyboard, and one key would answer both.
import { AsyncLocalStorage } from 'node:async_hooks';

/** What a second call does while a dialog is open. */
export type WhenBusy = 'reject' | 'queue';

export const DIALOG_OPEN = 'ask_user_question dialog already open';

/** A presenter may show one of our dialogs: what is opened inside a dialog takes turns there, while the outer one has the keyboard. */
type Turns = { last?: Promise<unknown> | undefined; over?: true; readonly outer?: Turns };

/** On the global object, because the library and its terminal half are two bundles in one process. */
const KEY = Symbol.for('answerback.dialogs');
type Dialogs = { readonly outermost: Turns; readonly inside: AsyncLocalStorage<Turns> };
const shared = globalThis as { [KEY]?: Dialogs };
shared[KEY] ??= { outermost: {}, inside: new AsyncLocalStorage() };
const { outermost, inside } = shared[KEY];

/** Undefined if another dialog is open, or if `signal` aborted while this one was waiting for its turn. */
export async function oneDialog<T>(whenBusy: WhenBusy, signal: AbortSignal | undefined, show: () => Promise<T>): Promise<T | undefined> {
  const turns = currentTurns();
  const before = turns.last;
  if (before && whenBusy === 'reject') return undefined;
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const mine = Promise.all([before, left]).then(() => {
    if (turns.last === mine) turns.last = undefined;
  });
  turns.last = mine;
  const own: Turns = { outer: turns };
  try {
    if (before && !(await turnCame(before, signal))) return undefined;
    return await inside.run(own, show);
  } finally {
    own.over = true;
    leave();
  }
}

/** What a dialog has started may outlive it. */
function currentTurns(): Turns {
  let turns = inside.getStore();
  while (turns?.over) turns = turns.outer;
  return turns ?? outermost;
}

function turnCame(before: Promise<unknown>, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    signal?.addEventListener('abort', () => resolve(false), { once: true });
    void before.then(() => resolve(true));
  });
}
