// All answers of an ask with several questions, before they are sent.
import type { JSX } from 'preact';
import type { Question } from '../../ask/schema/ask.ts';
import { answerLine } from '../../ask/summary.ts';
import type { Action } from '../../dialog/dialog/act.ts';
import type { DialogState, Draft } from '../../dialog/dialog/state.ts';
import { draftState, nameOf, shownWords } from '../../dialog/dialog/verdict.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import { Line } from '../text/foreign.tsx';

export function Review({ dialog, answer }: { readonly dialog: DialogState; readonly answer: (action: Action) => void }): JSX.Element {
  return (
    <section class="review" aria-label="Review">
      <h2>Your answers</h2>
      <ol>
        {dialog.ask.questions.map((question, i) => {
          const draft = dialog.drafts[i];
          return draft ? (
            <li key={i} data-draft={draftState(draft)} data-row={dialog.reviewRow === i ? '' : undefined}>
              <button type="button" class="review-row" onClick={() => answer({ kind: 'page', page: i })}>
                <span class="dim">{oneLine(nameOf(question, i))}</span>
                <Line text={question.text} class="review-question" />
                <span class="review-answer">{answered(question, draft)}</span>
                {draft.note.text === '' ? null : <span class="dim">Note: {oneLine(draft.note.text)}</span>}
              </button>
            </li>
          ) : null;
        })}
      </ol>
    </section>
  );
}

function answered(question: Question, draft: Draft): string {
  const how = draftState(draft);
  if (how !== 'answered') return how === 'skipped' ? 'Skipped' : 'Not answered yet';
  const chosen = draft.chosen.map((n) => question.options[n - 1]?.label ?? '');
  const words = draft.other ? { words: shownWords(question, draft.words.text) } : {};
  return `→ ${oneLine(answerLine({ chosen, ...words, skipped: false }))}`;
}
