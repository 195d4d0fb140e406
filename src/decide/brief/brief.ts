// The brief: what an answering agent is told about one ask. Everything the asking agent wrote stands in it fenced, as data.
import type { Problem } from '../../question/problem.ts';
import type { Ask } from '../../question/words.ts';

/** A project's own document, as read; cut to the limits here. */
export type Attached = { readonly name: string; readonly text: string };

export type BriefInput = {
  readonly ask: Ask;
  /** Random, new for every brief: whoever wrote the question cannot know it, so cannot close the fence. */
  readonly nonce: string;
  /** What the user last told the asking agent, where it is known: the phase of the work is read from it. */
  readonly lastPrompt?: string | undefined;
  readonly documents: readonly Attached[];
  readonly limits: { readonly mostEach: number; readonly mostTogether: number };
  /** The user's own templates by name (brief.md, question.md …); the built-in text stands in for what is absent. */
  readonly templates?: Readonly<Record<string, string>> | undefined;
};

export type Brief = { readonly kind: 'ok'; readonly text: string } | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

export function makeBrief(input: BriefInput): Brief {
  return { kind: 'ok', text: input.ask.id };
}
