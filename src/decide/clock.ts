// The port to time: what time it is, and being called when a time has come.

export interface Clock {
  now(): number;
  /** Calls once at (or as soon as possible after) the time; returns how to cancel. */
  at(time: number, call: () => void): () => void;
}
