// From what an answering agent printed to a reply: a JSON object or a tag, found anywhere in its text.
import type { Problem } from '../../question/problem.ts';
import type { Ask } from '../../question/words.ts';
import type { Reply } from '../answering-agent.ts';

/** `silent`: nothing in the text was meant as an answer. `refused`: something was, and cannot be taken; the problems say why. */
export type ReadReply =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  | { readonly kind: 'silent'; readonly reason: string };

/** The text of an agent that was asked about this one ask. */
export function readReply(_text: string, _ask: Ask): ReadReply {
  return { kind: 'silent', reason: 'there is no answer in it' };
}
