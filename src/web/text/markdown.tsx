// A text that may be Markdown: shown as it is until the libraries are loaded, then formatted and sanitised.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Lines } from './foreign.tsx';

export function Markdown({ text }: { readonly text: string }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const [formatted, setFormatted] = useState('');
  useEffect(() => {
    let over = false;
    void import('./formatted.ts').then(
      ({ format }) => {
        if (over) return;
        place.current?.replaceChildren(format(text));
        setFormatted(text);
      },
      () => {},
    );
    return () => {
      over = true;
    };
  }, [text]);
  return (
    <div class="markdown">
      {formatted === text ? null : <Lines text={text} />}
      <div ref={place} dir="auto" hidden={formatted !== text} />
    </div>
  );
}
