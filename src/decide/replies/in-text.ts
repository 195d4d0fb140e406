// Answers in the plain text of a chat agent that may speak of several asks at once.
import type { AskView } from '../../question/lifecycle.ts';
import type { Problem } from '../../question/problem.ts';
import type { Reply } from '../answering-agent.ts';

/** `ask` is the id the tag is about; absent where it cannot be told. */
export type Found =
  | { readonly kind: 'reply'; readonly ask: string; readonly reply: Reply }
  | { readonly kind: 'refused'; readonly ask?: string | undefined; readonly problem: Problem };

/** `known`: open asks, and those decided or over lately, so that a stale tag gets a helpful refusal. */
export function answersInText(_text: string, _known: readonly AskView[]): readonly Found[] {
  return [];
}
