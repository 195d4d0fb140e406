// A decision that did not reach the agent: why, and what can be done.
import type { JSX } from 'preact';
import { undeliveredReason } from '../../ask/lifecycle.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { decisionLine } from '../../ask/summary.ts';
import { useAttempt } from '../loaded.ts';
import type { Page } from '../page.ts';
import { Line } from '../text/foreign.tsx';

export function Undelivered({ page, view }: { readonly page: Page; readonly view: AskView }): JSX.Element | null {
  const reason = undeliveredReason(view);
  const { isBusy, run } = useAttempt(page);
  if (reason === undefined) return null;
  const params = { id: view.id };
  return (
    <section class="box bad" aria-label="Not delivered">
      <h2>Not delivered</h2>
      <p>
        <Line text={reason} />
      </p>
      {view.decision ? (
        <p class="dim">
          {view.decision.by.name} decided: <Line text={decisionLine(view, view.decision)} class="strong" />
        </p>
      ) : null}
      <div class="buttons">
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          onClick={() => void run(() => page.call('POST /v1/asks/:id/delivery', { params }), 'Delivering it again.')}
        >
          Deliver again
        </button>
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          onClick={() =>
            void run(
              () =>
                page.call('POST /v1/asks/:id/withdraw', {
                  params,
                  body: { reason: 'withdrawn on the web page', by: { kind: 'person', name: 'web', surface: 'web' } },
                }),
              'Withdrawn.',
            )
          }
        >
          Withdraw
        </button>
        <span class="dim">or answer again below to replace it.</span>
      </div>
    </section>
  );
}
