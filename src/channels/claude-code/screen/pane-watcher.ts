// One session looked at where it runs: a dialog that nobody else reported becomes an ask, and is closed when it goes from the screen.
//
//   resting ──▶ attending ──▶ a dialog is seen ──▶ an ask is open ──▶ the dialog is gone ──▶ what became of it
//
// Attending costs looks, so it lasts only while the agent says that it waits, or has a call without a result. A pane that a person pointed
// at has neither; there we always attend.
import type { Clock } from '../../../decide/clock.ts';
import { canonical } from '../../../question/json.ts';
import type { AskView, State } from '../../../question/lifecycle.ts';
import type { AgentSession } from '../../../question/words.ts';
import type { Inbox } from '../../channel.ts';
import type { Terminal } from '../../terminal.ts';
import { idleDraft } from '../capture.ts';
import type { Evidence } from '../evidence.ts';
import { guardedLook, type Seen } from '../keys/guarded-look.ts';
import { isClaude } from '../keys/keys.ts';
import { lastWords, pendingCalls } from '../transcript/read.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { type FromScreen, fromScreen, isSame } from './capture.ts';
import { onceMore } from './once-more.ts';
import { type Outcome, readOutcome } from './outcome.ts';
import { type Dialog, isDialog, type Screen, type ScreenState } from './state.ts';

export type PaneWatcherParts = {
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly transcript: Transcript;
  readonly evidence: Evidence;
  /** Whether hooks tell about this session: they are given the first word. */
  readonly heard: (session: string) => boolean;
  readonly alive: (pid: number) => boolean;
  /** The agent, or the pane a person pointed at, is no longer there. */
  readonly vanished: (session: string) => void;
  readonly onError: (error: unknown) => void;
};

/** What was read twice this far apart is no half-drawn screen. */
const STEADY_MS = 200;
/** The call behind a dialog is written down at about the time the dialog is drawn. */
const WRITTEN_WITHIN_MS = 600;
const HOOKS_WITHIN_MS = 2_000;
const UNREAD_MS = 3_000;
const PENDING: readonly State[] = ['open', 'answered', 'declined', 'delivering', 'delivered'];

export class PaneWatcher {
  readonly #parts: PaneWatcherParts;
  readonly #terminal: Terminal;
  #session: AgentSession;
  #status: string | undefined;
  #worked = false;
  #calls = false;
  /** The last words that an end of a turn was told with; the next ones may be written a moment after the screen shows them. */
  #reported: string | undefined;
  #words: { readonly id: string | undefined } | undefined;
  #unwatch: (() => void) | undefined;
  #stopReading: (() => void) | undefined;
  readonly #look: () => void;
  #closed = false;
  #timers = new Set<() => void>();
  #unreadSince: number | undefined;
  #candidate: { readonly key: string; readonly since: number } | undefined;
  #current: { readonly ask: string; readonly seen: FromScreen } | undefined;

  constructor(session: AgentSession, terminal: Terminal, parts: PaneWatcherParts) {
    this.#session = session;
    this.#terminal = terminal;
    this.#parts = parts;
    this.#look = onceMore(() => this.#lookOnce(), this.#failed);
    const path = this.#path();
    if (path === undefined) return;
    const read = onceMore(() => this.#grew(), this.#failed);
    this.#stopReading = parts.transcript.watch(path, read);
    read();
  }

  /** What the agent says of itself: `waiting`, `busy`, `idle`, or nothing. */
  said(session: AgentSession, status: string | undefined): void {
    this.#session = session;
    const before = this.#status;
    this.#status = status;
    if (status === 'busy') this.#begun();
    if (status === 'idle' && before !== 'idle' && before !== undefined) this.#worked = true;
    this.#attendAsNeeded();
  }

  close(): void {
    this.#closed = true;
    this.#rest();
    this.#stopReading?.();
  }

  /** Nobody waits for an answer any more. */
  async left(): Promise<void> {
    this.close();
    if (this.#current) await this.#over(undefined);
  }

  // ── when to look ─────────────────────────────────────────────────────────────────────────────────────────────────

  #attendAsNeeded(): void {
    if (!this.#isNeeded()) return this.#rest();
    this.#unwatch ??= this.#terminal.onChange(() => this.#look());
    this.#look();
  }

  #isNeeded(): boolean {
    if (this.#closed) return false;
    if (this.#status === 'waiting' || this.#current) return true;
    if (this.#status !== undefined) return this.#status === 'idle' && this.#worked;
    return this.#path() === undefined || this.#calls || this.#worked;
  }

  #rest(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }

  /**
   * Versions that do not say how they are can be read from their transcript: a call without a result may be a dialog. Those that do are
   * silent about a short turn, but not about what was said in it.
   */
  async #grew(): Promise<void> {
    const lines = await this.#lines();
    if (this.#closed) return;
    const words = lastWords(lines)?.id;
    const spoke = this.#words !== undefined && words !== this.#words.id;
    this.#words = { id: words };
    this.#calls = this.#status === undefined && pendingCalls(lines).length > 0;
    if (spoke || this.#calls) this.#begun();
    this.#attendAsNeeded();
  }

  #lookLater(ms: number): void {
    const { clock } = this.#parts;
    const cancel = clock.at(clock.now() + ms, () => {
      this.#timers.delete(cancel);
      this.#look();
    });
    this.#timers.add(cancel);
  }

  async #lookOnce(): Promise<void> {
    if (this.#closed) return;
    const seen = await this.#see();
    if (seen) await this.#consider(seen.state, seen.screen);
    if (!this.#isNeeded()) this.#rest();
  }

  async #see(): Promise<Seen | undefined> {
    const seen = await guardedLook(this.#terminal, { isAgent: (look) => isClaude(look, this.#session), onlyReads: true });
    if (seen.kind === 'seen') return seen;
    const { id, pid } = this.#session;
    if (pid === undefined ? seen.gone : !this.#parts.alive(pid)) this.#parts.vanished(id);
    else await this.#unread();
    return undefined;
  }

  // ── what is seen ─────────────────────────────────────────────────────────────────────────────────────────────────

  async #consider(state: ScreenState, screen: Screen): Promise<void> {
    if (isDialog(state)) return this.#dialog(state, screen);
    if (state.kind !== 'idle' && state.kind !== 'busy') return this.#unread();
    this.#unreadSince = undefined;
    if (this.#current) await this.#over(screen);
    if (state.kind === 'busy') return this.#begun();
    if (this.#worked && (this.#status ?? 'idle') === 'idle') await this.#completed();
  }

  async #dialog(dialog: Dialog, screen: Screen): Promise<void> {
    this.#begun();
    this.#unreadSince = undefined;
    const visible = textOf(screen);
    const seen = fromScreen(dialog, pendingCalls(await this.#lines()), visible);
    const current = this.#current?.seen;
    if (current && (seen?.call === undefined ? isSame(dialog, current.draft) : seen.call === current.call)) return;
    if (this.#current) await this.#over(screen);
    if (!seen || !this.#isSteady(seen)) return;
    this.#candidate = undefined;
    this.#current = { ask: await this.#open(seen, visible), seen };
  }

  /** Hooks get the time to tell it first; what was only read has to be there twice. */
  #isSteady({ call, draft }: FromScreen): boolean {
    const now = this.#parts.clock.now();
    const written = this.#path() === undefined ? STEADY_MS : WRITTEN_WITHIN_MS;
    const wait = Math.max(this.#parts.heard(this.#session.id) ? HOOKS_WITHIN_MS : 0, call === undefined ? written : 0);
    const key = canonical([call ?? draft]);
    if (this.#candidate?.key !== key) this.#candidate = { key, since: now };
    const rest = this.#candidate.since + wait - now;
    if (rest > 0) this.#lookLater(rest);
    return rest <= 0;
  }

  /** The ask that is there already, whoever brought it, or a new one. */
  async #open({ call, draft }: FromScreen, visible: string): Promise<string> {
    const { inbox, clock } = this.#parts;
    const { id: session, project } = this.#session;
    const known = call === undefined ? undefined : await inbox.byIdentity(session, call);
    if (known) return known.id;
    const same = (await this.#pending()).find(
      (view) =>
        view.kind === draft.kind &&
        (view.source === 'hook' || (call === undefined && canonical(view.questions) === canonical(draft.questions))),
    );
    if (same) return same.id;
    const toolUseId = call ?? `screen:${clock.now()}`;
    const asked = { ...draft, session, toolUseId, project, source: 'screen' } as const;
    return (await inbox.open(asked, { source: 'question', screen: visible })).view.id;
  }

  // ── what became of it ────────────────────────────────────────────────────────────────────────────────────────────

  async #over(screen: Screen | undefined): Promise<void> {
    const { inbox } = this.#parts;
    const id = this.#current?.ask ?? '';
    this.#current = undefined;
    const view = await inbox.get(id);
    // Hooks tell the end of what hooks brought.
    if (view?.source === 'screen') this.#safely(this.#finish(view, screen && readOutcome(screen)));
  }

  async #finish(view: AskView, outcome: Outcome | undefined): Promise<void> {
    const { inbox, evidence } = this.#parts;
    const path = this.#path();
    const told = path === undefined ? outcome && (await evidence.fromScreen(view, outcome)) : await evidence.explain(view, path);
    if (told) return;
    const now = await inbox.get(view.id);
    if (now && ['open', 'answered', 'declined'].includes(now.state)) {
      await inbox.withdraw(view.id, 'the dialog went from the screen; what was chosen there is not known');
    }
  }

  /** Where no record tells of the end, a screen without any sign of the dialog does, once it has been so for longer than a repaint takes. */
  async #unread(): Promise<void> {
    if (!this.#current || this.#path() !== undefined) return;
    const now = this.#parts.clock.now();
    this.#unreadSince ??= now;
    const rest = this.#unreadSince + UNREAD_MS - now;
    if (rest > 0) return this.#lookLater(rest);
    this.#unreadSince = undefined;
    await this.#over(undefined);
  }

  /** The agent ended its turn, which is no question: it waits for the next prompt. */
  async #completed(): Promise<void> {
    const { inbox, clock, heard } = this.#parts;
    const { id: session, project } = this.#session;
    const words = lastWords(await this.#lines());
    if (words !== undefined && words.id === this.#reported && !this.#isSteady({ draft: idleDraft({}) })) return;
    this.#candidate = undefined;
    this.#worked = false;
    if (heard(session) || (await this.#pending()).some(({ kind }) => kind === 'idle')) return;
    const news = words?.id === this.#reported ? undefined : words;
    this.#reported = words?.id;
    const draft = idleDraft({ last_assistant_message: news?.text });
    const toolUseId = `idle:${news?.id ?? clock.now()}`;
    await inbox.open({ ...draft, session, toolUseId, project, source: 'screen' }, { source: 'completion' });
  }

  /** A new turn: nobody waits for the next prompt any more. */
  #begun(): void {
    if (this.#worked) return;
    this.#worked = true;
    const { inbox } = this.#parts;
    const withdraw = async () => {
      for (const { id, kind, source, state } of await this.#pending())
        if (kind === 'idle' && source === 'screen' && state === 'open')
          await inbox.withdraw(id, 'the next prompt was given at the keyboard');
    };
    this.#safely(withdraw());
  }

  // ── shared ───────────────────────────────────────────────────────────────────────────────────────────────────────

  async #pending(): Promise<readonly AskView[]> {
    return this.#parts.inbox.asks({ session: this.#session.id, states: PENDING });
  }

  #path(): string | undefined {
    const { transcript } = this.#session;
    return typeof transcript === 'string' ? transcript : undefined;
  }

  async #lines(): Promise<readonly string[]> {
    const path = this.#path();
    return path === undefined ? [] : this.#parts.transcript.tail(path);
  }

  #safely(work: Promise<void>): void {
    work.catch(this.#failed);
  }

  readonly #failed = (error: unknown): void => {
    if (!this.#closed) this.#parts.onError(error);
  };
}

function textOf({ rows }: Screen): string {
  return rows
    .map((row) => row.text)
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();
}
