// A message instead of an answer, or a decline with an optional reason.
import type { JSX } from 'preact';
import type { Action } from '../../dialog/dialog/act.ts';
import type { DialogState } from '../../dialog/dialog/state.ts';
import { TextArea } from '../text/text-area.tsx';

type Props = { readonly dialog: DialogState; readonly mode: 'redirect' | 'decline'; readonly answer: (action: Action) => void };

const WORDS = {
  redirect: {
    title: 'Message instead of an answer',
    hint: 'For a question that is wrong: the agent reads this and continues.',
    send: 'Send message',
  },
  decline: { title: 'Decline to answer', hint: 'The agent is told that you declined. A reason helps it.', send: 'Decline' },
} as const;

export function MessagePanel({ dialog, mode, answer }: Props): JSX.Element {
  const field = mode === 'decline' ? 'reason' : 'redirect';
  const { title, hint, send } = WORDS[mode];
  return (
    <section class="message" aria-label={title}>
      <h2>{title}</h2>
      <p class="dim">{hint}</p>
      <TextArea
        field={field}
        label={mode === 'decline' ? 'Reason (optional)' : 'Message'}
        placeholder={mode === 'decline' ? 'Reason (optional)' : 'What is wrong, and what to do'}
        value={dialog[field].text}
        onText={(text) => answer({ kind: 'write', field, text })}
      />
      <div class="buttons">
        <button type="button" class={`primary ${mode === 'decline' ? 'danger' : ''}`} onClick={() => answer({ kind: 'submit' })}>
          {send}
        </button>
        <button type="button" class="quiet" onClick={() => answer({ kind: 'mode', mode: 'list' })}>
          Back
        </button>
      </div>
    </section>
  );
}
