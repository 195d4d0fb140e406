// Calls to a broker and its events. Every call survives a broker that is down, restarting or replaced during the call.
import { callRoute, type Given, type ReplyOf, type RouteName } from './call.ts';
import { Unavailable } from './errors.ts';
import { follow, type StreamItem, type StreamOptions } from './events.ts';
import { ConnectionLost, Wire } from './http.ts';
import type { Place } from './place.ts';
import { ensureBroker, isOutdated, type StartOptions } from './start.ts';

export type ClientOptions = StartOptions & {
  readonly place: Place;
  /** How long to keep trying while the broker cannot be reached. */
  readonly patienceMs?: number | undefined;
};

export const USUAL_PATIENCE_MS = 30_000;
const TRY_AGAIN_MS = 50;
const FIRST_TRY_MS = 5_000;

export class Calls {
  readonly #options: ClientOptions;
  readonly #wire: Wire;
  #ensured: Promise<unknown> | undefined;
  #reached = false;
  readonly #closed = new AbortController();

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#wire = new Wire(options.place.socket);
  }

  /** Every call can safely be repeated: asks have a toolUseId, decisions have a key, and everything else only reads. */
  async call<Name extends RouteName>(name: Name, given: Given<Name>): Promise<ReplyOf<Name>> {
    if (!this.#ensured && name.startsWith('GET ') && given.timeoutMs === undefined) {
      const reply = await this.#tried(name, given);
      if (reply !== undefined) return reply;
    }
    const end = Date.now() + (this.#options.patienceMs ?? USUAL_PATIENCE_MS);
    for (let tries = 0; ; tries += 1) {
      // Nobody waits for the calls of a closed client, and they must not start a broker again.
      if (this.#closed.signal.aborted) return new Promise(() => {});
      const ensured = this.#ensure();
      try {
        await ensured;
        return await callRoute(this.#wire, name, given);
      } catch (error) {
        this.#forget(ensured);
        if (!(error instanceof ConnectionLost) || given.signal?.aborted) throw error;
        if (Date.now() > end)
          throw new Unavailable(error.message, `\`answerback doctor\` looks for the cause; the log is ${this.#options.place.log}.`);
        if (tries > 0) await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      }
    }
  }

  /** A call that only reads needs no check before it: usually a broker of this version is there. Undefined if not, or if the call failed. */
  async #tried<Name extends RouteName>(name: Name, given: Given<Name>): Promise<ReplyOf<Name> | undefined> {
    const reply = await callRoute(this.#wire, name, { ...given, timeoutMs: FIRST_TRY_MS }).catch(() => undefined);
    const { broker } = this.#wire;
    if (reply === undefined || !broker || isOutdated(broker)) return undefined;
    this.#reached = true;
    this.#ensured ??= Promise.resolve();
    return reply;
  }

  /** All calls share one check for a running broker, until one of them loses its connection. */
  #ensure(): Promise<unknown> {
    // The first call is why this program was started. Later, a broker that a person stopped stays stopped.
    this.#ensured ??= ensureBroker({ ...this.#options, unlessStopped: this.#reached }).then(() => {
      this.#reached = true;
    });
    return this.#ensured;
  }

  #ensureAgain(wasConnected: boolean): Promise<unknown> {
    this.#reached ||= wasConnected;
    this.#ensured = undefined;
    return this.#ensure();
  }

  #forget(ensured: Promise<unknown>): void {
    if (this.#ensured === ensured) this.#ensured = undefined;
  }

  events({ signal, ...options }: StreamOptions): AsyncGenerator<StreamItem> {
    const until = AbortSignal.any([this.#closed.signal, ...(signal ? [signal] : [])]);
    return follow(this.#wire, (wasConnected) => this.#ensureAgain(wasConnected), { ...options, signal: until });
  }

  close(): void {
    this.#closed.abort();
    this.#wire.close();
  }
}
