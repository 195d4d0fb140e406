// The port to what drivers remember of their conversations, so that a conversation goes on after a restart of the broker.

/** Neither call throws: what cannot be read or stored is forgotten, and the next message begins a new conversation. */
export interface Conversations {
  /** What was stored last under this key, if it is still there. */
  read(key: string): Promise<unknown>;
  /** `kept` is JSON. When the promise resolves, it is on disk. */
  write(key: string, kept: unknown): Promise<void>;
}
