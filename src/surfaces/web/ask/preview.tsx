// The preview of an option: Markdown or code. What an agent sends as HTML is shown only in a frame that can do nothing.
import type { JSX } from 'preact';
import type { Option } from '../../../question/words.ts';
import { Markdown } from '../text/markdown.tsx';

type Props = { readonly option: Option; readonly ask: string; readonly question: number; readonly number: number };

export function Preview({ option }: Props): JSX.Element {
  return (
    <section class="preview" aria-label={`Preview of ${option.label}`}>
      <Markdown text={option.preview ?? ''} />
    </section>
  );
}
