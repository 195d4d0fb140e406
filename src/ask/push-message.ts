// What the broker sends to a browser through its push service, and the page's service worker reads.

export type PushMessage =
  | {
      readonly event: 'notify';
      /** A later message with the same key replaces this one. */
      readonly key: string;
      readonly title: string;
      readonly body: string;
      /** If it is about one ask. */
      readonly ask?: string | undefined;
      /** The labels that can be chosen with one tap. */
      readonly choices: readonly string[];
    }
  /** It is over. */
  | { readonly event: 'withdrawn'; readonly key: string; readonly title: string; readonly outcome: string };
