// What only the command line says: states and receipts in lists, and what is wrong with the broker.

import type { AskView, State } from '../ask/schema/history.ts';
import type { AgentSession } from '../ask/schema/session.ts';
import type { Notices } from '../contract/types.ts';
import { shortId } from '../dialog/words/words.ts';
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

/** `damage` is not empty. */
export function damageWords([first, ...others]: Notices['damage']): string {
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const about = first?.scope === 'entry' ? 'The journal is damaged. ' : '';
  return `✗ ${about}${printable(first?.text ?? '')}${more}: answerback doctor`;
}

/** "759p35hzxxxx: why" */
export function failureWords(failure: string): string {
  const [ask = '', ...why] = failure.split(': ');
  return `✗ ${shortId(ask)}: ${printable(why.join(': '))}  (answerback log --why ${shortId(ask)})`;
}

export function mismatchWords(count: number): string {
  return `✗ ${count === 1 ? 'A decision of the last day was' : `${count} decisions of the last day were`} recorded differently by the agent: answerback list --state mismatched`;
}
