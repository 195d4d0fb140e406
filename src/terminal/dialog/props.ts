// What a dialog gets from its owner, and what its painter needs. It knows one ask and nothing about brokers.
import type { Ask } from '../../ask/schema/ask.ts';
import type { Verdict } from '../../ask/schema/decision.ts';
import type { Host } from '../../dialog/dialog/keys.ts';
import type { DialogState } from '../../dialog/dialog/state.ts';

/** `failed` leaves the dialog as it was and shows why; after `sent` the owner closes the dialog. */
export type Sent = { readonly kind: 'sent' } | { readonly kind: 'failed'; readonly message: string };

export type DialogProps = {
  readonly ask: Ask;
  /** What was entered before; `onLeave` hands it out, so that it can be restored when the ask is opened again. */
  readonly draft?: DialogState | undefined;
  onVerdict(verdict: Verdict): Promise<Sent>;
  /** The person leaves; the ask stays open. `interrupted` means by Ctrl-C. */
  onLeave(draft: DialogState, interrupted: boolean): void;
  /** The broker cannot be reached at the moment. The dialog says so and continues. */
  readonly stale?: boolean | undefined;
  /** One line about the ask that the person should know, in our own words. */
  readonly notice?: string | undefined;
  /** Only one component at a time should receive the keys. */
  readonly active?: boolean | undefined;
  readonly now?: (() => number) | undefined;
};

/** What a painter needs besides the state. */
export type DialogFacts = Pick<DialogProps, 'notice'> & {
  readonly now: number;
  readonly stale: boolean;
  /** Default: alone. */
  readonly host?: Host | undefined;
};
