// A new ask: what a channel knows about it, and what the inbox adds.

import type { Answer, Ask, AskKind, Detail, Question, Source } from './schema/ask.ts';
import { withoutSecret } from './sealed.ts';

/** What is asked, without its origin. */
export type Draft = { readonly kind: AskKind; readonly questions: readonly Question[]; readonly detail?: Detail | undefined };

export type NewAsk = Draft & {
  readonly session: string;
  readonly toolUseId: string;
  readonly program: string;
  readonly project: string;
  readonly source: Source;
  readonly agent?: string | undefined;
  readonly prefilled?: readonly (Answer | null)[] | undefined;
  readonly timeoutMs?: number | undefined;
};

export function newAsk({ timeoutMs, detail, agent, prefilled, ...asked }: NewAsk, id: string, now: number): Ask {
  return {
    id,
    ...asked,
    questions: asked.source === 'tool' ? asked.questions : asked.questions.map(withoutSecret),
    ...(detail === undefined ? {} : { detail }),
    ...(agent === undefined ? {} : { agent }),
    ...(prefilled === undefined ? {} : { prefilled }),
    createdAt: now,
    ...(timeoutMs === undefined ? {} : { deadline: now + timeoutMs }),
  };
}
