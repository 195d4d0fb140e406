// A chat service on this computer, as the suite of chats (suite.ts) needs it: a fake of the documented API of a service, to which the service's real
// library connects. It is as strict as the documentation: unknown fields, texts that are too long and wrong markup get the service's own error.
import type { ChatPerson, MessageRef } from '../../../src/messengers/chat-service.ts';

/** A message of ours as people see it. */
export type Shown = {
  readonly at: MessageRef;
  /** As people read it: without the markup, and without characters that draw nothing. */
  readonly text: string;
  readonly buttons: readonly (readonly string[])[];
  /** What is more than text outside of code: links, mentions, commands, and formatting that is not of a whole line of ours. Should be empty. */
  readonly active: readonly string[];
  readonly replyTo?: string | undefined;
  readonly file?: { readonly name: string; readonly text: string } | undefined;
};

export interface FakeChat {
  /** The kind of notifier, and the surface in the record. */
  readonly kind: string;
  /** The settings of a notifier of this kind that uses this fake. Secrets are written into files in this folder, readable only by the user. */
  settings(folder: string): Readonly<Record<string, unknown>>;
  /** Must not appear in anything that Answerback writes. */
  readonly secrets: readonly string[];
  /** The private chat of this person with us, or (without a person) a group in which everybody is. */
  chat(person?: ChatPerson): string;
  /** Messages of ours in a chat as they are now, oldest first. Deleted ones are not there. */
  shown(chat: string): readonly Shown[];
  /** Messages of people that are still there. */
  said(chat: string): readonly string[];
  /** Presses the button of this label, and returns the id of the tap. Throws if there is no such button. */
  tap(person: ChatPerson, at: MessageRef, label: string): string;
  /** Delivers the same tap once more, as services do after a lost connection. */
  tapAgain(id: string): void;
  /** A tap with data that no button has. */
  forge(person: ChatPerson, at: MessageRef, data: string): string;
  /** What the person who tapped was told; undefined as long as nothing came back. */
  told(tap: string): { readonly text: string } | undefined;
  /** `replyTo`: a message to reply to. */
  say(person: ChatPerson, chat: string, text: string, replyTo?: MessageRef): MessageRef;
  edit(at: MessageRef, text: string): void;
  /** A person deletes a message. */
  erase(at: MessageRef): void;
  /** Connections are lost and refused, until `up`. What people do in the meantime is kept. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Connections go on without a word in either direction, as after a suspended computer; new ones work. */
  freeze(): void;
  /** An hour passes while nobody is connected: what the service keeps only for a short time is gone. */
  hourPasses(): void;
  /** Whether it keeps what people do for longer than that. */
  readonly keeps: boolean;
  /** The next request that changes a message is refused as too many, with this much to wait. */
  busy(seconds: number): void;
  /** How many requests to post or change a message were refused because of `busy` or came too early after it. */
  refused(): { readonly busy: number; readonly early: number };
  /** Called when a request has posted or changed a message: before and after the reply to it. */
  onChange(call: (moment: 'arrived' | 'replied') => void): void;
  /** Whether a library is connected and listens. */
  listening(): boolean;
  close(): Promise<void>;
}
