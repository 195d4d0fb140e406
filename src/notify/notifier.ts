// The port to whatever tells people: a desktop, a program, a web service. One conformance suite (notifier.conformance.ts) tests every driver.
import type { AskKind } from '../ask/schema/ask.ts';

/**
 * What people are told. Texts have no control characters, but are otherwise an agent's own words: a driver must pass them on as plain text, whatever
 * they contain. All of it is already reduced to what the notifier may show.
 */
export type Message = {
  /** The same message sent again has the same key, so that a medium can replace the first. */
  readonly key: string;
  readonly about: About;
  /** "Decision needed: shop" */
  readonly title: string;
  /** The question and its options; empty if nothing is shown. */
  readonly body: string;
  /** The command that opens it. */
  readonly open: string;
  readonly asks: readonly ShownAsk[];
  /** Agents that died. */
  readonly sessions?: readonly ShownSession[];
  /** What can be chosen with one tap: the options of a simple question. */
  readonly choices: readonly Choice[];
};
export type About = 'ask' | 'finished' | 'undelivered' | 'mismatched' | 'died' | 'digest' | 'test';
/** `number` is 1-based. */
export type Choice = { readonly ask: string; readonly number: number; readonly label: string };
/** With `show: nothing` only the id. */
export type ShownAsk = {
  readonly id: string;
  readonly kind?: AskKind;
  readonly project?: string;
  readonly program?: string;
  readonly createdAt?: number;
  readonly headers?: readonly string[];
  readonly questions?: readonly { readonly text: string; readonly multiSelect: boolean; readonly options: readonly string[] }[];
};

/** With `show: nothing` only the id. `resume`: the command that continues it, to be pasted into a shell. */
export type ShownSession = {
  readonly id: string;
  readonly project?: string;
  readonly program?: string;
  readonly endedAt?: number;
  readonly resume?: string;
};

/** A message that is no longer current. */
export type Outdated = {
  readonly key: string;
  /** What the medium called it. */
  readonly reference?: string | undefined;
  readonly title: string;
  /** "answered by ada: PostgreSQL"; empty if nothing is shown. */
  readonly outcome: string;
};

/** `again`: another attempt may help, after `afterMs` at the earliest. */
export type Sent =
  | { readonly kind: 'sent'; readonly reference?: string | undefined }
  | { readonly kind: 'failed'; readonly reason: string; readonly again: boolean; readonly afterMs?: number | undefined };

/** No method throws; what goes wrong is in the result, without secrets. All of them stop when the signal fires. */
export interface Notifier {
  send(message: Message, signal: AbortSignal): Promise<Sent>;
  /** Removes the message, or says in it how it ended. Absent if the medium cannot. */
  withdraw?(message: Outdated, signal: AbortSignal): Promise<Sent>;
  /** Why it cannot work as it is configured; undefined if nothing is known to be wrong. Sends nothing. */
  check(): Promise<string | undefined>;
  /** Resolves when nothing that it started is left. */
  close(): Promise<void>;
}
