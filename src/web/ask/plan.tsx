// The buttons below a plan: approve it, approve it with changes, reject it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { stance } from '../../ask/option-words.ts';
import { markOf } from '../../ask/permission-marks.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import type { Action } from '../../dialog/dialog/act.ts';
import type { DialogState } from '../../dialog/dialog/state.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import { isVisible } from '../../text/visible.ts';
import { TextArea } from '../text/text-area.tsx';

/** One question whose first option approves and whose last one does not. Any other plan is answered like a question. */
export function isPlan({ kind, questions }: Ask): boolean {
  const [question, ...others] = questions;
  if (kind !== 'plan' || !question || others.length > 0 || question.multiSelect || question.options.length < 2) return false;
  return stance(question.options[0]?.label ?? '') === 'yes' && stance(question.options.at(-1)?.label ?? '') === 'no';
}

const WITH_CHANGES = 'Approve with these changes:\n';

const PANELS = {
  changes: {
    label: 'What should change',
    hint: 'The agent gets “Approve with these changes: …”, works them into its plan, and may ask once more.',
    send: 'Approve with these changes',
  },
  reject: { label: 'Why, or what to do instead (optional)', hint: 'The agent keeps planning.', send: 'Reject' },
} as const;

type Props = { readonly dialog: DialogState; readonly answer: (action: Action) => void; readonly isStale: boolean };

export function PlanActions({ dialog, answer, isStale }: Props): JSX.Element {
  const [panel, setPanel] = useState<keyof typeof PANELS>();
  const { ask, drafts, mode } = dialog;
  const options = ask.questions[0]?.options ?? [];
  const [draft] = drafts;
  const words = draft?.words.text ?? '';
  const isSending = mode === 'sending';
  const choose = (row: number) => {
    answer({ kind: 'choose', row });
    answer({ kind: 'submit' });
  };
  const show = (which: keyof typeof PANELS) => {
    setPanel(which);
    queueMicrotask(() => document.querySelector<HTMLElement>('[data-field=words]')?.focus());
  };
  const send = () => {
    if (panel === 'reject' && !isVisible(words)) return choose(options.length - 1);
    const text = panel === 'changes' && !words.startsWith(WITH_CHANGES) ? WITH_CHANGES + words : words;
    answer({ kind: 'write', field: 'words', text });
    answer({ kind: 'submit' });
  };
  if (isSending) return <p class="dim">{isStale ? 'Waiting for the connection…' : 'Sending…'}</p>;
  if (panel) {
    const { label, hint, send: sendWords } = PANELS[panel];
    return (
      <section class="message" aria-label={sendWords}>
        <label class="note">
          <span>{label}</span>
          <TextArea field="words" value={words} onText={(text) => answer({ kind: 'write', field: 'words', text })} />
        </label>
        <p class="dim">{hint}</p>
        <div class="buttons">
          <button
            type="button"
            class={`primary ${panel === 'reject' ? 'danger' : ''}`}
            disabled={panel === 'changes' && !isVisible(words)}
            onClick={send}
          >
            {sendWords}
          </button>
          <button type="button" class="quiet" onClick={() => setPanel(undefined)}>
            Back
          </button>
        </div>
      </section>
    );
  }
  return (
    <div class="actions">
      {options.slice(0, -1).map((option, row) => (
        <button
          key={row}
          type="button"
          class={row === 0 ? 'primary' : 'quiet'}
          data-chosen={draft?.chosen.includes(row + 1) ? '' : undefined}
          title={markOf(ask, 0, row + 1) ?? option.description}
          onClick={() => choose(row)}
        >
          {row === 0 && options.length === 2 ? 'Approve' : oneLine(option.label)}
        </button>
      ))}
      <div class="others">
        <button type="button" class="quiet" onClick={() => show('changes')}>
          Approve with changes
        </button>
        <button type="button" class="quiet danger" onClick={() => show('reject')}>
          Reject
        </button>
        <button type="button" class="quiet" onClick={() => answer({ kind: 'mode', mode: 'decline' })}>
          Decline
        </button>
      </div>
    </div>
  );
}
