// The ask of the dialog in one pane: opens it for a dialog that no hook reported, and closes it when the dialog disappears.

import type { AskView, State } from '../../../ask/schema/history.ts';
import type { AgentSession } from '../../../ask/schema/session.ts';
import { isUnidentified, screenId } from '../../../ask/screen-id.ts';
import type { Look } from '../../../system/terminal.ts';
import { canonical } from '../../../text/json.ts';
import { isOverIn } from '../transcript/ending.ts';
import { isCallOf, STEADY_MS } from '../transcript/identify.ts';
import { type Call, pendingCalls } from '../transcript/read.ts';
import { type FromScreen, fromScreen, isPartial, isSame } from './capture.ts';
import { newOutcome, type Outcome, readOutcomes } from './outcome.ts';
import type { PaneWatcherParts } from './pane-watcher.ts';
import { type Dialog, type Screen, type ScreenState, unfamiliarIn } from './state.ts';
import { isUnreadable, isWaiting, unreadableDraft, unreadableId } from './unreadable.ts';

/** What it needs from the watcher of its pane. */
export type Watch = {
  session(): AgentSession;
  transcript(): string | undefined;
  look(): void;
  lookLater(ms: number): void;
  onError(error: unknown): void;
};

/** Claude Code writes the call to its transcript at about the time it draws the dialog, or else after the dialog was closed. */
const WRITTEN_WITHIN_MS = 300;
/** When nobody pressed a key for this long, nobody is about to answer in the pane: we may go through the tabs of a form to read it. */
const AWAY_MS = 10_000;
/** While an answer is typed, the same question may be asked again. */
const LOOK_AGAIN_MS = 300;
const HOOKS_WITHIN_MS = 2_000;
/** A dialog that cannot be read after this long is not just being drawn. */
const UNREADABLE_MS = 1_500;
/** A dialog that has been missing for this long is closed, and not just being redrawn. */
const MISSING_MS = 3_000;
const NOT_VERIFIED: readonly State[] = ['open', 'answered', 'declined', 'delivering', 'undelivered', 'delivered'];
/** In these states the dialog of an ask from the screen is closed. (The dialog of an ask that was withdrawn may still be open.) */
const CLOSED: readonly State[] = ['delivered', 'verified', 'mismatched', 'unconfirmed'];

export class DialogAsk {
  readonly #parts: PaneWatcherParts;
  readonly #watch: Watch;
  #candidate: { readonly key: string; readonly since: number } | undefined;
  /** The ask of the dialog on the screen. `before` are the outcomes of earlier questions that are on the same screen. */
  #current: { readonly ask: string; readonly seen: FromScreen; readonly before: readonly Outcome[] } | undefined;
  #missingSince: number | undefined;
  /** When we last tried to read the dialog completely. */
  #readAt = 0;
  /** Asks whose dialog was closed: if it appears again, it is a new ask. With the ask itself until it is known how it ended. */
  readonly #over = new Map<string, AskView | undefined>();
  /** Permissions that a hook reported, whose dialog was closed in the pane: what they allowed may still run. */
  readonly #running: AskView[] = [];

  constructor(parts: PaneWatcherParts, watch: Watch) {
    this.#parts = parts;
    this.#watch = watch;
  }

  get isOpen(): boolean {
    return this.#current !== undefined;
  }

  /** The dialog is on the screen. */
  async seen(dialog: Dialog, screen: Screen, look: Look): Promise<void> {
    this.#missingSince = undefined;
    const lines = await this.#lines();
    const seen = fromScreen(dialog, this.#pendingCalls(lines));
    if (this.#current) {
      if (await this.#isCurrent(dialog, seen, lines)) return this.#readRest(look);
      if (!seen && isUnreadable(await this.#currentAsk())) return;
      await this.#close(screen);
    }
    // The pane is too small: not even the tabs of a form are on the screen.
    if (!seen) return this.#openUnreadable(screen, this.#pendingCalls(lines));
    // What is not as we know it may be half-drawn.
    if (!this.isSteady(seen, unfamiliarIn(dialog) === undefined ? 0 : UNREADABLE_MS)) return;
    const whole = this.#mayRead(seen, look) ? await this.#readWhole(seen) : seen;
    // After reading, the dialog may be another one.
    if (whole) this.#current = { ask: await this.#open(dialog, whole, textOf(screen)), seen: whole, before: readOutcomes(screen) };
    this.#watch.look();
  }

  /** The screen shows neither the input box nor a dialog that can be read. `status` is what the agent says about itself. */
  async notRead(state: ScreenState, screen: Screen, status: string | undefined): Promise<void> {
    const calls = this.#pendingCalls(await this.#lines());
    if (!isWaiting(state, screen, status, calls)) return this.missing();
    this.#missingSince = undefined;
    await this.#openUnreadable(screen, calls, state);
  }

  async #openUnreadable(screen: Screen, calls: readonly Call[], state?: ScreenState): Promise<void> {
    const draft = unreadableDraft(this.#watch.session(), calls, state);
    if (this.#current || (await this.pending()).some(({ kind }) => kind !== 'idle') || !this.#isSteadilyUnread(calls)) return;
    const { id: session, project } = this.#watch.session();
    const asked = { ...draft, session, toolUseId: unreadableId(this.#parts.clock.now()), project, source: 'screen' } as const;
    const { view } = await this.#parts.inbox.open(asked, { source: 'question', screen: textOf(screen) });
    this.#current = { ask: view.id, seen: { draft }, before: readOutcomes(screen) };
  }

  /** Which detail is not known may change, with a countdown for example. */
  #isSteadilyUnread(calls: readonly Call[]): boolean {
    return this.isSteady({ draft: unreadableDraft(this.#watch.session(), calls) }, UNREADABLE_MS);
  }

  /** The screen shows neither the dialog nor the input box. Without a transcript, the dialog counts as closed after a while. */
  async missing(): Promise<void> {
    if (!this.#current || this.#watch.transcript() !== undefined) return;
    const now = this.#parts.clock.now();
    this.#missingSince ??= now;
    const remainingMs = this.#missingSince + MISSING_MS - now;
    if (remainingMs > 0) return this.#watch.lookLater(remainingMs);
    await this.gone(undefined);
  }

  /** There is no dialog. The screen, if there is one, may say how it ended. `isIdle`: nothing that was allowed runs any more. */
  async gone(screen: Screen | undefined, isIdle = false): Promise<void> {
    this.#missingSince = undefined;
    this.#readAt = 0;
    if (this.#current) await this.#close(screen);
    if (isIdle) for (const view of this.#running.splice(0)) this.#explain(view);
  }

  /** Gives hooks time to report the dialog first. What only the screen shows, like the options of a permission, must also read the same twice. */
  isSteady({ call, draft }: FromScreen, atLeastMs = 0): boolean {
    const now = this.#parts.clock.now();
    const steadyMs = this.#watch.transcript() === undefined ? STEADY_MS : WRITTEN_WITHIN_MS;
    const hooksMs = this.#parts.hasHooks(this.#watch.session().id) ? HOOKS_WITHIN_MS : 0;
    const isFromScreen = call === undefined || draft.kind === 'permission';
    const waitMs = Math.max(atLeastMs, hooksMs, isFromScreen ? steadyMs : 0);
    const key = canonical([isFromScreen ? draft : call]);
    if (this.#candidate?.key !== key) this.#candidate = { key, since: now };
    const remainingMs = this.#candidate.since + waitMs - now;
    if (remainingMs > 0) this.#watch.lookLater(remainingMs);
    else this.#candidate = undefined;
    return remainingMs <= 0;
  }

  async #currentAsk(): Promise<Pick<AskView, 'toolUseId'>> {
    return (await this.#parts.inbox.get(this.#current?.ask ?? '')) ?? { toolUseId: '' };
  }

  async pending(): Promise<readonly AskView[]> {
    return this.#parts.inbox.asks({ session: this.#watch.session().id, states: NOT_VERIFIED });
  }

  // ── which ask it is ──────────────────────────────────────────────────────────────────────────────────────────────

  /** Whether the dialog is that of the current ask, and not the same question asked again. */
  async #isCurrent(dialog: Dialog, seen: FromScreen | undefined, lines: readonly string[]): Promise<boolean> {
    const { ask = '', seen: before } = this.#current ?? {};
    const bothKnown = seen?.call !== undefined && before?.call !== undefined;
    if (bothKnown ? seen.call !== before.call : !before || !isSame(dialog, before.draft)) return false;
    const view = await this.#parts.inbox.get(ask);
    if (view?.source !== 'screen') return true;
    if (CLOSED.includes(view.state) || isOverIn(lines, view)) return false;
    if (view.state === 'delivering') this.#watch.lookLater(LOOK_AGAIN_MS);
    if (seen?.call !== undefined && !bothKnown) await this.#reread(view, seen);
    return true;
  }

  /** The ask for this dialog: an existing one, also from a hook, or a new one. */
  async #open(dialog: Dialog, seen: FromScreen, visible: string): Promise<string> {
    const { call, draft } = seen;
    const { inbox, clock } = this.#parts;
    const { id: session, project } = this.#watch.session();
    const known = call === undefined ? undefined : await inbox.byIdentity(session, call);
    if (known) return known.id;
    const same = (await this.pending()).find(
      (view) =>
        view.kind === draft.kind &&
        !this.#over.has(view.id) &&
        (view.source === 'hook' || (isUnidentified(view) && !CLOSED.includes(view.state) && isSame(dialog, view))),
    );
    if (same?.source === 'screen' && (call !== undefined || (isPartial(same) && !isPartial(draft)))) await this.#reread(same, seen);
    if (same) return same.id;
    const toolUseId = call ?? screenId(clock.now());
    const asked = { ...draft, session, toolUseId, project, source: 'screen' } as const;
    return (await inbox.open(asked, { source: 'question', screen: visible })).view.id;
  }

  async #lines(): Promise<readonly string[]> {
    const path = this.#watch.transcript();
    return path === undefined ? [] : this.#parts.transcript.tail(path);
  }

  /** Without the call of a closed dialog, which may reach the transcript late, and before its result. */
  #pendingCalls(lines: readonly string[]): readonly Call[] {
    const over = [...this.#over.values()].filter((view) => view !== undefined && isUnidentified(view)) as AskView[];
    return pendingCalls(lines).filter((call) => !over.some((view) => isCallOf(call, view)));
  }

  // ── what the screen does not show ────────────────────────────────────────────────────────────────────────────────

  /** Whether there is more to read, and nobody is about to answer in the pane. */
  #mayRead({ draft }: FromScreen, { activity }: Look): boolean {
    if (draft.kind !== 'question' || !isPartial(draft)) return false;
    const remainingMs = Math.max(activity, this.#readAt) + AWAY_MS - this.#parts.clock.now();
    if (remainingMs > 0) this.#watch.lookLater(remainingMs);
    return remainingMs <= 0;
  }

  async #readWhole(seen: FromScreen): Promise<FromScreen | undefined> {
    this.#readAt = this.#parts.clock.now();
    const reading = await this.#parts.readDialog(this.#watch.session(), (shown) => isSame(shown, seen.draft));
    return reading.kind === 'read' ? { ...seen, draft: { ...seen.draft, questions: reading.questions } } : undefined;
  }

  /** The current ask was opened while somebody was at the pane. */
  async #readRest(look: Look): Promise<void> {
    const { ask = '', seen } = this.#current ?? {};
    if (!seen || !this.#mayRead(seen, look)) return;
    const view = await this.#parts.inbox.get(ask);
    const whole = view?.source === 'screen' && view.state === 'open' ? await this.#readWhole(seen) : undefined;
    if (view && whole) await this.#reread(view, whole);
  }

  /** It is known more completely now, from the transcript or the other tabs. */
  async #reread({ id }: AskView, seen: FromScreen): Promise<void> {
    this.#current = { before: [], ...this.#current, ask: id, seen };
    const { questions, detail } = seen.draft;
    const known = { ...(detail ? { detail } : {}), ...(seen.call === undefined ? {} : { toolUseId: seen.call }) };
    await this.#parts.inbox.reread(id, { questions, ...known });
  }

  // ── how it ended ─────────────────────────────────────────────────────────────────────────────────────────────────

  async #close(screen: Screen | undefined): Promise<void> {
    const { ask: id = '', before = [] } = this.#current ?? {};
    this.#current = undefined;
    const view = await this.#parts.inbox.get(id);
    this.#over.set(id, view);
    if (view?.source === 'hook') return this.#closedWithoutHook(view, screen && { outcome: newOutcome(screen, before) });
    if (view?.source !== 'screen') return;
    this.#finish(view, screen && newOutcome(screen, before))
      .catch((error) => this.#watch.onError(error))
      .finally(() => this.#over.set(id, undefined));
  }

  /** The end of an ask that came from a hook is reported by hooks too, but none reports Esc once no request waits any more. */
  async #closedWithoutHook(view: AskView, seen: { readonly outcome: Outcome | undefined } | undefined): Promise<void> {
    if (view.state !== 'open' && view.state !== 'undelivered') return;
    if (!(await this.#parts.evidence.hasTranscript(this.#watch.transcript()))) {
      // Without the input box on the screen, something else may only cover the dialog.
      if (!seen) return;
      // The hook about a tool that was allowed comes when the tool has ended.
      if (view.kind === 'permission') return void this.#running.push(view);
    }
    this.#explain(view, seen?.outcome);
  }

  #explain(view: AskView, outcome?: Outcome): void {
    this.#parts.evidence.explainAfterHooks(view, this.#watch.transcript(), outcome).catch((error) => this.#watch.onError(error));
  }

  async #finish(view: AskView, outcome: Outcome | undefined): Promise<void> {
    const { inbox, evidence } = this.#parts;
    if (isUnreadable(view)) return inbox.withdraw(view.id, 'its dialog was closed in its pane, or can be read now');
    const path = this.#watch.transcript();
    const isRecorded = path === undefined ? outcome && (await evidence.fromScreen(view, outcome)) : await evidence.explain(view, path);
    if (isRecorded) return;
    const now = await inbox.get(view.id);
    if (now && ['open', 'answered', 'declined', 'undelivered'].includes(now.state)) {
      await inbox.withdraw(view.id, 'the dialog disappeared from the screen; what was chosen there is not known');
    }
  }
}

function textOf({ rows }: Screen): string {
  return rows
    .map((row) => row.text)
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();
}
