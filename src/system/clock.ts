// The port to time: the current time, and timers.

export interface Clock {
  /** The time of day, which people and network time set forward and back. */
  now(): number;
  /**
   * Calls once, when as much time has passed as is left now until `time`, or as soon as possible after it. Setting the clock does not change
   * how long that takes, and the time that the computer is suspended does not count. Returns how to cancel.
   */
  at(time: number, call: () => void): () => void;
  /** Calls when the clock was set, or when the computer was suspended: whatever waits for a time of day looks again. Returns how to unsubscribe. */
  onJump(call: () => void): () => void;
}
