// Finds an ask by what a person types: the beginning of its id, @2 for the second ask of their last list, or nothing if only one is open.
import { readFileSync, writeFileSync } from 'node:fs';
import { isPending } from '../ask/lifecycle.ts';
import type { AskView } from '../ask/schema/history.ts';
import { overLine } from '../ask/summary.ts';
import { Refused } from '../client/errors.ts';
import type { BrokerFolder } from '../client/place.ts';
import { headline } from '../dialog/words/words.ts';
import { type Context, UsageError } from './context.ts';

const NUMBERED = /^@(\d+)$/;
const NEW_NUMBERS = '`answerback list` gives new numbers.';

/** The asks of a list that a person has just seen, by their numbers. */
export function saveNumbers({ lastList }: BrokerFolder, asks: readonly AskView[]): void {
  try {
    writeFileSync(lastList, JSON.stringify(asks.map(({ id }) => id)), { mode: 0o600 });
  } catch {
    // The numbers are a convenience: the list itself was printed.
  }
}

export function idNamed({ place }: Pick<Context, 'place'>, typed: string): string {
  const number = NUMBERED.exec(typed)?.[1];
  if (number === undefined) return typed;
  const ids = savedNumbers(place);
  if (ids === undefined) throw new UsageError(`${typed} is the number of an ask in your last list, and there is no list yet`, NEW_NUMBERS);
  const id = ids[Number(number) - 1];
  if (id !== undefined) return id;
  throw new UsageError(`there is no ${typed}: your last list had ${ids.length} ${ids.length === 1 ? 'ask' : 'asks'}`, NEW_NUMBERS);
}

/** For a decision: a number whose ask is over by now is refused, because the person is thinking of an older list. */
export async function pendingNamed(context: Context, typed: string): Promise<string> {
  const id = idNamed(context, typed);
  if (id === typed) return id;
  const view = await context.client().call('GET /v1/asks/:id', { params: { id } });
  if (isPending(view)) return id;
  throw new UsageError(`${typed} is no longer open (${headline(view)}): ${overLine(view)}`, `Nothing was sent. ${NEW_NUMBERS}`);
}

/**
 * The ask and the choices of `answer`. The ask may be left out if exactly one is open and the choices `fit` it. One or two digits are always a
 * choice: no beginning of an id is that short in practice.
 */
export async function askAndChoices(
  context: Context,
  typed: readonly string[],
  fits: (ask: AskView) => boolean,
): Promise<{ readonly ask: AskView; readonly choices: readonly string[] }> {
  const client = context.client();
  const [first, ...rest] = typed;
  if (first?.trim() === '') throw new UsageError('the id is empty', 'Is a variable unset? `answerback list` shows the ids.');
  const named = first === undefined || /^\d{1,2}$/.test(first) ? undefined : await askNamed(context, first);
  if (named && !(named instanceof Refused) && (isPending(named) || first === named.id)) return { ask: named, choices: rest };
  const { asks } = await client.call('GET /v1/asks', { query: { state: ['open'], limit: 2 } });
  const [only, another] = asks;
  if (only && !another && (named === undefined || fits(only))) return { ask: only, choices: typed };
  if (named instanceof Refused) throw named;
  if (named) return { ask: named, choices: rest };
  if (!only) throw new UsageError('no ask is open', 'There is nothing to answer.');
  throw new UsageError('several asks are open, so say which one', '`answerback list` numbers them: answerback answer @1 2');
}

/** The refusal if no ask has such an id, or several have. */
async function askNamed(context: Context, typed: string): Promise<AskView | Refused> {
  const id = await pendingNamed(context, typed);
  return context
    .client()
    .call('GET /v1/asks/:id', { params: { id } })
    .catch((error: unknown) => {
      if (error instanceof Refused && ['unknown-ask', 'ambiguous-id'].includes(error.code)) return error;
      throw error;
    });
}

function savedNumbers({ lastList }: BrokerFolder): readonly string[] | undefined {
  try {
    const saved: unknown = JSON.parse(readFileSync(lastList, 'utf8'));
    return Array.isArray(saved) ? saved.map(String) : undefined;
  } catch {
    return undefined;
  }
}
