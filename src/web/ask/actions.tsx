// The buttons below a question: send or continue, and what can be done instead.
import type { JSX } from 'preact';
import { secretKeyOf } from '../../ask/sealed.ts';
import type { Action } from '../../dialog/dialog/act.ts';
import { type DialogState, onReview } from '../../dialog/dialog/state.ts';
import { draftState } from '../../dialog/dialog/verdict.ts';
import { oneLine } from '../../dialog/foreign-text.ts';

type Props = { readonly dialog: DialogState; readonly answer: (action: Action) => void; readonly isStale: boolean };

export function Actions({ dialog, answer, isStale }: Props): JSX.Element {
  const { ask, mode, page, drafts } = dialog;
  const draft = drafts[page];
  const isSending = mode === 'sending';
  const isQuestion = draft !== undefined;
  const isSeveral = ask.questions.length > 1;
  const isReady = !isQuestion || isSeveral || draftState(draft) === 'answered';
  const open = (to: 'note' | 'redirect' | 'decline') => () => {
    answer({ kind: 'mode', mode: to });
    queueMicrotask(() => document.querySelector<HTMLElement>(`[data-field=${to === 'decline' ? 'reason' : to}]`)?.focus());
  };
  return (
    <div class="actions">
      <button type="submit" class="primary" disabled={isSending || !isReady}>
        {isSending ? (isStale ? 'Waiting for the connection…' : 'Sending…') : primaryWords(dialog)}
      </button>
      <div class="others">
        {isQuestion && isSeveral ? (
          <button type="button" class="quiet" disabled={isSending} onClick={() => answer({ kind: 'skip' })}>
            {draft.skipped ? 'Don’t skip' : 'Skip'}
          </button>
        ) : null}
        {isQuestion && ask.kind !== 'idle' && secretKeyOf(ask.questions[page]) === undefined ? (
          <button type="button" class="quiet" disabled={isSending} onClick={open('note')}>
            Note
          </button>
        ) : null}
        {ask.kind === 'idle' ? null : (
          <button type="button" class="quiet" disabled={isSending} onClick={open('redirect')}>
            Message instead
          </button>
        )}
        <button type="button" class="quiet" disabled={isSending} onClick={open('decline')}>
          Decline
        </button>
      </div>
    </div>
  );
}

function primaryWords(dialog: DialogState): string {
  const { ask, page, drafts } = dialog;
  const draft = drafts[page];
  if (ask.questions.length > 1) return onReview(dialog) ? 'Send answers' : page + 1 === ask.questions.length ? 'Review' : 'Next question';
  if (ask.kind === 'idle') return 'Send prompt';
  if (!draft || draftState(draft) !== 'answered') return 'Send';
  const [first, ...more] = draft.chosen;
  const label = first === undefined ? undefined : ask.questions[0]?.options[first - 1]?.label;
  if (label === undefined) return 'Send your words';
  const name = oneLine(label);
  return more.length > 0 || draft.other
    ? `Send ${draft.chosen.length + (draft.other ? 1 : 0)} choices`
    : `Send “${name.length > 32 ? `${name.slice(0, 31)}…` : name}”`;
}
