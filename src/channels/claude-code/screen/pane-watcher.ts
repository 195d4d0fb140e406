// Watches the pane of one session: opens an ask for a dialog that no hook reported, and closes it when the dialog disappears.
//
//   not watching ──▶ watching ──▶ a dialog is on the screen ──▶ an ask is open ──▶ the dialog disappears ──▶ find out how it ended
//
// Watching costs CPU, so we only watch while the agent says that it is waiting, or while its transcript has a call without a result. A pane
// that a person chose may have neither status nor transcript; it is watched all the time.
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
import { lastMessage, pendingCalls } from '../transcript/read.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { type FromScreen, fromScreen, isSame } from './capture.ts';
import { coalesced } from './coalesce.ts';
import { type Outcome, readOutcome } from './outcome.ts';
import { type Dialog, isDialog, type Screen, type ScreenState } from './state.ts';

export type PaneWatcherParts = {
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly transcript: Transcript;
  readonly evidence: Evidence;
  /** Whether hooks of this session reach us. Then they get a head start. */
  readonly hasHooks: (session: string) => boolean;
  readonly alive: (pid: number) => boolean;
  /** Called when the agent, or the pane that a person chose, is no longer there. */
  readonly onGone: (session: string) => void;
  readonly onError: (error: unknown) => void;
};

/** A screen that reads the same after this long is not half-drawn. */
const STEADY_MS = 200;
/** Claude Code writes the call to its transcript at about the time it draws the dialog. */
const WRITTEN_WITHIN_MS = 600;
const HOOKS_WITHIN_MS = 2_000;
/** A dialog that has been missing for this long is closed, and not just being redrawn. */
const MISSING_MS = 3_000;
const PENDING: readonly State[] = ['open', 'answered', 'declined', 'delivering', 'delivered'];

export class PaneWatcher {
  readonly #parts: PaneWatcherParts;
  readonly #terminal: Terminal;
  #session: AgentSession;
  #status: string | undefined;
  /** The agent has worked since it was last reported as idle. */
  #worked = false;
  #hasPendingCall = false;
  /** The message in the last idle ask. The next message may reach the transcript a moment after the screen shows it. */
  #reportedMessage: string | undefined;
  #lastMessage: { readonly id: string | undefined } | undefined;
  #unwatch: (() => void) | undefined;
  #stopReading: (() => void) | undefined;
  readonly #look: () => void;
  #closed = false;
  #timers = new Set<() => void>();
  #missingSince: number | undefined;
  #candidate: { readonly key: string; readonly since: number } | undefined;
  #current: { readonly ask: string; readonly seen: FromScreen } | undefined;

  constructor(session: AgentSession, terminal: Terminal, parts: PaneWatcherParts) {
    this.#session = session;
    this.#terminal = terminal;
    this.#parts = parts;
    this.#look = coalesced(() => this.#lookOnce(), this.#failed);
    const path = this.#path();
    if (path === undefined) return;
    const read = coalesced(() => this.#transcriptGrew(), this.#failed);
    this.#stopReading = parts.transcript.watch(path, read);
    read();
  }

  /** `status` is what the agent says about itself: `waiting`, `busy`, `idle`, or nothing. */
  update(session: AgentSession, status: string | undefined): void {
    this.#session = session;
    const before = this.#status;
    this.#status = status;
    if (status === 'busy') this.#turnBegan();
    if (status === 'idle' && before !== 'idle' && before !== undefined) this.#worked = true;
    this.#watchIfNeeded();
  }

  close(): void {
    this.#closed = true;
    this.#stopWatching();
    this.#stopReading?.();
  }

  async agentGone(): Promise<void> {
    this.close();
    if (this.#current) await this.#dialogClosed(undefined);
  }

  // ── when to look ─────────────────────────────────────────────────────────────────────────────────────────────────

  #watchIfNeeded(): void {
    if (!this.#isNeeded()) return this.#stopWatching();
    this.#unwatch ??= this.#terminal.onChange(() => this.#look());
    this.#look();
  }

  #isNeeded(): boolean {
    if (this.#closed) return false;
    if (this.#status === 'waiting' || this.#current) return true;
    if (this.#status !== undefined) return this.#status === 'idle' && this.#worked;
    return this.#path() === undefined || this.#hasPendingCall || this.#worked;
  }

  #stopWatching(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }

  /**
   * For versions that report no status: a call without a result in the transcript may be a dialog. Versions that do report it may leave out
   * a short turn, but the transcript has the message of that turn.
   */
  async #transcriptGrew(): Promise<void> {
    const lines = await this.#lines();
    if (this.#closed) return;
    const message = lastMessage(lines)?.id;
    const isNew = this.#lastMessage !== undefined && message !== this.#lastMessage.id;
    this.#lastMessage = { id: message };
    this.#hasPendingCall = this.#status === undefined && pendingCalls(lines).length > 0;
    if (isNew || this.#hasPendingCall) this.#turnBegan();
    this.#watchIfNeeded();
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
    if (!this.#isNeeded()) this.#stopWatching();
  }

  async #see(): Promise<Seen | undefined> {
    const seen = await guardedLook(this.#terminal, { isAgent: (look) => isClaude(look, this.#session), onlyReads: true });
    if (seen.kind === 'seen') return seen;
    const { id, pid } = this.#session;
    if (pid === undefined ? seen.gone : !this.#parts.alive(pid)) this.#parts.onGone(id);
    else await this.#dialogMissing();
    return undefined;
  }

  // ── what is on the screen ─────────────────────────────────────────────────────────────────────────────────────────────────

  async #consider(state: ScreenState, screen: Screen): Promise<void> {
    if (isDialog(state)) return this.#dialog(state, screen);
    if (state.kind !== 'idle' && state.kind !== 'busy') return this.#dialogMissing();
    this.#missingSince = undefined;
    if (this.#current) await this.#dialogClosed(screen);
    if (state.kind === 'busy') return this.#turnBegan();
    if (this.#worked && (this.#status ?? 'idle') === 'idle') await this.#turnEnded();
  }

  async #dialog(dialog: Dialog, screen: Screen): Promise<void> {
    this.#turnBegan();
    this.#missingSince = undefined;
    const visible = textOf(screen);
    const seen = fromScreen(dialog, pendingCalls(await this.#lines()), visible);
    const current = this.#current?.seen;
    if (current && (seen?.call === undefined ? isSame(dialog, current.draft) : seen.call === current.call)) return;
    if (this.#current) await this.#dialogClosed(screen);
    if (!seen || !this.#isSteady(seen)) return;
    this.#candidate = undefined;
    this.#current = { ask: await this.#open(seen, visible), seen };
  }

  /** Gives hooks time to report the dialog first. A dialog without a recorded call must also read the same twice. */
  #isSteady({ call, draft }: FromScreen): boolean {
    const now = this.#parts.clock.now();
    const steadyMs = this.#path() === undefined ? STEADY_MS : WRITTEN_WITHIN_MS;
    const waitMs = Math.max(this.#parts.hasHooks(this.#session.id) ? HOOKS_WITHIN_MS : 0, call === undefined ? steadyMs : 0);
    const key = canonical([call ?? draft]);
    if (this.#candidate?.key !== key) this.#candidate = { key, since: now };
    const remainingMs = this.#candidate.since + waitMs - now;
    if (remainingMs > 0) this.#lookLater(remainingMs);
    return remainingMs <= 0;
  }

  /** The ask for this dialog: an existing one, also from a hook, or a new one. */
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

  // ── how it ended ─────────────────────────────────────────────────────────────────────────────────────────────────

  async #dialogClosed(screen: Screen | undefined): Promise<void> {
    const { inbox } = this.#parts;
    const id = this.#current?.ask ?? '';
    this.#current = undefined;
    const view = await inbox.get(id);
    // The end of an ask that came from a hook is reported by hooks too.
    if (view?.source === 'screen') this.#safely(this.#finish(view, screen && readOutcome(screen)));
  }

  async #finish(view: AskView, outcome: Outcome | undefined): Promise<void> {
    const { inbox, evidence } = this.#parts;
    const path = this.#path();
    const isRecorded = path === undefined ? outcome && (await evidence.fromScreen(view, outcome)) : await evidence.explain(view, path);
    if (isRecorded) return;
    const now = await inbox.get(view.id);
    if (now && ['open', 'answered', 'declined'].includes(now.state)) {
      await inbox.withdraw(view.id, 'the dialog disappeared from the screen; what was chosen there is not known');
    }
  }

  /** The screen shows neither the dialog nor the input box. Without a transcript, the dialog counts as closed after a while. */
  async #dialogMissing(): Promise<void> {
    if (!this.#current || this.#path() !== undefined) return;
    const now = this.#parts.clock.now();
    this.#missingSince ??= now;
    const remainingMs = this.#missingSince + MISSING_MS - now;
    if (remainingMs > 0) return this.#lookLater(remainingMs);
    this.#missingSince = undefined;
    await this.#dialogClosed(undefined);
  }

  /** Opens an idle ask, unless hooks do that. */
  async #turnEnded(): Promise<void> {
    const { inbox, clock, hasHooks } = this.#parts;
    const { id: session, project } = this.#session;
    const message = lastMessage(await this.#lines());
    if (message !== undefined && message.id === this.#reportedMessage && !this.#isSteady({ draft: idleDraft({}) })) return;
    this.#candidate = undefined;
    this.#worked = false;
    if (hasHooks(session) || (await this.#pending()).some(({ kind }) => kind === 'idle')) return;
    const newMessage = message?.id === this.#reportedMessage ? undefined : message;
    this.#reportedMessage = message?.id;
    const draft = idleDraft({ last_assistant_message: newMessage?.text });
    const toolUseId = `idle:${newMessage?.id ?? clock.now()}`;
    await inbox.open({ ...draft, session, toolUseId, project, source: 'screen' }, { source: 'completion' });
  }

  /** A new turn: the agent is no longer idle. */
  #turnBegan(): void {
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
