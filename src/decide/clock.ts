// The port to time: the current time, and timers.

export interface Clock {
  now(): number;
  /** Calls once at the time, or as soon as possible after it. Returns how to cancel. */
  at(time: number, call: () => void): () => void;
}
