// How anything reaches the broker: every call survives a broker that is down, restarting or replaced in the middle of it.
import { answerInputOf } from '../question/answer.ts';
import type { AskView } from '../question/lifecycle.ts';
import type { Precedent } from '../question/precedent.ts';
import type { ToolResult } from '../question/summary.ts';
import type { AgentSession, Answerer, Pause, PauseScope, Prompt, Receipt, Verdict } from '../question/words.ts';
import { Unavailable } from './errors.ts';
import { follow, type StreamItem, type StreamOptions } from './events.ts';
import { type Call, ConnectionLost, Wire } from './http.ts';
import type { Place } from './place.ts';
import type { AnswererCheck, Explanation, Replayed, RouteCheck, Status, TakenReply, WatchedPane, WireEvent } from './protocol.ts';
import { ensureBroker, type StartOptions } from './start.ts';

export type ClientOptions = StartOptions & {
  readonly place: Place;
  /** How long to go on trying while no broker can be had. */
  readonly patienceMs?: number | undefined;
};

/** Fields of `POST /v1/asks`; see docs/PROTOCOL.md. */
export type AskRequest = {
  readonly session: { readonly id: string; readonly program: string; readonly project: string; readonly [more: string]: unknown };
  readonly toolUseId: string;
  readonly questions: unknown;
  readonly rules?: 'strict' | 'tolerant';
  readonly kind?: AskView['kind'];
  readonly answers?: unknown;
  readonly detail?: unknown;
  readonly timeoutMs?: number;
  readonly raw?: unknown;
};

/** `key` makes a decision that is sent twice one decision; without one, each call is a decision of its own. */
export type Signed = { readonly by: Answerer; readonly key?: string | undefined; readonly reason?: string | undefined };

export type ListQuery = {
  readonly state?: readonly string[] | undefined;
  readonly kind?: readonly string[] | undefined;
  readonly project?: string | undefined;
  readonly program?: string | undefined;
  readonly session?: string | undefined;
  readonly text?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: number | undefined;
};
export type AskPage = { readonly asks: readonly AskView[]; readonly next?: number };

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
    return this.#call({ method: 'POST', path: '/v1/asks', body });
  }

  /** Waits until the ask is over, across broker restarts. */
  async result(id: string, signal?: AbortSignal): Promise<ToolResult> {
    for (;;) {
      const result = await this.resultNow(id, LONG_POLL_MS, signal);
      if (result) return result;
    }
  }

  /** Undefined while the ask is open after `waitMs`. */
  async resultNow(id: string, waitMs = 0, signal?: AbortSignal): Promise<ToolResult | undefined> {
    const call: Call = { method: 'GET', path: `${askPath(id)}/result?wait=${waitMs}`, timeoutMs: waitMs + 10_000, signal };
    const result = await this.#call<ToolResult | { outcome: 'open' }>(call);
    return result.outcome === 'open' ? undefined : (result as ToolResult);
  }

  /** Tells the broker what was received, so that it can be held against what was decided. */
  receipt(result: ToolResult): Promise<Receipt> {
    const { outcome, answers, message } = result;
    return this.#call({ method: 'POST', path: `${askPath(result.id)}/receipt`, body: { outcome, answers, message } });
  }

  /** On behalf of whoever asked; `by` where a person does it for them. */
  withdraw(id: string, reason: string, by?: Answerer): Promise<AskView> {
    return this.#call({ method: 'POST', path: `${askPath(id)}/withdraw`, body: { reason, by } });
  }

  // ── deciding ─────────────────────────────────────────────────────────────────────────────────────────────────────

  answer(id: string, answers: readonly unknown[], signed: Signed): Promise<AskView> {
    return this.#decide(id, 'answer', { answers }, signed);
  }

  redirect(id: string, message: string, signed: Signed): Promise<AskView> {
    return this.#decide(id, 'redirect', { message }, signed);
  }

  decline(id: string, message: string | undefined, signed: Signed): Promise<AskView> {
    return this.#decide(id, 'decline', { message }, signed);
  }

  /** Whatever was decided, as `question/` has it. */
  decide(id: string, verdict: Verdict, signed: Signed): Promise<AskView> {
    if (verdict.kind === 'answers') return this.answer(id, verdict.answers.map(answerInputOf), signed);
    return verdict.kind === 'redirect' ? this.redirect(id, verdict.message, signed) : this.decline(id, verdict.message, signed);
  }

  // ── looking ──────────────────────────────────────────────────────────────────────────────────────────────────────

  show(id: string): Promise<AskView> {
    return this.#call({ method: 'GET', path: askPath(id) });
  }

  async history(id: string): Promise<readonly WireEvent[]> {
    return (await this.#call<{ events: WireEvent[] }>({ method: 'GET', path: `${askPath(id)}/events` })).events;
  }

  /** How the same questions were decided before in the same project. */
  async precedents(id: string): Promise<readonly Precedent[]> {
    return (await this.#call<{ precedents: Precedent[] }>({ method: 'GET', path: `${askPath(id)}/precedents` })).precedents;
  }

  list(query: ListQuery = {}): Promise<AskPage> {
    return this.#call({ method: 'GET', path: `/v1/asks${queryString(query)}` });
  }

  log(query: ListQuery = {}): Promise<AskPage> {
    return this.#call({ method: 'GET', path: `/v1/log${queryString(query)}` });
  }

  async sessions(all = false): Promise<readonly AgentSession[]> {
    return (await this.#call<{ sessions: AgentSession[] }>({ method: 'GET', path: `/v1/sessions${all ? '?all' : ''}` })).sessions;
  }

  putSession(id: string, session: { program: string; project: string; [more: string]: unknown }): Promise<AgentSession> {
    return this.#call({ method: 'PUT', path: `/v1/sessions/${encodeURIComponent(id)}`, body: session });
  }

  endSession(id: string, reason?: string): Promise<AgentSession> {
    return this.#call({ method: 'POST', path: `/v1/sessions/${encodeURIComponent(id)}/end`, body: { reason } });
  }

  sendPrompt(session: string, text: string, by: Answerer): Promise<Prompt> {
    return this.#call({
      method: 'POST',
      path: `/v1/sessions/${encodeURIComponent(session)}/prompts`,
      body: { text, by, key: crypto.randomUUID() },
    });
  }

  async prompts(all = false): Promise<readonly Prompt[]> {
    return (await this.#call<{ prompts: Prompt[] }>({ method: 'GET', path: `/v1/prompts${all ? '?all' : ''}` })).prompts;
  }

  cancelPrompt(id: string): Promise<Prompt> {
    return this.#call({ method: 'POST', path: `/v1/prompts/${encodeURIComponent(id)}/cancel`, body: {} });
  }

  /** Has the dialogs of an agent read off a tmux pane. */
  watchPane(tmux: string, pane: string, project: string): Promise<WatchedPane> {
    return this.#call({ method: 'POST', path: '/v1/panes', body: { tmux, pane, project } });
  }

  // ── machines ─────────────────────────────────────────────────────────────────────────────────────────────────────

  async pauses(): Promise<readonly Pause[]> {
    return (await this.#call<{ pauses: Pause[] }>({ method: 'GET', path: '/v1/pause' })).pauses;
  }

  /** Without a scope: everywhere. */
  async pause(by: Answerer, scope?: PauseScope, forMs?: number): Promise<readonly Pause[]> {
    const body = { paused: true, scope, forMs, by };
    return (await this.#call<{ pauses: Pause[] }>({ method: 'PUT', path: '/v1/pause', body })).pauses;
  }

  /** Without a scope: all that stand. */
  async unpause(by: Answerer, scope?: PauseScope): Promise<readonly Pause[]> {
    const body = { paused: false, scope, by };
    return (await this.#call<{ pauses: Pause[] }>({ method: 'PUT', path: '/v1/pause', body })).pauses;
  }

  explain(id: string): Promise<Explanation> {
    return this.#call({ method: 'GET', path: `${askPath(id)}/route` });
  }

  /** Of an ask that was never made. */
  explainAsk(ask: unknown): Promise<Explanation> {
    return this.#call({ method: 'POST', path: '/v1/route/explain', body: ask });
  }

  /** Of these asks, or of all that people decided here. */
  async testRoutes(asks?: readonly unknown[]): Promise<readonly Replayed[]> {
    const call: Call = { method: 'POST', path: '/v1/route/test', body: asks ? { asks } : {}, timeoutMs: 120_000 };
    return (await this.#call<{ asks: Replayed[] }>(call)).asks;
  }

  checkRoutes(): Promise<RouteCheck> {
    return this.#call({ method: 'GET', path: '/v1/route/check' });
  }

  async answerers(): Promise<readonly AnswererCheck[]> {
    return (await this.#call<{ answerers: AnswererCheck[] }>({ method: 'GET', path: '/v1/answerers' })).answerers;
  }

  async roster(): Promise<string> {
    return (await this.#call<{ text: string }>({ method: 'GET', path: '/v1/roster' })).text;
  }

  /** What a chat agent wrote: every answer in it is taken, or refused with a reason. */
  async reply(text: string, by: Answerer): Promise<readonly TakenReply[]> {
    const body = { text, by, key: crypto.randomUUID() };
    return (await this.#call<{ replies: TakenReply[] }>({ method: 'POST', path: '/v1/replies', body })).replies;
  }

  status(): Promise<Status> {
    return this.#call({ method: 'GET', path: '/v1/status' });
  }

  async check(): Promise<readonly string[]> {
    return (await this.#call<{ damage: string[] }>({ method: 'GET', path: '/v1/check', timeoutMs: 120_000 })).damage;
  }

  /** Every event from now on (or after `after`), for ever. */
  events(options: StreamOptions = {}): AsyncGenerator<StreamItem> {
    return follow(this.#wire, () => this.#ensureAgain(), options);
  }

  close(): void {
    this.#wire.close();
  }

  // ── inside ───────────────────────────────────────────────────────────────────────────────────────────────────────

  #decide(id: string, verb: string, body: object, { by, key = crypto.randomUUID(), reason }: Signed): Promise<AskView> {
    return this.#call({ method: 'POST', path: `${askPath(id)}/${verb}`, body: { ...body, by, key, reason } });
  }

  /** Every call may safely be made again: asks have a toolUseId, decisions a key, the rest is reading. */
  async #call<T>(call: Call): Promise<T> {
    const end = Date.now() + (this.#options.patienceMs ?? USUAL_PATIENCE_MS);
    for (let tries = 0; ; tries += 1) {
      const ensured = this.#ensure();
      try {
        await ensured;
        return (await this.#wire.call<T>(call)).body;
      } catch (error) {
        this.#forget(ensured);
        if (!(error instanceof ConnectionLost) || call.signal?.aborted) throw error;
        if (Date.now() > end)
          throw new Unavailable(error.message, `\`answerback doctor\` looks for the cause; the log is ${this.#options.place.log}.`);
        if (tries > 0) await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      }
    }
  }

  /** One look for a broker serves all calls, until one of them finds that it is gone. */
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

const askPath = (id: string): string => `/v1/asks/${encodeURIComponent(id)}`;

function queryString(query: ListQuery): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0));
  const text = new URLSearchParams(Object.fromEntries(pairs.map(([key, value]) => [key, String(value)]))).toString();
  return text === '' ? '' : `?${text}`;
}
