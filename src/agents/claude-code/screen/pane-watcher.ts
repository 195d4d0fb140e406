// Watches the pane of one session: opens an ask for a dialog that no hook reported, and closes it when the dialog disappears.
//
//   not watching ──▶ watching ──▶ a dialog is on the screen ──▶ an ask is open ──▶ the dialog disappears ──▶ find out how it ended
//
// Watching costs CPU, so we only watch while the agent says that it is waiting, or while its transcript has a call without a result. A pane
// that a person chose may have neither status nor transcript; it is watched all the time.
import type { AskView, State } from '../../../ask/schema/history.ts';
import type { AgentSession } from '../../../ask/schema/session.ts';
import type { Inbox, Machine } from '../../../inbox/channel.ts';
import type { Clock } from '../../../system/clock.ts';
import { pidHere } from '../../../system/pid-namespace.ts';
import type { Terminal } from '../../../system/terminal.ts';
import { idleDraft } from '../../draft.ts';
import type { Evidence } from '../evidence.ts';
import { guardedLook, type Seen } from '../keys/guarded-look.ts';
import { agentCheck } from '../keys/keys.ts';
import type { Reading } from '../keys/read-dialog.ts';
import { reportPrompts } from '../transcript/prompted.ts';
import { endsWithMessage, isInterrupted, lastMessage, type Message, pendingCalls } from '../transcript/read.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { DialogAsk } from './dialog-ask.ts';
import { isDialog, type Question } from './state.ts';

export type PaneWatcherParts = {
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly transcript: Transcript;
  readonly evidence: Evidence;
  /** Whether hooks of this session reach us. Then they get a head start. */
  readonly hasHooks: (session: string) => boolean;
  /** Reads a question dialog by going through its tabs and rows. */
  readonly readDialog: (session: AgentSession, isExpected: (seen: Question) => boolean) => Promise<Reading>;
  /** Resolves when nothing is being typed into a dialog of this session. */
  readonly untilTyped: (session: string) => Promise<void>;
  readonly machine: Pick<Machine, 'isAlive' | 'whyNotInForeground'>;
  /** Called when the agent, or the pane that a person chose, is no longer there. */
  readonly onGone: (session: string) => void;
  readonly onError: (error: unknown) => void;
};

/** The delivery of a prompt is recorded within this time after it was typed. */
const RECORDED_WITHIN_MS = 200;
/** On a busy computer, the last message of a turn may reach the transcript this long after the screen shows that the turn has ended. */
const MESSAGE_WITHIN_MS = 3_000;
/** For the end of a turn without a message. The next turn may begin at once. */
const SETTLED_WITHIN_MS = 300;
const ARRIVED: readonly State[] = ['delivered', 'verified', 'mismatched', 'unconfirmed'];

export class PaneWatcher {
  readonly #parts: PaneWatcherParts;
  readonly #terminal: Terminal;
  #session: AgentSession;
  #status: string | undefined;
  /** The agent has worked since it was last reported as idle. */
  #worked = false;
  /** When it was first seen to work on its last prompt. A session that was just cleared has worked, but without a prompt. */
  #turnSince: number | undefined;
  /** When its screen first showed that this turn has ended. */
  #endSeenAt: number | undefined;
  /** Resolves when the idle asks of earlier turns are withdrawn. */
  #withdrawing = Promise.resolve();
  #hasPendingCall = false;
  /** When the last prompt in the transcript was given. */
  #promptedAt = 0;
  /** The message in the last idle ask. The next message may reach the transcript a moment after the screen shows it. */
  #reportedMessage: string | undefined;
  #lastMessage: { readonly id: string | undefined } | undefined;
  /** The idle ask of the turn that ended last. */
  #idle: { readonly ask: string; readonly since: number } | undefined;
  #unwatch: (() => void) | undefined;
  #stopReading: (() => void) | undefined;
  readonly #look: () => void;
  #closed = false;
  #timers = new Set<() => void>();
  readonly #dialog: DialogAsk;

  constructor(session: AgentSession, terminal: Terminal, parts: PaneWatcherParts) {
    this.#session = session;
    this.#terminal = terminal;
    this.#parts = parts;
    this.#look = coalesced(() => this.#lookOnce(), this.#failed);
    this.#dialog = new DialogAsk(parts, {
      session: () => this.#session,
      transcript: () => this.#path(),
      look: this.#look,
      lookLater: (ms) => this.#lookLater(ms),
      onError: this.#failed,
    });
    const path = this.#path();
    if (path === undefined) return;
    const read = coalesced(() => this.#transcriptGrew(), this.#failed);
    this.#stopReading = parts.transcript.watch(path, read);
    read();
  }

  /** `status` is what the agent says about itself: `waiting`, `busy`, `idle`, or nothing. `hasWorked`: if it is idle now, it says so. */
  update(session: AgentSession, status: string | undefined, hasWorked = false): void {
    this.#session = session;
    if (hasWorked) this.#worked = true;
    const before = this.#status;
    this.#status = status;
    if (status === 'busy') this.#turnBegan();
    if (status === 'idle' && before !== 'idle' && before !== undefined) this.#turnBegan();
    // Something happens now, so the screen is looked at more often again.
    if (status !== before) this.#stopWatching();
    this.#watchIfNeeded();
  }

  close(): void {
    this.#closed = true;
    this.#stopWatching();
    this.#stopReading?.();
  }

  async agentGone(): Promise<void> {
    this.close();
    await this.#dialog.gone(undefined);
  }

  // ── when to look ─────────────────────────────────────────────────────────────────────────────────────────────────

  #watchIfNeeded(): void {
    if (!this.#isNeeded()) return this.#stopWatching();
    this.#unwatch ??= this.#terminal.onChange(() => this.#look());
    this.#look();
  }

  #isNeeded(): boolean {
    if (this.#closed) return false;
    if (this.#status === 'waiting' || this.#dialog.isOpen) return true;
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
    this.#promptedAt = await reportPrompts(this.#parts.inbox, this.#session.id, lines, this.#promptedAt);
    const message = lastMessage(lines);
    const isNew = this.#lastMessage !== undefined && message?.id !== this.#lastMessage.id;
    if (message && this.#lastMessage === undefined && (await this.#hasWorkedUnseen(message))) this.#worked = true;
    this.#lastMessage = { id: message?.id };
    if (isNew && message && this.#idle && message.at <= this.#idle.since) return this.#wroteLate(this.#idle.ask, message);
    this.#hasPendingCall = this.#status === undefined && pendingCalls(lines).length > 0;
    if (isNew || this.#hasPendingCall) this.#turnBegan();
    this.#watchIfNeeded();
  }

  /** Nobody may have heard that the turn ended that our last answer began: no broker was running. */
  async #hasWorkedUnseen({ at }: Message): Promise<boolean> {
    const [last] = await this.#parts.inbox.asks({ session: this.#session.id });
    return last?.decision !== undefined && ARRIVED.includes(last.state) && at > last.decision.at;
  }

  /** The last message of the turn that has just ended reached the transcript after its idle ask was opened. */
  async #wroteLate(ask: string, { id, text }: Message): Promise<void> {
    this.#reportedMessage = id;
    const { questions, detail } = idleDraft(text);
    await this.#parts.inbox.reread(ask, { questions, detail });
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
    // Whoever types looks at every change. Two would slow each other down.
    await this.#parts.untilTyped(this.#session.id);
    if (this.#closed) return;
    const seen = await this.#see();
    if (seen) await this.#consider(seen);
    if (!this.#isNeeded()) this.#stopWatching();
  }

  async #see(): Promise<Seen | undefined> {
    const seen = await guardedLook(this.#terminal, { whyNotAgent: agentCheck(this.#session, this.#parts.machine), onlyReads: true });
    if (seen.kind === 'seen') return seen;
    if (seen.silent) return undefined;
    const { id } = this.#session;
    const pid = pidHere(this.#session);
    if (pid === undefined ? seen.gone : !this.#parts.machine.isAlive(pid)) this.#parts.onGone(id);
    else await this.#dialog.missing();
    return undefined;
  }

  // ── what is on the screen ─────────────────────────────────────────────────────────────────────────────────────────────────

  async #consider({ state, screen, look }: Seen): Promise<void> {
    if (isDialog(state)) {
      this.#turnBegan();
      return this.#dialog.seen(state, screen, look);
    }
    if (state.kind !== 'idle' && state.kind !== 'busy') return this.#dialog.notRead(state, screen, this.#status);
    await this.#dialog.gone(screen, state.kind === 'idle');
    if (state.kind === 'busy') return this.#turnBegan();
    if (this.#worked && (this.#status ?? 'idle') === 'idle') await this.#turnEnded();
  }

  /** Opens an idle ask, unless hooks do that. */
  async #turnEnded(): Promise<void> {
    const { inbox, clock, hasHooks } = this.#parts;
    const { id: session, project } = this.#session;
    const lines = await this.#lines();
    const message = lastMessage(lines);
    const isMissing = this.#path() !== undefined && (message?.id === this.#reportedMessage || !endsWithMessage(lines));
    this.#endSeenAt ??= clock.now();
    const hasMessage = this.#turnSince !== undefined && !isInterrupted(lines, this.#turnSince);
    const remainingMs = this.#endSeenAt + (hasMessage ? MESSAGE_WITHIN_MS : SETTLED_WITHIN_MS) - clock.now();
    if (isMissing && remainingMs > 0) return this.#lookLater(remainingMs);
    await this.#withdrawing;
    const idle = (await this.#dialog.pending()).filter(({ kind }) => kind === 'idle');
    // The prompt of this turn may have been typed so shortly ago that its delivery is not recorded yet.
    if (idle.some(({ state }) => state === 'delivering')) return this.#lookLater(RECORDED_WITHIN_MS);
    this.#worked = false;
    this.#turnSince = undefined;
    this.#endSeenAt = undefined;
    if (hasHooks(session)) return;
    for (const view of idle) if (view.state === 'undelivered') await this.#missedTurn(view);
    // One that is delivered was answered with the prompt of this turn, and only its receipt is missing.
    if (idle.some(({ state }) => state !== 'delivered' && state !== 'undelivered')) return;
    const newMessage = message?.id === this.#reportedMessage ? undefined : message;
    this.#reportedMessage = message?.id;
    const draft = idleDraft(newMessage?.text);
    const ofMessage = `idle:${newMessage?.id}`;
    // A session that was resumed may have asked after the same message before.
    const isTaken = newMessage === undefined || (await inbox.byIdentity(session, ofMessage)) !== undefined;
    const toolUseId = isTaken ? `idle:${clock.now()}` : ofMessage;
    const { view } = await inbox.open({ ...draft, session, toolUseId, project, source: 'screen' }, { source: 'completion' });
    this.#idle = { ask: view.id, since: clock.now() };
  }

  /** This turn began with another prompt than the one that could not be delivered, unless the transcript says that a person typed the same. */
  async #missedTurn(view: AskView): Promise<void> {
    await this.#parts.evidence.catchUp(view, this.#path());
    await this.#parts.inbox.withdraw(view.id, 'the next prompt was given at the keyboard');
  }

  /** A new turn: the agent is no longer idle. */
  #turnBegan(): void {
    this.#turnSince ??= this.#parts.clock.now();
    this.#endSeenAt = undefined;
    if (this.#worked) return;
    this.#worked = true;
    this.#idle = undefined;
    const { inbox } = this.#parts;
    const withdraw = async () => {
      for (const { id, kind, source, state } of await this.#dialog.pending())
        if (kind === 'idle' && source === 'screen' && state === 'open')
          await inbox.withdraw(id, 'the next prompt was given at the keyboard');
    };
    this.#withdrawing = withdraw().catch(this.#failed);
  }

  // ── shared ───────────────────────────────────────────────────────────────────────────────────────────────────────

  #path(): string | undefined {
    const { transcript } = this.#session;
    return typeof transcript === 'string' ? transcript : undefined;
  }

  async #lines(): Promise<readonly string[]> {
    const path = this.#path();
    return path === undefined ? [] : this.#parts.transcript.tail(path);
  }

  readonly #failed = (error: unknown): void => {
    if (!this.#closed) this.#parts.onError(error);
  };
}

/** Work that is requested while it runs is done once more afterwards. It never runs twice at once, and no request is lost. */
export function coalesced(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let running = false;
  let wanted = false;
  const run = async () => {
    running = true;
    while (wanted) {
      wanted = false;
      await work().catch(onError);
    }
    running = false;
  };
  return () => {
    wanted = true;
    if (!running) void run();
  };
}
