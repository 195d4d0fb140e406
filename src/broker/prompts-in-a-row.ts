// How many prompts machines gave to a session since a person last had a hand in it.
import type { AskView } from '../question/lifecycle.ts';

/** `asks` of one session, the newest first. `broken`: a person was met, so nothing older counts. */
export function promptsInARow(asks: readonly AskView[]): { readonly prompts: number; readonly broken: boolean } {
  const person = asks.findIndex(showsPerson);
  const since = person === -1 ? asks : asks.slice(0, person);
  return { prompts: since.filter(({ kind, decision }) => kind === 'idle' && decision).length, broken: person !== -1 };
}

/** A person decided something; or an agent that asked what next was told at its own keyboard. */
function showsPerson({ kind, state, decision }: AskView): boolean {
  if (decision?.by.kind === 'person') return true;
  return kind === 'idle' && (state === 'withdrawn' || state === 'mismatched');
}
