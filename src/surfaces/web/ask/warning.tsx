// Asks once more before a choice with a warning is sent.
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Action } from '../../views/dialog/act.ts';

export function WarningPanel({
  reasons,
  answer,
}: {
  readonly reasons: readonly string[];
  readonly answer: (action: Action) => void;
}): JSX.Element {
  const back = useRef<HTMLButtonElement>(null);
  // Enter must not send it: the harmless button has the focus.
  useEffect(() => back.current?.focus(), []);
  return (
    <section class="box warn look-twice" role="alertdialog" aria-label="Look twice">
      <h2>⚠ Look twice</h2>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <div class="buttons">
        <button type="button" class="primary danger" onClick={() => answer({ kind: 'send-anyway' })}>
          Send anyway
        </button>
        <button type="button" class="quiet" ref={back} onClick={() => answer({ kind: 'mode', mode: 'list' })}>
          Back
        </button>
      </div>
    </section>
  );
}
