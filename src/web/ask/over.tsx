// An ask that is over: what became of it, who decided what, whether it arrived, and what was typed here but not sent.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Difference } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { answerLine, summarise } from '../../ask/summary.ts';
import type { DialogState } from '../../dialog/dialog/state.ts';
import { draftState, isTouched, shownWords } from '../../dialog/dialog/verdict.ts';
import { stateMark } from '../../dialog/inbox/facts.ts';
import type { Opened } from '../../dialog/inbox/state.ts';
import { ago, overruledWords } from '../../dialog/words/words.ts';
import { useAttempt } from '../loaded.ts';
import type { Page } from '../page.ts';
import { Line, Lines } from '../text/foreign.tsx';
import { TextArea } from '../text/text-area.tsx';

type Props = { readonly page: Page; readonly opened: Opened; readonly view: AskView; readonly now: number };

export function Over({ page, opened, view, now }: Props): JSX.Element {
  const { sign, word, tone } = stateMark(view);
  const { decision, receipt, delivery, ending } = view;
  return (
    <div class="over">
      <section class={`box outcome ${tone}`} aria-label="What became of it">
        <h2>
          <span aria-hidden="true">{sign}</span> {outcomeWords(view)}
        </h2>
        {decision ? (
          <p class="dim">
            {decision.by.kind === 'person' ? '' : `${decision.by.kind} `}
            {decision.by.name} ({decision.by.surface}), {ago(now - decision.at)}
            {decision.reason ? ` · ${decision.reason}` : ''}
          </p>
        ) : null}
        {ending === undefined ? null : (
          <p>
            <Line text={ending} />
          </p>
        )}
        <p class="dim">
          {word.toLowerCase()}
          {delivery ? ` · ${delivery.done ? 'delivered' : 'delivering'} by ${delivery.way}` : ''}
          {receipt ? ` · ${receipt.evidence}` : ''}
        </p>
        {view.overruled ? <p>{overruledWords(view.overruled)}</p> : null}
      </section>
      {opened.unsent && isTouched(opened.unsent) ? <Unsent dialog={opened.unsent} /> : null}
      <Answers view={view} />
      {receipt && receipt.differences.length > 0 ? <Differences differences={receipt.differences} /> : null}
      {view.state === 'mismatched' && !view.overruled ? <Correction page={page} view={view} /> : null}
    </div>
  );
}

/** What was asked, and what was decided. */
export function Answers({ view }: { readonly view: AskView }): JSX.Element {
  const summary = view.decision && summarise(view, view.decision);
  return (
    <>
      <ol class="answers">
        {view.questions.map((question, i) => {
          const answer = summary?.answers[i];
          return (
            <li key={i}>
              <Lines text={question.text} class="question-text" />
              {answer ? <Line text={`→ ${answerLine(answer)}`} class="review-answer" /> : null}
              {answer?.note === undefined ? null : <Lines text={`Note: ${answer.note}`} class="dim" />}
            </li>
          );
        })}
      </ol>
      {summary && summary.outcome !== 'answers' ? <Lines text={summary.text} class="strong" /> : null}
    </>
  );
}

function outcomeWords({ state, decision }: AskView): string {
  if (state === 'withdrawn') return 'Withdrawn';
  if (!decision) return 'Expired: the deadline passed';
  const how = { answers: 'Answered', redirect: 'Redirected', decline: 'Declined' }[decision.kind];
  return state === 'mismatched' ? `${how}, but recorded differently` : how;
}

/** What was decided and what the agent recorded, side by side. */
export function Differences({ differences }: { readonly differences: readonly Difference[] }): JSX.Element {
  return (
    <div class="wide" tabIndex={0} role="region" aria-label="Differences">
      <table class="differences">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Decided</th>
            <th scope="col">Recorded</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ what, intended, recorded }, i) => (
            <tr key={i}>
              <th scope="row">
                <Line text={what} />
              </th>
              <td class="good">
                <Line text={intended} />
              </td>
              <td class="bad">
                <Line text={recorded} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Somebody else was first: nothing that was typed is lost. */
function Unsent({ dialog }: { readonly dialog: DialogState }): JSX.Element {
  const parts = dialog.ask.questions.flatMap((question, i) => {
    const draft = dialog.drafts[i];
    if (!draft) return [];
    const words = shownWords(question, draft.words.text);
    const chosen = draft.chosen.map((n) => question.options[n - 1]?.label ?? '');
    const said =
      draftState(draft) === 'answered' ? [answerLine({ chosen, ...(draft.other ? { words } : {}), skipped: false })] : words ? [words] : [];
    return [...said, ...(draft.note.text ? [`Note: ${draft.note.text}`] : [])];
  });
  const text = [...parts, dialog.redirect.text, dialog.reason.text].filter(Boolean).join('\n');
  return (
    <section class="box plain" aria-label="Not sent">
      <h2>Your answer was not sent</h2>
      <Lines text={text} class="unsent" />
      <button type="button" class="quiet" onClick={() => void navigator.clipboard.writeText(text)}>
        Copy
      </button>
    </section>
  );
}

/** The agent went on with something else than what was decided: tell it what was meant. */
function Correction({ page, view }: { readonly page: Page; readonly view: AskView }): JSX.Element {
  const [message, setMessage] = useState('');
  const { isBusy, run } = useAttempt(page);
  const send = async () => {
    const body = { message, prompt: true, by: { kind: 'person' as const, name: 'web', surface: 'web' }, key: crypto.randomUUID() };
    const { notSent } = await page.call('POST /v1/asks/:id/overrule', { params: { id: view.id }, body });
    if (notSent !== undefined) throw new Error(`Recorded, but the agent could not be told: ${notSent}`);
  };
  return (
    <section class="message" aria-label="Correct it">
      <h2>Tell the agent what you meant</h2>
      <p class="dim">This overrules what it recorded and is sent as its next prompt.</p>
      <TextArea field="correction" label="Message" value={message} onText={setMessage} />
      <div class="buttons">
        <button
          type="button"
          class="primary"
          disabled={isBusy || message.trim() === ''}
          onClick={() => void run(send, 'The agent is told.')}
        >
          Send
        </button>
      </div>
    </section>
  );
}
