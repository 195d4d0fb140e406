// What a view reads from the broker: loaded when it opens, and again when something happens that may have changed it.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { JournalEvent } from '../ask/schema/history.ts';
import type { Page } from './page.ts';

export type Loaded<T> = { readonly value?: T | undefined; readonly problem?: string | undefined; readonly reload: () => void };

/** Events come in bursts. */
const SETTLE_MS = 150;

/** `on`: which events make it load again. A value that was loaded stays while the next one is on its way, or if the broker cannot be reached. */
export function useLoaded<T>(
  page: Page,
  load: (signal: AbortSignal) => Promise<T>,
  dependencies: readonly unknown[],
  on?: (event: JournalEvent) => boolean,
): Loaded<T> {
  const [loaded, setLoaded] = useState<{ readonly value?: T; readonly problem?: string }>({});
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  useEffect(() => {
    const over = new AbortController();
    load(over.signal).then(
      (value) => over.signal.aborted || setLoaded({ value }),
      (error: Error) => over.signal.aborted || setLoaded((before) => ({ ...before, problem: error.message })),
    );
    return () => over.abort();
  }, [...dependencies, turn, page.state.inbox.contact.kind === 'live']);
  const wanted = useRef(on);
  wanted.current = on;
  useEffect(() => {
    let timer: number | undefined;
    const stop = page.onEvent((event) => {
      if (!wanted.current?.(event)) return;
      clearTimeout(timer);
      timer = window.setTimeout(reload, SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [page]);
  return { ...loaded, reload };
}

/** Does something at the broker, and says what went wrong. `after`: also if it failed. */
export function useAttempt(page: Page, after?: () => void) {
  const [isBusy, setBusy] = useState(false);
  const run = async (what: () => Promise<unknown>, done?: string): Promise<boolean> => {
    setBusy(true);
    try {
      await what();
      if (done !== undefined) page.notice('good', done);
      return true;
    } catch (error) {
      page.notice('bad', (error as Error).message);
      return false;
    } finally {
      setBusy(false);
      after?.();
    }
  };
  return { isBusy, run };
}
