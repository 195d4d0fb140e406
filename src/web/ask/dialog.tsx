// The dialog of an open ask: its questions one by one, the review of several, and what can be done instead of answering.
import type { JSX } from 'preact';
import type { Action } from '../../dialog/dialog/act.ts';
import { type DialogState, onReview } from '../../dialog/dialog/state.ts';
import { draftState, nameOf } from '../../dialog/dialog/verdict.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import type { Page } from '../page.ts';
import { Lines } from '../text/foreign.tsx';
import { TextArea } from '../text/text-area.tsx';
import { Actions } from './actions.tsx';
import { isPlan, PlanActions } from './plan.tsx';
import { QuestionForm } from './question.tsx';
import { Review } from './review.tsx';

type Props = { readonly page: Page; readonly dialog: DialogState; readonly isStale: boolean };

export function Dialog({ page, dialog, isStale }: Props): JSX.Element {
  const answer = (action: Action) => page.answer(action);
  const { ask, mode, complaint } = dialog;
  const isSeveral = ask.questions.length > 1;
  return (
    <form
      class="dialog"
      aria-busy={mode === 'sending'}
      onSubmit={(event) => {
        event.preventDefault();
        answer({ kind: 'go-on' });
      }}
    >
      {isSeveral ? <Steps dialog={dialog} answer={answer} /> : null}
      {isSeveral && onReview(dialog) ? (
        <Review dialog={dialog} answer={answer} />
      ) : isPlan(ask) ? (
        <Lines text={ask.questions[0]?.text ?? ''} class="question-text" />
      ) : (
        <QuestionForm dialog={dialog} answer={answer} />
      )}
      <div class="bar">
        {complaint === undefined ? null : (
          <p class="problem" role="alert">
            {oneLine(complaint)}
          </p>
        )}
        {mode === 'redirect' || mode === 'decline' ? (
          <MessagePanel dialog={dialog} mode={mode} answer={answer} />
        ) : isPlan(ask) ? (
          <PlanActions dialog={dialog} answer={answer} isStale={isStale} />
        ) : (
          <Actions dialog={dialog} answer={answer} isStale={isStale} />
        )}
      </div>
    </form>
  );
}

/** The questions of an ask with several, and the review; each can be opened at any time. */
function Steps({ dialog, answer }: { readonly dialog: DialogState; readonly answer: (action: Action) => void }): JSX.Element {
  const { ask, page, drafts } = dialog;
  const signs = { answered: '✓', skipped: '–', missing: '' } as const;
  return (
    <nav class="steps" aria-label="Questions">
      {ask.questions.map((question, i) => {
        const draft = drafts[i];
        const done = draft ? draftState(draft) : 'missing';
        return (
          <button
            key={i}
            type="button"
            class="step"
            data-draft={done}
            aria-current={page === i ? 'step' : undefined}
            onClick={() => answer({ kind: 'page', page: i })}
          >
            <span class="step-number" aria-hidden="true">
              {signs[done] || i + 1}
            </span>
            {oneLine(nameOf(question, i))}
            <span class="hidden">, {done}</span>
          </button>
        );
      })}
      <button
        type="button"
        class="step"
        aria-current={onReview(dialog) ? 'step' : undefined}
        onClick={() => answer({ kind: 'page', page: ask.questions.length })}
      >
        Review
      </button>
    </nav>
  );
}

type MessageProps = { readonly dialog: DialogState; readonly mode: 'redirect' | 'decline'; readonly answer: (action: Action) => void };

const WORDS = {
  redirect: {
    title: 'Message instead of an answer',
    hint: 'For a question that is wrong: the agent reads this and continues.',
    send: 'Send message',
  },
  decline: { title: 'Decline to answer', hint: 'The agent is told that you declined. A reason helps it.', send: 'Decline' },
} as const;

function MessagePanel({ dialog, mode, answer }: MessageProps): JSX.Element {
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
