// What only the command line says: states and receipts in lists, and what is known of a session.
import type { AskView, State } from '../ask/schema/history.ts';
import type { AgentSession } from '../ask/schema/session.ts';
import type { SessionNow } from '../contract/types.ts';
import { span } from '../dialog/words/words.ts';
import { printable } from '../text/printable.ts';
import type { Style } from './output.ts';

export const STATE_STYLE: Readonly<Record<State, Style>> = {
  open: 'yellow',
  answered: 'blue',
  declined: 'magenta',
  delivering: 'blue',
  undelivered: 'red',
  delivered: 'blue',
  verified: 'green',
  mismatched: 'red',
  unconfirmed: 'yellow',
  withdrawn: 'dim',
  expired: 'dim',
};

/** A message instead of an answer is a state of its own for people; the journal calls both answered. */
export const stateWord = ({ state, decision }: Pick<AskView, 'state' | 'decision'>): string =>
  state === 'answered' && decision?.kind === 'redirect' ? 'redirected' : state;

/** What became of a decision, as a mark that is easy to spot in a list. */
export function receiptMark(view: Pick<AskView, 'state' | 'receipt'>): string {
  if (view.state === 'verified') return '✓ verified';
  if (view.state === 'mismatched') return '✗ mismatched';
  if (view.state === 'unconfirmed') return '? unconfirmed';
  if (view.state === 'undelivered') return '✗ undelivered';
  if (view.state === 'withdrawn') return '· withdrawn';
  return view.state === 'delivered' ? '… delivered' : '… not collected yet';
}

/** Why a running session cannot be given a prompt right now; empty if it can, or if nobody looked. */
export const cannotBePrompted = ({ cannotPrompt }: AgentSession): string =>
  typeof cannotPrompt === 'string' ? `cannot be given a prompt: ${printable(cannotPrompt)}` : '';

/** How far answering agents have driven a session since a person was last involved, and how far they may. */
export function drivenText({ prompting }: Pick<SessionNow, 'prompting'>, now: number): string {
  if (!prompting) return '';
  const { prompts, mostPrompts, since, mostTimeMs, tokens, mostTokens, waiting } = prompting;
  return [
    `${prompts} of ${mostPrompts} prompts by agents`,
    ...(since === undefined || mostTimeMs === undefined ? [] : [`${span(now - since)} of ${span(mostTimeMs)}`]),
    ...(tokens === undefined ? [] : [`${amountText(tokens)}${mostTokens === undefined ? '' : ` of ${amountText(mostTokens)}`} tokens`]),
    ...(tokens === undefined && mostTokens !== undefined ? ['tokens are not known'] : []),
    ...(waiting === 0 ? [] : [`${waiting} waiting`]),
  ].join(', ');
}

/** As it can be written in the configuration: 950, 12k, 1.5M. */
function amountText(count: number): string {
  if (count < 1_000) return String(count);
  return count < 999_500 ? `${Math.round(count / 1_000)}k` : `${Math.round(count / 100_000) / 10}M`;
}
