// How many automatic prompts a session got since a person was last involved.
import type { AskView } from '../question/lifecycle.ts';

/** `asks` of one session, newest first. `broken`: a person was involved, so nothing older counts. */
export function promptsInARow(asks: readonly AskView[]): { readonly prompts: number; readonly broken: boolean } {
  const person = asks.findIndex(showsPerson);
  const since = person === -1 ? asks : asks.slice(0, person);
  return { prompts: since.filter(({ kind, decision }) => kind === 'idle' && decision).length, broken: person !== -1 };
}

/** A person decided something, or prompted the idle agent at its own keyboard. */
function showsPerson({ kind, state, decision }: AskView): boolean {
  if (decision?.by.kind === 'person') return true;
  return kind === 'idle' && (state === 'withdrawn' || state === 'mismatched');
}
