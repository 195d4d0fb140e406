// For tests: a clock that jumps to the next event that is due.
type Due = { readonly time: number; readonly call: () => void };

export class SimulatedClock {
  #now: number;
  readonly #queue: Due[] = [];

  constructor(start: number) {
    this.#now = start;
  }

  readonly now = (): number => this.#now;

  readonly at = (time: number, call: () => void): (() => void) => {
    const due = { time: Math.max(time, this.#now), call };
    const after = this.#queue.findIndex((other) => other.time > due.time);
    this.#queue.splice(after < 0 ? this.#queue.length : after, 0, due);
    return () => {
      const place = this.#queue.indexOf(due);
      if (place >= 0) this.#queue.splice(place, 1);
    };
  };

  after(ms: number, call: () => void): void {
    this.at(this.#now + ms, call);
  }

  /** Runs the next event; false when there is none. */
  step(): boolean {
    const due = this.#queue.shift();
    if (!due) return false;
    this.#now = due.time;
    due.call();
    return true;
  }
}
