// A text field that grows with its text.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

type Props = {
  readonly field: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly minRows?: number;
  readonly placeholder?: string;
  readonly label?: string;
};

export function TextArea({ field, value, onText, minRows = 2, placeholder, label }: Props): JSX.Element {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = area;
    if (!current || CSS.supports('field-sizing', 'content')) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight}px`;
  }, [value]);
  return (
    <textarea
      ref={area}
      data-field={field}
      dir="auto"
      rows={minRows}
      value={value}
      placeholder={placeholder}
      aria-label={label}
      onInput={(event) => onText(event.currentTarget.value)}
    />
  );
}
