// Who is told when an ask waits, whether messages get through, and a test.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { oneLine } from '../../dialog/foreign-text.ts';
import { ago } from '../../dialog/words/words.ts';
import { useAttempt, useLoaded } from '../loaded.ts';
import type { Page } from '../page.ts';
import { Line } from '../text/foreign.tsx';

export function Notifiers({ page, now }: { readonly page: Page; readonly now: number }): JSX.Element {
  const { value, problem, reload } = useLoaded(
    page,
    async (signal) => (await page.call('GET /v1/notifiers', { signal })).notifiers,
    [],
    (event) => event.happening.kind === 'notified',
  );
  const { isBusy, run } = useAttempt(page, reload);
  const [testing, setTesting] = useState<string>();
  const test = (name: string) => {
    setTesting(name);
    void run(() => testNotifier(page, name), 'A test message was sent.');
  };
  return (
    <section class="box setting" aria-labelledby="notifiers">
      <h2 id="notifiers">Notifiers</h2>
      <p class="dim">
        Everything that tells you about asks. <code>answerback notify add</code> adds one.
      </p>
      {value === undefined ? <p class="dim">{problem ?? 'Loading…'}</p> : null}
      {value?.length === 0 ? <p>Nobody is notified yet.</p> : null}
      <ul class="lines-list">
        {value?.map(({ name, kind, device, ok, message, waiting, sentAt }) => {
          const shown = oneLine(device ?? name);
          return (
            <li key={name}>
              <div class="line-text">
                <strong>
                  <span class={`sign ${ok ? 'good' : 'bad'}`} aria-hidden="true">
                    {ok ? '✓' : '✗'}
                  </span>{' '}
                  {shown}
                </strong>{' '}
                <span class="tag plain">{kind}</span>
                <p class={ok ? 'dim' : 'problem'}>
                  {ok ? sentAt === undefined ? 'nothing sent yet' : `last sent ${ago(now - sentAt)}` : <Line text={message} />}
                  {waiting > 0 ? `, ${waiting} waiting` : ''}
                </p>
              </div>
              <div class="buttons">
                <button type="button" class="quiet" disabled={isBusy} aria-label={`Test ${shown}`} onClick={() => test(name)}>
                  {isBusy && testing === name ? 'Sending…' : 'Test'}
                </button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export async function testNotifier(page: Page, name: string): Promise<void> {
  const { results } = await page.call('POST /v1/notifiers/test', { body: { name } });
  const failed = results.find(({ ok }) => !ok);
  if (failed) throw new Error(failed.message);
}
