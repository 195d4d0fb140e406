// One question: its text, its options with descriptions and previews, own words, a note.
import type { JSX } from 'preact';
import { markOf } from '../../ask/permission-marks.ts';
import type { Option } from '../../ask/schema/ask.ts';
import { secretKeyOf } from '../../ask/sealed.ts';
import type { Action } from '../../dialog/dialog/act.ts';
import { type DialogState, type Draft, questionAt } from '../../dialog/dialog/state.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import { choosing } from '../../dialog/words/words.ts';
import { Line, Lines } from '../text/foreign.tsx';
import { Markdown } from '../text/markdown.tsx';
import { TextArea } from '../text/text-area.tsx';

type Props = { readonly dialog: DialogState; readonly answer: (action: Action) => void };

export function QuestionForm({ dialog, answer }: Props): JSX.Element | null {
  const { page, ask, mode } = dialog;
  const question = questionAt(dialog, page);
  const draft = dialog.drafts[page];
  if (!question || !draft) return null;
  const isSecret = secretKeyOf(question) !== undefined;
  const isChosen = (row: number) => !draft.skipped && draft.chosen.includes(row + 1);
  const previewed = question.options[draft.row]?.preview === undefined ? undefined : question.options[draft.row];
  return (
    <fieldset class="question" disabled={mode === 'sending'} data-skipped={draft.skipped ? '' : undefined}>
      <legend>
        <Lines text={question.text} class="question-text" />
        <span class="dim choosing">
          {choosing(question)}
          {draft.skipped ? ' · skipped' : ''}
        </span>
      </legend>
      <div class={previewed ? 'with-preview' : undefined}>
        <div class="options">
          {question.options.map((option, row) => (
            <OptionRow
              key={row}
              {...{ option, row, page, draft, multi: question.multiSelect }}
              isChosen={isChosen(row)}
              mark={markOf(ask, page, row + 1)}
              onChoose={() => answer({ kind: 'choose', row })}
            />
          ))}
          <OwnWords {...{ dialog, draft, answer, isSecret }} isOnly={question.options.length === 0} />
        </div>
        {previewed ? <Preview key={draft.row} option={previewed} ask={ask.id} question={page} number={draft.row + 1} /> : null}
      </div>
      {mode === 'note' || draft.note.text !== '' ? (
        <label class="note">
          <span>Note to the agent</span>
          <TextArea field="note" value={draft.note.text} onText={(text) => answer({ kind: 'write', field: 'note', text })} />
        </label>
      ) : null}
    </fieldset>
  );
}

type RowProps = {
  readonly option: Option;
  readonly row: number;
  readonly page: number;
  readonly multi: boolean;
  readonly draft: Draft;
  readonly isChosen: boolean;
  readonly mark: string | undefined;
  readonly onChoose: () => void;
};

function OptionRow({ option, row, page, multi, draft, isChosen, mark, onChoose }: RowProps): JSX.Element {
  const { label, description } = option;
  return (
    <label class="option" data-chosen={isChosen ? '' : undefined} data-row={draft.row === row ? '' : undefined}>
      <input type={multi ? 'checkbox' : 'radio'} name={`question-${page}`} checked={isChosen} onChange={onChoose} />
      <span class="option-text">
        <span class="option-label">
          <Line text={label} />
          {row < 9 ? (
            <kbd class="option-key" aria-hidden="true">
              {row + 1}
            </kbd>
          ) : null}
        </span>
        {description && description !== label ? <Lines text={description} class="option-description" /> : null}
        {mark === undefined ? null : <span class="option-mark">{mark}</span>}
      </span>
    </label>
  );
}

type WordsProps = Props & { readonly draft: Draft; readonly isSecret: boolean; readonly isOnly: boolean };

/** The own words are the answer as soon as there are any; choosing an option instead keeps them, but does not send them. */
function OwnWords({ dialog, draft, answer, isSecret, isOnly }: WordsProps): JSX.Element {
  const isUsed = draft.other && !draft.skipped;
  const isKept = draft.words.text !== '' && !isUsed;
  const rows = dialog.ask.questions[dialog.page]?.options.length ?? 0;
  const label = dialog.ask.kind === 'idle' ? 'Next prompt' : isSecret ? 'Secret' : isOnly ? 'Your answer' : 'Or in your own words';
  return (
    <div class="option own-words" data-chosen={isUsed ? '' : undefined} data-only={isOnly ? '' : undefined}>
      <label>
        <span class={isOnly ? 'words-label' : 'words-label small'}>{label}</span>
        {isSecret ? (
          <input
            type="password"
            data-field="words"
            autocomplete="off"
            value={draft.words.text}
            onInput={(event) => answer({ kind: 'write', field: 'words', text: event.currentTarget.value })}
          />
        ) : (
          <TextArea
            field="words"
            value={draft.words.text}
            minRows={isOnly ? 3 : 1}
            onText={(text) => answer({ kind: 'write', field: 'words', text })}
          />
        )}
      </label>
      {isKept ? (
        <button type="button" class="link" onClick={() => answer({ kind: 'choose', row: rows })}>
          Not part of the answer. Use these words
        </button>
      ) : null}
    </div>
  );
}

type PreviewProps = { readonly option: Option; readonly ask: string; readonly question: number; readonly number: number };

function Preview({ option, ask, question, number }: PreviewProps): JSX.Element {
  const preview = option.preview ?? '';
  const query = new URLSearchParams({ question: String(question), option: String(number) });
  return (
    <section class="preview" aria-label={`Preview of ${oneLine(option.label)}`}>
      {isHtml(preview) ? (
        <iframe
          class="frame"
          sandbox=""
          loading="lazy"
          title={`Preview of ${oneLine(option.label)}`}
          src={`/v1/asks/${encodeURIComponent(ask)}/preview?${query}`}
        />
      ) : (
        <Markdown text={preview} />
      )}
    </section>
  );
}

/** Agents do not say which it is. Markdown that begins and ends with an element looks the same in a frame. */
const isHtml = (text: string): boolean => /^\s*<(?:!doctype|[a-z][a-z0-9-]*)[\s>]/i.test(text) && /<\/[a-z][a-z0-9-]*>\s*$/i.test(text);
