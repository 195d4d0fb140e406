// A decision for several asks, before it is sent.
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { decisionLine } from '../../ask/summary.ts';
import { factsOf } from '../../dialog/inbox/facts.ts';
import type { Summary } from '../../dialog/inbox/state.ts';
import type { Page } from '../page.ts';
import { Line } from '../text/foreign.tsx';

export function SummarySheet({ page, summary }: { readonly page: Page; readonly summary: Summary }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { asks, verdict } = summary;
  const [first] = asks;
  const close = () => page.press({ kind: 'escape' });
  const what = verdict.kind === 'decline' ? 'Decline' : 'Send to';
  return (
    <dialog
      ref={dialog}
      class="sheet"
      aria-labelledby="summary-title"
      onCancel={close}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() === 'y') page.press({ kind: 'char', text: 'y' });
      }}
    >
      <h2 id="summary-title">
        {what} {asks.length === 1 ? 'this ask' : `${asks.length} asks`}?
      </h2>
      {first && verdict.kind === 'answers' ? (
        <p>
          Answer: <Line text={decisionLine(first, verdict)} class="strong" />
        </p>
      ) : null}
      <ul class="summary-list">
        {asks.map((view) => (
          <li key={view.id}>
            <strong>{factsOf(view).project}</strong> <Line text={factsOf(view).headline} />
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button
          type="button"
          class={`primary ${verdict.kind === 'decline' ? 'danger' : ''}`}
          onClick={() => page.press({ kind: 'char', text: 'y' })}
        >
          {verdict.kind === 'decline' ? 'Decline' : 'Send'}
        </button>
        <button type="button" class="quiet" onClick={close}>
          Back
        </button>
      </div>
    </dialog>
  );
}
