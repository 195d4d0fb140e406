// A key for one decision or prompt: a call that is repeated with the same key does nothing again.

/** Unique, but no secret. With `crypto`, which takes 4 ms to load, every answer would be later. */
export const newKey = (): string => `${Date.now().toString(36)}-${random()}${random()}`;

const random = (): string => Math.random().toString(36).slice(2, 12).padEnd(10, '0');
