// What a dialog is given and what it gives back. It knows one ask and nothing of brokers.

import type { Ask, Verdict } from '../../../question/words.ts';
import type { DialogState } from '../../views/dialog/state.ts';

/** `failed` leaves the dialog as it was and shows why; after `sent` the owner takes the dialog down. */
export type Sent = { readonly kind: 'sent' } | { readonly kind: 'failed'; readonly message: string };

export type DialogProps = {
  readonly ask: Ask;
  /** What was entered before; `onLeave` hands it out, so that whoever comes back finds it again. */
  readonly draft?: DialogState | undefined;
  onVerdict(verdict: Verdict): Promise<Sent>;
  /** The person leaves; the ask stays open. `interrupted` says that it was Ctrl-C. */
  onLeave(draft: DialogState, interrupted: boolean): void;
  /** The broker cannot be reached just now; said in the dialog, which goes on. */
  readonly stale?: boolean | undefined;
  /** One line that whoever answers should know, in our own words. */
  readonly notice?: string | undefined;
  /** Only one component should hear the keys. */
  readonly active?: boolean | undefined;
  readonly now?: (() => number) | undefined;
};
