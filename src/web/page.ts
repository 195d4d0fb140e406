// The one store of the page: events and actions in, new state out. What it holds is the inbox (views/inbox) and where the person is.

import type { JournalEvent } from '../ask/schema/history.ts';
import { Refused } from '../client/errors.ts';
import { sealedFor } from '../client/seal.ts';
import { BUILD } from '../client/version.ts';
import { type Action, act } from '../dialog/dialog/act.ts';
import { Feed } from '../dialog/inbox/feed.ts';
import { summarised } from '../dialog/inbox/marks.ts';
import { asPressed, back, type Effect, type Pressed } from '../dialog/inbox/press.ts';
import { openedAsk } from '../dialog/inbox/press-list.ts';
import { EMPTY, type Inbox, steady } from '../dialog/inbox/state.ts';
import type { Key } from '../dialog/key.ts';
import { type Call, createCall } from './connection/api.ts';
import { pause } from './connection/live.ts';
import { login } from './connection/login.ts';
import { createSource } from './connection/source.ts';
import { addressOf, INBOX, type Route, routeOf } from './routes.ts';
import type { View } from './views.ts';

/** `unknown` until the broker was asked; `out`: this browser has to log in. */
export type Access = 'unknown' | 'in' | 'out';

export type PageState = {
  readonly access: Access;
  /** What is wrong with the code that was entered. */
  readonly loginProblem?: string | undefined;
  readonly route: Route;
  readonly inbox: Inbox;
  readonly now: number;
  /** The broker is newer than this page. */
  readonly outdated: boolean;
  readonly help: boolean;
  /** Rows have boxes to mark them. */
  readonly marking: boolean;
};

/** The broker puts in who this browser belongs to. */
const BY = { kind: 'person', name: 'web', surface: 'web' } as const;

export class Page {
  readonly views: readonly View[];
  readonly call: Call;
  readonly #paint: (state: PageState) => void;
  #state: PageState;
  #feed: Feed | undefined;
  readonly #listeners = new Set<(event: JournalEvent) => void>();
  #scheduled = false;

  constructor(views: readonly View[], paint: (state: PageState) => void) {
    this.views = views;
    this.#paint = paint;
    this.#state = {
      access: 'unknown',
      route: routeOf(location.hash, this.views),
      inbox: EMPTY,
      now: Date.now(),
      outdated: false,
      help: false,
      marking: false,
    };
    this.call = createCall({
      fetch: (...given) => fetch(...given),
      onLoggedOut: () => this.#loggedOut(),
      onBuild: (build) => this.#compareBuild(build),
    });
  }

  get state(): PageState {
    return this.#state;
  }

  /** Logs in with the code in the address, if there is one, and follows the broker. */
  async start(): Promise<void> {
    addEventListener('hashchange', () => void this.#arrive());
    setInterval(() => document.visibilityState === 'visible' && this.#become({ now: Date.now() }), 1_000);
    document.addEventListener('visibilitychange', () => this.#become({ now: Date.now() }));
    this.#become({});
    await this.#arrive();
    if (this.#state.access === 'unknown') this.#follow();
  }

  // ── getting in ───────────────────────────────────────────────────────────────────────────────────────────────────────

  async login(code: string): Promise<void> {
    const problem = await login(code);
    if (problem !== undefined) return this.#become({ access: this.#feed ? 'in' : 'out', loginProblem: problem });
    this.#become({ access: 'in', loginProblem: undefined });
    this.#follow();
  }

  #loggedOut(): void {
    this.#feed?.close();
    this.#feed = undefined;
    this.#become({ access: 'out', inbox: EMPTY });
  }

  #follow(): void {
    this.#feed?.close();
    const source = createSource({
      call: this.call,
      fetch: (...given) => fetch(...given),
      now: () => Date.now(),
      onLoggedOut: () => this.#loggedOut(),
      onEvent: (event) => {
        for (const listener of this.#listeners) listener(event);
      },
    });
    const feed = new Feed({ source, by: BY, sealed: sealedFor, now: () => Date.now(), pause });
    this.#feed = feed;
    feed.subscribe(() => {
      if (this.#feed !== feed) return;
      const inbox = feed.inbox();
      this.#become({ inbox, ...(inbox.contact.kind === 'live' ? { access: 'in' as const } : {}) });
      this.#followOpened();
    });
    void feed.follow();
    const [id] = this.#state.route.name === 'ask' ? this.#state.route.rest : [];
    if (id !== undefined) void this.#open(id);
  }

  // ── moving around ────────────────────────────────────────────────────────────────────────────────────────────────────

  go(route: Route): void {
    const address = addressOf(route);
    if (location.hash !== address) location.hash = address;
  }

  /** The address changed: by a link, by the person, or by `go`. */
  async #arrive(): Promise<void> {
    const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1];
    if (code !== undefined) {
      history.replaceState(null, '', addressOf(INBOX));
      await this.login(code);
    }
    const route = routeOf(location.hash, this.views);
    this.#become({ route, help: false });
    const [id] = route.rest;
    if (route.name !== 'ask') return this.#state.inbox.opened && this.close();
    if (id !== undefined && id !== this.#state.inbox.opened?.view.id) await this.#open(id);
  }

  async #open(id: string): Promise<void> {
    try {
      await this.#feed?.open(id);
    } catch (error) {
      const text = error instanceof Refused ? `There is no ask ${id}.` : (error as Error).message;
      this.#feed?.notice({ tone: 'bad', text });
      if (error instanceof Refused) this.go(INBOX);
    }
  }

  /** The address follows what the state machine opened or closed. */
  #followOpened(): void {
    const { inbox, route } = this.#state;
    const id = inbox.opened?.view.id;
    if (id !== undefined && (route.name !== 'ask' || route.rest[0] !== id)) this.go({ name: 'ask', rest: [id] });
    else if (id === undefined && route.name === 'ask' && this.#wasOpen) this.go(INBOX);
    this.#wasOpen = id !== undefined;
  }
  #wasOpen = false;

  // ── answering ────────────────────────────────────────────────────────────────────────────────────────────────────────

  press(key: Key): readonly Effect[] {
    return this.#feed?.press(key) ?? [];
  }

  /** Back to the list from wherever the dialog is; what was entered is kept. */
  close(): void {
    this.change((inbox) => ({ inbox: back(inbox) }));
  }

  /** Something done to the opened dialog by pointer or in a text field. */
  answer(action: Action): void {
    this.#feed?.act((inbox): Pressed => {
      const { opened } = inbox;
      if (!opened?.dialog) return { inbox, effects: [] };
      const { state, effect } = act(opened.dialog, action);
      const after: Inbox = { ...inbox, notice: undefined, opened: { ...opened, dialog: state } };
      if (effect?.kind !== 'submit') return { inbox: after, effects: [] };
      if (opened.others.length === 0) return { inbox: after, effects: [{ kind: 'decide', ask: opened.view.id, verdict: effect.verdict }] };
      const calm: Inbox = { ...after, opened: { ...opened, dialog: { ...state, mode: 'list' } } };
      return { inbox: summarised(calm, [opened.view, ...opened.others], effect.verdict), effects: [] };
    });
  }

  /** Opens an ask with this option chosen; nothing is sent yet. */
  openWith(id: string, row: number): void {
    this.change((inbox) => {
      const view = inbox.asks.find((each) => each.id === id);
      return view ? openedAsk(inbox, view) : { inbox };
    });
    this.answer({ kind: 'choose', row });
  }

  /** Any other change of the inbox: filter, order, marks. */
  change(how: (inbox: Inbox) => Parameters<typeof asPressed>[0]): void {
    this.#feed?.act((inbox) => {
      const pressed = asPressed(how(inbox));
      return { ...pressed, inbox: steady(inbox, pressed.inbox) };
    });
  }

  /** For views that show more than the inbox. Returns how to stop. */
  onEvent(listener: (event: JournalEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  notice(tone: 'good' | 'bad' | 'plain', text: string): void {
    this.#feed?.notice({ tone, text });
  }

  set(change: Partial<Pick<PageState, 'help' | 'marking'>>): void {
    this.#become(change);
  }

  // ── painting ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  #compareBuild(build: string): void {
    if (build !== '' && build !== String(BUILD) && !this.#state.outdated) this.#become({ outdated: true });
  }

  /** Several changes in one task are painted once. */
  #become(change: Partial<PageState>): void {
    this.#state = { ...this.#state, ...change };
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#paint(this.#state);
    });
  }
}
