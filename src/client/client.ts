// The client: a method for each thing that a program can ask of its broker. What a call survives is in calls.ts.
import type {
  AnswererCheck,
  AskPage,
  ChatPage,
  ChatPerson,
  ChatReply,
  Contract,
  Device,
  Explanation,
  Interrupted,
  Notifier,
  Overruled,
  RouteCheck,
  Status,
  TakenReply,
  WatchedPane,
  Web,
  WebCode,
  WrittenBrief,
} from '../protocol/contract.generated.ts';
import type {
  AgentSession,
  Answerer,
  AskView,
  JournalEvent,
  Pause,
  PauseScope,
  Precedent,
  Prompt,
  Receipt,
  Replayed,
  Statistics,
  ToolResult,
  VerdictInput,
} from '../question/words.generated.ts';
import { Calls, type ClientOptions, USUAL_PATIENCE_MS } from './calls.ts';
import { isStopped, LOOK_AGAIN_MS, type StreamItem, type StreamOptions } from './events.ts';
import { newKey } from './key.ts';

/** How long one request waits for somebody to pair. */
const PAIRING_POLL_MS = 25_000;

/** Fields of `POST /v1/asks`; see docs/PROTOCOL.md. */
export type AskRequest = Contract['POST /v1/asks']['body'];
export type PastAsk = Contract['POST /v1/route/explain']['body'];
export type ListQuery = Contract['GET /v1/asks']['query'];

export type SessionNow = AgentSession & Pick<Contract['GET /v1/sessions']['reply']['sessions'][number], 'cannotPrompt' | 'prompting'>;

/** Decisions with the same `key` are one decision. Without a key, each call is a new decision. */
export type Signed = Pick<Contract['POST /v1/asks/:id/decision']['body'], 'key' | 'reason' | 'risk'> & { readonly by: Answerer };

const LONG_POLL_MS = 25_000;

export class Client {
  readonly #calls: Calls;

  constructor(options: ClientOptions) {
    this.#calls = new Calls(options);
  }

  // ── asking ───────────────────────────────────────────────────────────────────────────────────────────────────────

  ask(body: AskRequest): Promise<AskView> {
    return this.#calls.call('POST /v1/asks', { body });
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
  async resultNow(id: string, waitMs = 0, signal?: AbortSignal): Promise<ToolResult | undefined> {
    const given = { params: { id }, query: { wait: waitMs }, timeoutMs: waitMs + 10_000, signal };
    const result = await this.#calls.call('GET /v1/asks/:id/result', given);
    return result.outcome === 'open' ? undefined : result;
  }

  /** Tells the broker what was received, so that it can compare it with the decision. */
  receipt({ id, outcome, answers, message }: ToolResult): Promise<Receipt> {
    // The broker refuses a receipt for an ask that expired or was withdrawn, and says why.
    const body = { outcome: outcome as 'answers', answers, message };
    return this.#calls.call('POST /v1/asks/:id/receipt', { params: { id }, body });
  }

  /** On behalf of the asker; `by` if a person does it for them. */
  withdraw(id: string, reason: string, by?: Answerer): Promise<AskView> {
    return this.#calls.call('POST /v1/asks/:id/withdraw', { params: { id }, body: { reason, by } });
  }

  // ── deciding ─────────────────────────────────────────────────────────────────────────────────────────────────────

  decide(id: string, verdict: VerdictInput, { by, key = newKey(), reason, risk }: Signed): Promise<AskView> {
    return this.#calls.call('POST /v1/asks/:id/decision', { params: { id }, body: { ...verdict, by, key, reason, risk }, ...patience(by) });
  }

  /** A person says that a decision was wrong, and what to do instead. */
  overrule(id: string, message: string, by: Answerer, prompt: boolean): Promise<Overruled> {
    const body = { message, prompt, by, key: newKey() };
    return this.#calls.call('POST /v1/asks/:id/overrule', { params: { id }, body });
  }

  /** Tries a failed delivery again. */
  deliverAgain(id: string): Promise<AskView> {
    return this.#calls.call('POST /v1/asks/:id/delivery', { params: { id } });
  }

  // ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────────

  show(id: string): Promise<AskView> {
    return this.#calls.call('GET /v1/asks/:id', { params: { id } });
  }

  async history(id: string): Promise<readonly JournalEvent[]> {
    return (await this.#calls.call('GET /v1/asks/:id/events', { params: { id } })).events;
  }

  /** How the same questions were decided before in the same project. */
  async precedents(id: string): Promise<readonly Precedent[]> {
    return (await this.#calls.call('GET /v1/asks/:id/precedents', { params: { id } })).precedents;
  }

  statistics(query: Contract['GET /v1/statistics']['query']): Promise<Statistics> {
    return this.#calls.call('GET /v1/statistics', { query });
  }

  list(query: ListQuery = {}): Promise<AskPage> {
    return this.#calls.call('GET /v1/asks', { query });
  }

  log(query: ListQuery = {}): Promise<AskPage> {
    return this.#calls.call('GET /v1/log', { query });
  }

  /** `now`: also looks at each, and says in `cannotPrompt` why it cannot be given a prompt right now. */
  async sessions(all = false, now = false): Promise<readonly SessionNow[]> {
    return (await this.#calls.call('GET /v1/sessions', { query: { all, now } })).sessions;
  }

  putSession(id: string, body: Contract['PUT /v1/sessions/:id']['body']): Promise<AgentSession> {
    return this.#calls.call('PUT /v1/sessions/:id', { params: { id }, body });
  }

  endSession(id: string, reason?: string): Promise<AgentSession> {
    return this.#calls.call('POST /v1/sessions/:id/end', { params: { id }, body: { reason } });
  }

  sendPrompt(
    session: string,
    text: string,
    { by, key = newKey(), reason, risk }: Signed,
    nextPrompts: readonly string[] = [],
  ): Promise<Prompt> {
    const body = { text, ...(nextPrompts.length === 0 ? {} : { nextPrompts }), by, key, reason, risk };
    return this.#calls.call('POST /v1/sessions/:id/prompts', { params: { id: session }, body, ...patience(by) });
  }

  /** Ends what the agent is doing now. */
  interrupt(session: string, by: Answerer): Promise<Interrupted> {
    return this.#calls.call('POST /v1/sessions/:id/interrupt', { params: { id: session }, body: { by }, ...patience(by) });
  }

  async prompts(all = false): Promise<readonly Prompt[]> {
    return (await this.#calls.call('GET /v1/prompts', { query: { all } })).prompts;
  }

  cancelPrompt(id: string): Promise<Prompt> {
    return this.#calls.call('POST /v1/prompts/:id/cancel', { params: { id } });
  }

  /** Reads an agent's dialogs from a tmux pane. */
  watchPane(pane: Contract['POST /v1/panes']['body']): Promise<WatchedPane> {
    return this.#calls.call('POST /v1/panes', { body: pane });
  }

  // ── auto-answer ─────────────────────────────────────────────────────────────────────────────────────────────────

  async pauses(): Promise<readonly Pause[]> {
    return (await this.#calls.call('GET /v1/pause', {})).pauses;
  }

  /** Without a scope: everywhere. */
  async pause(by: Answerer, scope?: PauseScope, forMs?: number): Promise<readonly Pause[]> {
    return (await this.#calls.call('PUT /v1/pause', { body: { paused: true, scope, forMs, by } })).pauses;
  }

  /** Without a scope: every pause. */
  async unpause(by: Answerer, scope?: PauseScope): Promise<readonly Pause[]> {
    return (await this.#calls.call('PUT /v1/pause', { body: { paused: false, scope, by } })).pauses;
  }

  // ── notifications ───────────────────────────────────────────────────────────────────────────────────────────────

  async notifiers(): Promise<readonly Notifier[]> {
    return (await this.#calls.call('GET /v1/notifiers', {})).notifiers;
  }

  /** Without a name: all of them. */
  async testNotifiers(name?: string): Promise<Contract['POST /v1/notifiers/test']['reply']['results']> {
    return (await this.#calls.call('POST /v1/notifiers/test', { body: { name }, timeoutMs: 60_000 })).results;
  }

  async chatPeople(): Promise<readonly ChatPerson[]> {
    return (await this.#calls.call('GET /v1/notifiers/people', {})).people;
  }

  /** A one-time code for a person of this name. */
  pair(name: string, person: string, by: Answerer): Promise<Contract['POST /v1/notifiers/:name/pair']['reply']> {
    return this.#calls.call('POST /v1/notifiers/:name/pair', { params: { name }, body: { person, by }, timeoutMs: 60_000 });
  }

  /** Waits until somebody has used the code, or nobody can any more. */
  async paired(name: string, code: string): Promise<ChatPerson | undefined> {
    for (;;) {
      const { state, person } = await this.#calls.call('GET /v1/notifiers/:name/pair/:code', {
        params: { name, code },
        query: { wait: PAIRING_POLL_MS },
        timeoutMs: 2 * PAIRING_POLL_MS,
      });
      if (state !== 'waiting') return person;
    }
  }

  async unpair(name: string, person: string, by: Answerer): Promise<readonly ChatPerson[]> {
    return (await this.#calls.call('POST /v1/notifiers/:name/unpair', { params: { name }, body: { person, by } })).people;
  }

  async mutes(): Promise<readonly Pause[]> {
    return (await this.#calls.call('GET /v1/mute', {})).mutes;
  }

  async mute(by: Answerer, scope: PauseScope, forMs?: number): Promise<readonly Pause[]> {
    return (await this.#calls.call('PUT /v1/mute', { body: { muted: true, scope, forMs, by } })).mutes;
  }

  /** Without a scope: every mute. */
  async unmute(by: Answerer, scope?: PauseScope): Promise<readonly Pause[]> {
    return (await this.#calls.call('PUT /v1/mute', { body: { muted: false, scope, by } })).mutes;
  }

  // ── routes ──────────────────────────────────────────────────────────────────────────────────────────────────────

  explain(id: string): Promise<Explanation> {
    return this.#calls.call('GET /v1/asks/:id/route', { params: { id } });
  }

  /** What an answering agent is told: this one, or the first on the route of the ask. */
  brief(id: string, by?: string): Promise<WrittenBrief> {
    return this.#calls.call('GET /v1/asks/:id/brief', { params: { id }, query: { by } });
  }

  /** For an ask that does not exist. */
  explainAsk(ask: PastAsk): Promise<Explanation> {
    return this.#calls.call('POST /v1/route/explain', { body: ask });
  }

  /** For these asks, or for all that people decided here. */
  async testRoutes(asks?: readonly PastAsk[]): Promise<readonly Replayed[]> {
    return (await this.#calls.call('POST /v1/route/test', { body: { asks }, timeoutMs: 120_000 })).asks;
  }

  checkRoutes(): Promise<RouteCheck> {
    return this.#calls.call('GET /v1/route/check', {});
  }

  async answerers(): Promise<readonly AnswererCheck[]> {
    return (await this.#calls.call('GET /v1/answerers', {})).answerers;
  }

  async roster(): Promise<string> {
    return (await this.#calls.call('GET /v1/roster', {})).text;
  }

  /** The text of a chat agent: every answer in it is accepted, or refused with a reason. `ask`: the text is an answer to this one. */
  async reply(text: string, by: Answerer, ask?: string): Promise<readonly TakenReply[]> {
    return (await this.#calls.call('POST /v1/replies', { body: { text, by, ask, key: newKey() } })).replies;
  }

  /** What a chat agent is told. Without `after`: everything it has not acknowledged yet. */
  chat(name: string, query: Contract['GET /v1/chat/:name/events']['query'], signal?: AbortSignal): Promise<ChatPage> {
    return this.#calls.call('GET /v1/chat/:name/events', {
      params: { name },
      query,
      timeoutMs: (query.wait ?? 0) + USUAL_PATIENCE_MS,
      signal,
    });
  }

  /** The text of a chat agent. `ask`: it is an answer to this one. */
  chatReply(name: string, body: Contract['POST /v1/chat/:name/replies']['body']): Promise<ChatReply> {
    return this.#calls.call('POST /v1/chat/:name/replies', { params: { name }, body, timeoutMs: REVIEWED_WITHIN_MS });
  }

  // ── the web page ────────────────────────────────────────────────────────────────────────────────────────────────

  web(): Promise<Web> {
    return this.#calls.call('GET /v1/web', {});
  }

  /** Serves the page to the local network, or stops that. */
  serveLan(on: boolean): Promise<Web> {
    return this.#calls.call('PUT /v1/web/lan', { body: { on } });
  }

  /** It lets one browser in. */
  webCode(): Promise<WebCode> {
    return this.#calls.call('POST /v1/web/codes', {});
  }

  async devices(): Promise<readonly Device[]> {
    return (await this.#calls.call('GET /v1/devices', {})).devices;
  }

  renameDevice(id: string, name: string): Promise<Device> {
    return this.#calls.call('PUT /v1/devices/:id', { params: { id }, body: { name } });
  }

  revokeDevice(id: string): Promise<Device> {
    return this.#calls.call('POST /v1/devices/:id/revoke', { params: { id } });
  }

  // ── the broker ──────────────────────────────────────────────────────────────────────────────────────────────────

  status(): Promise<Status> {
    return this.#calls.call('GET /v1/status', {});
  }

  async check(): Promise<readonly string[]> {
    return (await this.#calls.call('GET /v1/check', { timeoutMs: 600_000 })).damage;
  }

  /** `file` is a whole path, where nothing is yet. */
  backup(file: string): Promise<Contract['POST /v1/backup']['reply']> {
    return this.#calls.call('POST /v1/backup', { body: { file }, timeoutMs: 600_000 });
  }

  /** Every event from now on (or after `after`), without end. */
  events(options: StreamOptions = {}): AsyncGenerator<StreamItem> {
    return this.#calls.events(options);
  }

  close(): void {
    this.#calls.close();
  }
}

/** An answer of an agent may be reviewed before it is taken. */
const patience = ({ kind }: Answerer): { readonly timeoutMs?: number } => (kind === 'person' ? {} : { timeoutMs: REVIEWED_WITHIN_MS });
const REVIEWED_WITHIN_MS = 30 * 60_000;
