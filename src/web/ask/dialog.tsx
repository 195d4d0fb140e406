// The dialog of an open ask: its questions one by one, the review of several, and what can be done instead of answering.
import type { JSX } from 'preact';
import type { Action } from '../../dialog/dialog/act.ts';
import { type DialogState, onReview } from '../../dialog/dialog/state.ts';
import { draftState, nameOf } from '../../dialog/dialog/verdict.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import type { Page } from '../page.ts';
import { Lines } from '../text/foreign.tsx';
import { Actions } from './actions.tsx';
import { MessagePanel } from './message.tsx';
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
