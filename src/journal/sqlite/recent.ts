// The rows used last, as they are on disk: while an ask is decided and delivered, it is looked up ten times, and the first page of a list again and again.
const MOST = 250;

export class Recent<T> {
  readonly #rows = new Map<string, T>();

  get(id: string): T | undefined {
    return this.#rows.get(id);
  }

  put(id: string, row: T): T {
    // A map remembers the order: the one that was put first goes first.
    this.#rows.delete(id);
    this.#rows.set(id, row);
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > MOST && oldest !== undefined) this.#rows.delete(oldest);
    return row;
  }

  clear(): void {
    this.#rows.clear();
  }

  /** Before a write: if it fails, what is on disk is not known. */
  forget(id: string): void {
    this.#rows.delete(id);
  }
}
