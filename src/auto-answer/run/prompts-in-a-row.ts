// How many automatic prompts a session got since a person was last involved.
import type { AskView } from '../../ask/schema/history.ts';

/** `asks`: all since a person was last involved, with that one. `since`: when the first of the prompts was given. `broken`: a person was involved, so nothing older counts. */
export type InARow = {
  readonly asks: readonly AskView[];
  readonly prompts: number;
  readonly since?: number | undefined;
  readonly broken: boolean;
};

/** `asks` of one session, newest first. */
export function promptsInARow(asks: readonly AskView[]): InARow {
  const person = asks.findIndex(showsPerson);
  const since = person === -1 ? asks : asks.slice(0, person);
  const given = since.flatMap(({ kind, decision }) => (kind === 'idle' && decision ? [decision.at] : []));
  return { asks: person === -1 ? asks : asks.slice(0, person + 1), prompts: given.length, since: given.at(-1), broken: person !== -1 };
}

/** A person decided or overruled something, or prompted the idle agent at its own keyboard. */
function showsPerson({ kind, state, decision, overruled }: AskView): boolean {
  if (decision?.by.kind === 'person' || overruled) return true;
  return kind === 'idle' && (state === 'withdrawn' || state === 'mismatched');
}
