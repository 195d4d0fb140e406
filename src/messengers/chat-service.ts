// The port to a chat service: people are shown cards there, and tap, reply, edit and delete.
// test/support/chats/suite.ts tests every driver with the service's real library, against a fake of the service's documented API.
import type { Card, CardDocument } from '../dialog/card.ts';

/** A message as the service names it. It means the same after a restart. */
export type MessageRef = { readonly chat: string; readonly message: string };

/** `id` never changes and cannot be chosen by the person. `name` is what the service shows. */
export type ChatPerson = { readonly id: string; readonly name: string };

/**
 * What came from the service, from anybody at all. `id` names the event: the same event delivered twice has the same id.
 * `replyTo` is the message that was replied to (or the one whose thread it is in). `isPrivate`: only this person and we are in the chat.
 */
export type Incoming =
  | { readonly kind: 'tap'; readonly id: string; readonly at: MessageRef; readonly from: ChatPerson; readonly data: string }
  | ({ readonly kind: 'text' } & SentText)
  /** A text that was sent before now reads like this. */
  | ({ readonly kind: 'edited' } & SentText)
  /** Not every service says so; `edit` finds out as well. */
  | { readonly kind: 'deleted'; readonly at: MessageRef };

export type SentText = {
  readonly id: string;
  readonly at: MessageRef;
  readonly from: ChatPerson;
  readonly text: string;
  readonly replyTo?: string | undefined;
  readonly isPrivate: boolean;
};

/** `again`: another attempt may help, after `afterMs` at the earliest (Retry-After, retry_after). The reason contains no secret. */
export type ChatFailure = {
  readonly kind: 'failed';
  readonly reason: string;
  readonly again: boolean;
  readonly afterMs?: number | undefined;
};
export type Posted = { readonly kind: 'posted'; readonly at: MessageRef } | ChatFailure;
/** `gone`: there is no such message any more, or it can no longer be changed. That it already looks like this is `changed`. */
export type Changed = { readonly kind: 'changed' } | { readonly kind: 'gone' } | ChatFailure;
/** How people find us there: "@shop_bot". `link`: opened with the code of a pairing at its end, it sends that code. */
export type Introduced = { readonly kind: 'known'; readonly name: string; readonly link?: string | undefined } | ChatFailure;

export type ChatLimits = {
  /** How long all blocks of a card may be together, measured by `lengthOf`. */
  readonly text: number;
  /** How long a text of this kind becomes when it is rendered: with its escapes and its share of the markup. */
  readonly lengthOf: (text: string, kind: Card['blocks'][number]['kind']) => number;
  readonly rows: number;
  readonly perRow: number;
  /** Characters of a button's label. */
  readonly label: number;
};

/** No method throws; what goes wrong is in the result. All of them stop when the signal fires. */
export interface ChatService {
  readonly limits: ChatLimits;
  /**
   * Called once. Connects, and reconnects by itself until `close`. An event is confirmed to the service only after `receive` has settled, so that
   * nothing is lost if the broker is killed; it may then come again. `problem` is told why nothing can be received at the moment, and undefined
   * when the connection is there (again).
   */
  listen(receive: (event: Incoming) => Promise<void>, problem: (reason: string | undefined) => void): void;
  post(chat: string, card: Card, signal: AbortSignal): Promise<Posted>;
  edit(at: MessageRef, card: Card, signal: AbortSignal): Promise<Changed>;
  /** As a file, if possible as a reply to that message. */
  document(document: CardDocument, under: MessageRef, signal: AbortSignal): Promise<Posted>;
  /**
   * Ends the waiting of the person who tapped; `text` is shown to that person only, where the service can do that. Whether it worked: services take
   * an answer only for a short time after the tap.
   */
  answerTap(id: string, text: string | undefined, signal: AbortSignal): Promise<boolean>;
  /** Deletes a message, ours or (where the service allows it) somebody else's. */
  remove(at: MessageRef, signal: AbortSignal): Promise<Changed>;
  introduce(signal: AbortSignal): Promise<Introduced>;
  /** Resolves when nothing that it started is left. */
  close(): Promise<void>;
}
