// The client: calls to a broker, and its events. Every call survives a broker that is down, restarting or replaced during the call.

import type { Answerer, Receipt } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { VerdictInput } from '../ask/schema/input.ts';
import type { ToolResult } from '../ask/schema/result.ts';
import type { Contract, ReplyOf, RouteName } from '../contract/types.ts';
import { asObject } from '../text/json.ts';
import { callRoute, type Given, type GivenIfNeeded } from './call.ts';
import { Unavailable } from './errors.ts';
import { follow, isStopped, LOOK_AGAIN_MS, type StreamItem, type StreamOptions } from './events.ts';
import { ConnectionLost, Wire } from './http.ts';
import { newKey } from './key.ts';
import type { BrokerFolder } from './place.ts';
import { ensureBroker, isOutdated, type StartOptions } from './start.ts';

export type ClientOptions = StartOptions & {
  readonly place: BrokerFolder;
  /** How long to keep trying while the broker cannot be reached. */
  readonly patienceMs?: number | undefined;
};

/** Fields of `POST /v1/asks`; see docs/PROTOCOL.md. */
export type AskRequest = Contract['POST /v1/asks']['body'];
/** An ask in a file. */
export type PastAsk = Contract['POST /v1/route/explain']['body'];
export type ListQuery = Contract['GET /v1/asks']['query'];
/** `caller` is as in the `continues` of the ask. `last`: it waits no longer after this request. */
export type Caller = Pick<Contract['GET /v1/asks/:id/result']['query'], 'caller' | 'last'>;
/** Decisions with the same `key` are one decision. Without a key, each call is a new decision. */
export type Signed = Pick<Contract['POST /v1/asks/:id/decision']['body'], 'key' | 'reason' | 'risk'> & { readonly by: Answerer };

const USUAL_PATIENCE_MS = 30_000;
/** How long one request waits for the result of an ask. */
const LONG_POLL_MS = 25_000;
const TRY_AGAIN_MS = 50;
const FIRST_TRY_MS = 5_000;

export class Client {
  readonly #options: ClientOptions;
  readonly #wire: Wire;
  #ensured: Promise<unknown> | undefined;
  #reached = false;
  readonly #closed = new AbortController();

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#wire = new Wire(options.place.socket);
  }

  /** Any route of docs/PROTOCOL.md. Every call can safely be repeated: asks have a toolUseId, decisions have a key, and everything else only reads. */
  call<Name extends RouteName>(name: Name, ...given: GivenIfNeeded<Name>): Promise<ReplyOf<Name>> {
    return this.#persisted(name, given[0] ?? ({} as Given<Name>));
  }

  /** Waits until the ask is over, across broker restarts. */
  async result(id: string, signal?: AbortSignal): Promise<ToolResult> {
    for (;;) {
      try {
        const result = await this.resultNow(id, LONG_POLL_MS, signal);
        if (result) return result;
      } catch (error) {
        if (!isStopped(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      }
    }
  }

  /** Undefined if the ask is still open after `waitMs`. */
  async resultNow(id: string, waitMs = 0, signal?: AbortSignal, caller: Caller = {}): Promise<ToolResult | undefined> {
    const result = await this.call('GET /v1/asks/:id/result', { params: { id }, query: { wait: waitMs, ...caller }, signal });
    return result.outcome === 'open' ? undefined : result;
  }

  /** Tells the broker what was received, so that it can compare it with the decision. */
  receipt({ id, outcome, answers, message }: ToolResult): Promise<Receipt> {
    // The broker refuses a receipt for an ask that expired or was withdrawn, and says why.
    const body = { outcome: outcome as 'answers', answers, message };
    return this.call('POST /v1/asks/:id/receipt', { params: { id }, body });
  }

  /** Answers, redirects or declines. */
  decide(id: string, verdict: VerdictInput, { by, key = newKey(), reason, risk }: Signed): Promise<AskView> {
    return this.call('POST /v1/asks/:id/decision', { params: { id }, body: { ...verdict, by, key, reason, risk } });
  }

  /** Every event from now on (or after `after`), without end. */
  events({ signal, ...options }: StreamOptions = {}): AsyncGenerator<StreamItem> {
    const until = AbortSignal.any([this.#closed.signal, ...(signal ? [signal] : [])]);
    return follow(this.#wire, (wasConnected) => this.#ensureAgain(wasConnected), { ...options, signal: until });
  }

  close(): void {
    this.#closed.abort();
    this.#wire.close();
  }

  async #persisted<Name extends RouteName>(name: Name, given: Given<Name>): Promise<ReplyOf<Name>> {
    if (!this.#ensured && name.startsWith('GET ') && given.timeoutMs === undefined && !asksToWait(given.query)) {
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
}

const asksToWait = (query: unknown): boolean => asObject(query)?.wait !== undefined;
