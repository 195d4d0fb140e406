// The preview of an option: Markdown or code. What an agent sends as HTML is shown only in a frame that can do nothing.
import type { JSX } from 'preact';
import type { Option } from '../../ask/schema/ask.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import { Markdown } from '../text/markdown.tsx';

type Props = { readonly option: Option; readonly ask: string; readonly question: number; readonly number: number };

export function Preview({ option, ask, question, number }: Props): JSX.Element {
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
