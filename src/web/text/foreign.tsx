// Text from agents, always as text: what could hide or reorder it is made visible, and its direction does not affect what is around it.
import type { JSX } from 'preact';
import { manyLines, oneLine } from '../../dialog/foreign-text.ts';

type Props = { readonly text: string; readonly class?: string };

export const Line = ({ text, class: name }: Props): JSX.Element => (
  <bdi dir="auto" class={name}>
    {oneLine(text)}
  </bdi>
);

export const Lines = ({ text, class: name }: Props): JSX.Element => (
  <div dir="auto" class={`lines ${name ?? ''}`}>
    {manyLines(text)}
  </div>
);
