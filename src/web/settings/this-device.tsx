// Notifications on this device: on, off, a test.
import type { JSX } from 'preact';
import { useAttempt, useLoaded } from '../loaded.ts';
import type { Page } from '../page.ts';
import { testNotifier } from './notifiers.tsx';
import { pushState, turnOff, turnOn } from './push.ts';

export function ThisDevice({ page }: { readonly page: Page }): JSX.Element {
  const { value, problem, reload } = useLoaded(page, () => pushState(page), []);
  const { isBusy, run } = useAttempt(page, reload);
  const test = async (notifiers: readonly string[]) => {
    for (const name of notifiers) await testNotifier(page, name);
  };
  return (
    <section class="box setting" aria-labelledby="this-device">
      <h2 id="this-device">Notifications on this device</h2>
      {value === undefined ? <p class="dim">{problem ?? 'Looking…'}</p> : null}
      {value?.kind === 'impossible' ? <p class="dim">{value.why}</p> : null}
      {value?.kind === 'off' ? (
        <>
          <p class="dim">Be told when an agent asks, also while this page is closed. Only this browser can read the messages.</p>
          <div class="buttons">
            <button type="button" class="primary" disabled={isBusy} onClick={() => void run(() => turnOn(page), 'Notifications are on.')}>
              Turn on
            </button>
          </div>
        </>
      ) : null}
      {value?.kind === 'on' ? (
        <>
          <p>
            <span class="tag good">On</span>{' '}
            {value.notifiers.length === 0 ? (
              <span class="dim">but the configuration does not include this device (notify: … kind: web-push, devices: …).</span>
            ) : null}
          </p>
          <div class="buttons">
            <button
              type="button"
              class="quiet"
              disabled={isBusy || value.notifiers.length === 0}
              onClick={() => void run(() => test(value.notifiers), 'A test message is on its way.')}
            >
              Send a test
            </button>
            <button type="button" class="quiet" disabled={isBusy} onClick={() => void run(() => turnOff(page), 'Notifications are off.')}>
              Turn off
            </button>
          </div>
        </>
      ) : null}
    </section>
  );
}
