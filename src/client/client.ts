// The client: every call survives a broker that is down, restarting or replaced during the call.
import type {
  AnswererCheck,
  AskPage,
  Contract,
  Explanation,
  Replayed,
  RouteCheck,
  Status,
  TakenReply,
  WatchedPane,
  WireEvent,
} from '../protocol/contract.generated.ts';
import type { AskView } from '../question/lifecycle.ts';
import type { Precedent } from '../question/precedent.ts';
import type { ToolResult } from '../question/summary.ts';
import type { AgentSession, Answerer, Pause, PauseScope, Prompt, Receipt, VerdictInput } from '../question/words.ts';
import { callRoute, type Given, type ReplyOf, type RouteName } from './call.ts';
import { Unavailable } from './errors.ts';
import { follow, type StreamItem, type StreamOptions } from './events.ts';
import { ConnectionLost, Wire } from './http.ts';
import type { Place } from './place.ts';
import { ensureBroker, type StartOptions } from './start.ts';

export type ClientOptions = StartOptions & {
  readonly place: Place;
  /** How long to keep trying while the broker cannot be reached. */
  readonly patienceMs?: number | undefined;
};

/** Fields of `POST /v1/asks`; see docs/PROTOCOL.md. */
export type AskRequest = Contract['POST /v1/asks']['body'];
export type PastAsk = Contract['POST /v1/route/explain']['body'];
export type ListQuery = Contract['GET /v1/asks']['query'];

/** Decisions with the same `key` are one decision. Without a key, each call is a new decision. */
export type Signed = { readonly by: Answerer; readonly key?: string | undefined; readonly reason?: string | undefined };

const USUAL_PATIENCE_MS = 30_000;
const LONG_POLL_MS = 25_000;
const TRY_AGAIN_MS = 50;

export class Client {
  readonly #options: ClientOptions;
  readonly #wire: Wire;
  #ensured: Promise<unknown> | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#wire = new Wire(options.place.socket);
  }

  // ── asking ───────────────────────────────────────────────────────────────────────────────────────────────────────

  ask(body: AskRequest): Promise<AskView> {
    return this.#call('POST /v1/asks', { body });
  }

  /** Waits until the ask is over, across broker restarts. */
  async result(id: string, signal?: AbortSignal): Promise<ToolResult> {
    for (;;) {
      const result = await this.resultNow(id, LONG_POLL_MS, signal);
      if (result) return result;
    }
  }

  /** Undefined if the ask is still open after `waitMs`. */
  async resultNow(id: string, waitMs = 0, signal?: AbortSignal): Promise<ToolResult | undefined> {
    const given = { params: { id }, query: { wait: waitMs }, timeoutMs: waitMs + 10_000, signal };
    const result = await this.#call('GET /v1/asks/:id/result', given);
    return result.outcome === 'open' ? undefined : result;
  }

  /** Tells the broker what was received, so that it can compare it with the decision. */
  receipt({ id, outcome, answers, message }: ToolResult): Promise<Receipt> {
    // The broker refuses a receipt for an ask that expired or was withdrawn, and says why.
    const body = { outcome: outcome as 'answers', answers, message };
    return this.#call('POST /v1/asks/:id/receipt', { params: { id }, body });
  }

  /** On behalf of the asker; `by` if a person does it for them. */
  withdraw(id: string, reason: string, by?: Answerer): Promise<AskView> {
    return this.#call('POST /v1/asks/:id/withdraw', { params: { id }, body: { reason, by } });
  }

  // ── deciding ─────────────────────────────────────────────────────────────────────────────────────────────────────

  decide(id: string, verdict: VerdictInput, { by, key = crypto.randomUUID(), reason }: Signed): Promise<AskView> {
    return this.#call('POST /v1/asks/:id/decision', { params: { id }, body: { ...verdict, by, key, reason } });
  }

  /** Tries a failed delivery again. */
  deliverAgain(id: string): Promise<AskView> {
    return this.#call('POST /v1/asks/:id/delivery', { params: { id } });
  }

  // ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────────

  show(id: string): Promise<AskView> {
    return this.#call('GET /v1/asks/:id', { params: { id } });
  }

  async history(id: string): Promise<readonly WireEvent[]> {
    return (await this.#call('GET /v1/asks/:id/events', { params: { id } })).events;
  }

  /** How the same questions were decided before in the same project. */
  async precedents(id: string): Promise<readonly Precedent[]> {
    return (await this.#call('GET /v1/asks/:id/precedents', { params: { id } })).precedents;
  }

  list(query: ListQuery = {}): Promise<AskPage> {
    return this.#call('GET /v1/asks', { query });
  }

  log(query: ListQuery = {}): Promise<AskPage> {
    return this.#call('GET /v1/log', { query });
  }

  async sessions(all = false): Promise<readonly AgentSession[]> {
    return (await this.#call('GET /v1/sessions', { query: { all } })).sessions;
  }

  putSession(id: string, body: Contract['PUT /v1/sessions/:id']['body']): Promise<AgentSession> {
    return this.#call('PUT /v1/sessions/:id', { params: { id }, body });
  }

  endSession(id: string, reason?: string): Promise<AgentSession> {
    return this.#call('POST /v1/sessions/:id/end', { params: { id }, body: { reason } });
  }

  sendPrompt(session: string, text: string, by: Answerer): Promise<Prompt> {
    return this.#call('POST /v1/sessions/:id/prompts', { params: { id: session }, body: { text, by, key: crypto.randomUUID() } });
  }

  async prompts(all = false): Promise<readonly Prompt[]> {
    return (await this.#call('GET /v1/prompts', { query: { all } })).prompts;
  }

  cancelPrompt(id: string): Promise<Prompt> {
    return this.#call('POST /v1/prompts/:id/cancel', { params: { id } });
  }

  /** Reads an agent's dialogs from a tmux pane. */
  watchPane(tmux: string, pane: string, project: string): Promise<WatchedPane> {
    return this.#call('POST /v1/panes', { body: { tmux, pane, project } });
  }

  // ── auto-answer ─────────────────────────────────────────────────────────────────────────────────────────────────

  async pauses(): Promise<readonly Pause[]> {
    return (await this.#call('GET /v1/pause', {})).pauses;
  }

  /** Without a scope: everywhere. */
  async pause(by: Answerer, scope?: PauseScope, forMs?: number): Promise<readonly Pause[]> {
    return (await this.#call('PUT /v1/pause', { body: { paused: true, scope, forMs, by } })).pauses;
  }

  /** Without a scope: every pause. */
  async unpause(by: Answerer, scope?: PauseScope): Promise<readonly Pause[]> {
    return (await this.#call('PUT /v1/pause', { body: { paused: false, scope, by } })).pauses;
  }

  explain(id: string): Promise<Explanation> {
    return this.#call('GET /v1/asks/:id/route', { params: { id } });
  }

  /** For an ask that does not exist. */
  explainAsk(ask: PastAsk): Promise<Explanation> {
    return this.#call('POST /v1/route/explain', { body: ask });
  }

  /** For these asks, or for all that people decided here. */
  async testRoutes(asks?: readonly PastAsk[]): Promise<readonly Replayed[]> {
    return (await this.#call('POST /v1/route/test', { body: { asks }, timeoutMs: 120_000 })).asks;
  }

  checkRoutes(): Promise<RouteCheck> {
    return this.#call('GET /v1/route/check', {});
  }

  async answerers(): Promise<readonly AnswererCheck[]> {
    return (await this.#call('GET /v1/answerers', {})).answerers;
  }

  async roster(): Promise<string> {
    return (await this.#call('GET /v1/roster', {})).text;
  }

  /** The text of a chat agent: every answer in it is accepted, or refused with a reason. */
  async reply(text: string, by: Answerer): Promise<readonly TakenReply[]> {
    return (await this.#call('POST /v1/replies', { body: { text, by, key: crypto.randomUUID() } })).replies;
  }

  status(): Promise<Status> {
    return this.#call('GET /v1/status', {});
  }

  async check(): Promise<readonly string[]> {
    return (await this.#call('GET /v1/check', { timeoutMs: 120_000 })).damage;
  }

  /** Every event from now on (or after `after`), without end. */
  events(options: StreamOptions = {}): AsyncGenerator<StreamItem> {
    return follow(this.#wire, () => this.#ensureAgain(), options);
  }

  close(): void {
    this.#wire.close();
  }

  // ── private ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Every call can safely be repeated: asks have a toolUseId, decisions have a key, and everything else only reads. */
  async #call<Name extends RouteName>(name: Name, given: Given<Name>): Promise<ReplyOf<Name>> {
    const end = Date.now() + (this.#options.patienceMs ?? USUAL_PATIENCE_MS);
    for (let tries = 0; ; tries += 1) {
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

  /** All calls share one check for a running broker, until one of them loses its connection. */
  #ensure(): Promise<unknown> {
    this.#ensured ??= ensureBroker(this.#options);
    return this.#ensured;
  }

  #ensureAgain(): Promise<unknown> {
    this.#ensured = undefined;
    return this.#ensure();
  }

  #forget(ensured: Promise<unknown>): void {
    if (this.#ensured === ensured) this.#ensured = undefined;
  }
}
