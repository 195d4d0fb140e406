// Source code or a command: as it is, then in colours when the library is loaded.
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { manyLines } from '../../dialog/foreign-text.ts';

export function Code({ text, language }: { readonly text: string; readonly language?: string | undefined }): JSX.Element {
  const place = useRef<HTMLElement>(null);
  const shown = manyLines(text);
  useEffect(() => {
    const code = place.current;
    if (!code) return;
    code.textContent = shown;
    if (language === undefined) return;
    let over = false;
    void import('./highlighted.ts').then(
      ({ highlight }) => over || code.replaceChildren(highlight(shown, language)),
      () => {},
    );
    return () => {
      over = true;
    };
  }, [shown, language]);
  return (
    <pre class="code" tabIndex={0}>
      <code ref={place} />
    </pre>
  );
}
