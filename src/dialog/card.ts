// A card: what a chat shows about an ask. Plain text with structure; each chat service renders it in its own markup.

/**
 * Texts have no control characters and no direction marks, but any of them may contain an agent's own words: whoever renders a card shows them as
 * they are, and nothing in them may become markup, a mention, a command or a link with a preview.
 */
export type Card = {
  readonly blocks: readonly Block[];
  /** In rows, within the limits of the service. Empty if there is nothing to press. */
  readonly buttons: readonly (readonly Button[])[];
};

/** title: one bold line · text: a paragraph · code: a command or a diff, in a fixed width and without any change · aside: a remark of ours */
export type Block = { readonly kind: 'title' | 'text' | 'code' | 'aside'; readonly text: string };

/** `data` comes back with the tap: at most 64 bytes of a-z, 0-9 and the signs . - */
export type Button = { readonly label: string; readonly data: string };

/** A plan, or a text that is too long for a card. */
export type CardDocument = { readonly name: string; readonly text: string };
