// Types a decision into a dialog the way a careful person would: look, press one key, check, and stop at anything unexpected.
//
// Invariants: no key is pressed before the screen was just read and matched; Enter and Escape are never repeated; text from an agent or an
// answerer is only ever typed as text, never as keys; anything unexpected stops the typing with a reason.
import { type Look, NotSent, type Terminal } from '../../terminal.ts';
import { isDialog, type ScreenState } from '../screen/state.ts';
import { type Goal, untypable } from './goal.ts';
import { guardedLook } from './guarded-look.ts';
import { followUp, nextStep } from './plan.ts';
import { newMemory } from './question.ts';
import type { Expectation, Step } from './step.ts';

export type Timer = { now(): number; at(time: number, call: () => void): () => void };

export type Typing = {
  readonly terminal: Terminal;
  readonly goal: Goal;
  readonly timer: Timer;
  /** Aborts when the ask was decided elsewhere or withdrawn, or when the broker stops. */
  readonly signal: AbortSignal;
  /** Whether the program in the foreground is the agent. */
  readonly isAgent: (look: Look) => boolean;
};

export type Typed =
  | { readonly kind: 'typed'; readonly followUp: string | undefined }
  /** `touched`: at least one key was sent, so the dialog may have changed. */
  | { readonly kind: 'stopped'; readonly reason: string; readonly touched: boolean };

/** A dialog ignores answers for its first 150 ms; after this long it accepts them. In a list, the arrow keys work at once. */
const ACCEPTS_AFTER_MS = 250;
/** How long a screen may take to show what a key did. */
const SHOWN_WITHIN_MS = 2_000;
/** Claude Code delays a dialog while somebody is typing, but no longer than this. */
const APPEARS_WITHIN_MS = 3_000;
/** How long nobody must have pressed a key in the pane before we type. The time of a key is known only to the second. */
const QUIET_MS = 2_000;
const MOST_STEPS = 300;
/** How many keys, in total, may have no effect before we give up. */
const MOST_REPEATS = 5;
const LONGEST_TYPED = 200;

export async function typeDecision(typing: Typing): Promise<Typed> {
  const impossible = untypable(typing.goal);
  if (impossible) return { kind: 'stopped', reason: impossible, touched: false };
  const typist = new Typist(typing);
  try {
    return await typist.run();
  } catch (error) {
    const { touched } = typist;
    if (error instanceof Stopped) return { kind: 'stopped', reason: error.message, touched };
    if (error instanceof NotSent) return { kind: 'stopped', reason: `the pane did not accept the key: ${error.message}`, touched };
    throw error;
  } finally {
    typist.close();
  }
}

class Stopped extends Error {}

type InputStep = Extract<Step, { kind: 'press' | 'enter-text' }>;

class Typist {
  touched = false;
  readonly #typing: Typing;
  #memory = newMemory();
  readonly #unwatch: () => void;
  #wake = () => {};
  #pressedAt = 0;
  #appeared = false;
  /** From when on the dialog surely accepts answers. */
  #acceptsAt = 0;
  #first: Look | undefined;
  #last: Look | undefined;

  constructor(typing: Typing) {
    this.#typing = typing;
    this.#unwatch = typing.terminal.onChange(() => this.#wake());
    typing.signal.addEventListener('abort', this.#interrupted);
  }

  close(): void {
    this.#unwatch();
    this.#typing.signal.removeEventListener('abort', this.#interrupted);
  }

  async run(): Promise<Typed> {
    const { goal } = this.#typing;
    let state = await this.#dialog();
    for (let steps = 0, repeats = 0; steps < MOST_STEPS; steps += 1) {
      const tooEarlyMs = this.#acceptsAt - this.#typing.timer.now();
      // A step that comes too early is not taken, so what it would remember must be discarded.
      const memory = tooEarlyMs > 0 ? structuredClone(this.#memory) : this.#memory;
      const step = nextStep(state, goal, memory);
      if (tooEarlyMs > 0 && !worksEarly(step, state)) {
        await this.#watch(tooEarlyMs);
        state = await this.#see();
        continue;
      }
      this.#memory = memory;
      if (step.kind === 'stop') throw new Stopped(step.reason);
      if (step.kind === 'done') return { kind: 'typed', followUp: step.followUp };
      const after = await this.#do(step);
      if (after && isOver(after)) return { kind: 'typed', followUp: followUp(goal) };
      if (!after && ++repeats > MOST_REPEATS) throw new Stopped('the keys have no effect');
      const waitMs = this.#pressedAt + goal.version.gapMs - this.#typing.timer.now();
      if (waitMs > 0) await this.#watch(waitMs);
      state = after && waitMs <= 0 ? after : await this.#see();
    }
    throw new Stopped('gave up after too many steps');
  }

  /** The screen after the step, once it shows what was expected; undefined when a repeatable key had no effect. */
  async #do(step: InputStep): Promise<ScreenState | undefined> {
    await this.#send(step);
    this.#pressedAt = this.#typing.timer.now();
    const after = await this.#until(step.expect, SHOWN_WITHIN_MS);
    if (!after && !(step.kind === 'press' && step.repeatable))
      throw new Stopped(`after ${named(step)} the screen did not show what was expected`);
    return after;
  }

  async #send(step: InputStep): Promise<void> {
    const { terminal, goal } = this.#typing;
    const before = this.touched;
    this.touched = true;
    try {
      if (step.kind === 'press') await terminal.press(step.key);
      else if (step.text.includes('\n') || (goal.version.pastes && step.text.length > LONGEST_TYPED)) await terminal.paste(step.text);
      else await terminal.type(step.text);
    } catch (error) {
      if (error instanceof NotSent) this.touched = before;
      throw error;
    }
  }

  async #dialog(): Promise<ScreenState> {
    const { timer } = this.#typing;
    const appeared = await this.#until(isDialog, APPEARS_WITHIN_MS);
    if (!appeared) throw new Stopped(`no dialog is on the screen (${describe(await this.#see())})`);
    this.#appeared = true;
    // The dialog was drawn no later than the last output in this window, the time of which is known only to the second.
    const drawnBy = this.#last?.printedAt === undefined ? Number.POSITIVE_INFINITY : this.#last.printedAt + 1_000;
    this.#acceptsAt = Math.min(timer.now(), drawnBy) + ACCEPTS_AFTER_MS;
    const waitMs = (this.#last?.activity ?? 0) + QUIET_MS - timer.now();
    if (waitMs <= 0) return appeared;
    // Somebody used this dialog a moment ago. If they go on typing while we watch, we stop and leave it to them.
    await this.#watch(waitMs);
    return this.#see();
  }

  async #until(expect: Expectation, withinMs: number): Promise<ScreenState | undefined> {
    const { timer } = this.#typing;
    const end = timer.now() + withinMs;
    for (;;) {
      const changed = this.#nextChange(end);
      const state = await this.#see();
      if (expect(state)) {
        changed.cancel();
        return state;
      }
      this.#checkStillOpen(state);
      if (timer.now() >= end) {
        changed.cancel();
        return undefined;
      }
      await changed.came;
    }
  }

  /** Every look at the screen goes through here, and so through the guard. */
  async #see(): Promise<ScreenState> {
    const { terminal, signal, isAgent } = this.#typing;
    if (signal.aborted) throw new Stopped('the ask was decided or withdrawn in the meantime');
    const seen = await guardedLook(terminal, { isAgent, since: this.#first });
    if (signal.aborted) throw new Stopped('the ask was decided or withdrawn in the meantime');
    if (seen.kind === 'stopped') throw new Stopped(seen.reason);
    this.#first ??= seen.look;
    this.#last = seen.look;
    return seen.state;
  }

  /** Once the dialog has closed we stop, even if another one that looks the same opens. */
  #checkStillOpen(state: ScreenState): void {
    if (this.#appeared && isOver(state)) throw new Stopped('the dialog is no longer on the screen');
  }

  #nextChange(end: number): { came: Promise<void>; cancel(): void } {
    let resolve = () => {};
    const came = new Promise<void>((r) => {
      resolve = r;
    });
    const cancelTimer = this.#typing.timer.at(end, resolve);
    this.#wake = resolve;
    return {
      came: came.finally(cancelTimer),
      cancel() {
        cancelTimer();
        resolve();
      },
    };
  }

  /** Waits, and keeps looking at the screen meanwhile, to notice a person who starts typing. */
  async #watch(ms: number): Promise<void> {
    const end = this.#typing.timer.now() + ms;
    while (this.#typing.timer.now() < end) {
      const change = this.#nextChange(end);
      this.#checkStillOpen(await this.#see());
      await change.came;
    }
  }

  readonly #interrupted = () => this.#wake();
}

/** Arrow keys work before the dialog accepts answers, except in the preview layout. */
const worksEarly = (step: Step, state: ScreenState): boolean =>
  step.kind === 'press' && (step.key === 'Up' || step.key === 'Down') && state.kind === 'question' && state.layout !== 'preview';
const isOver = (state: ScreenState): boolean => state.kind === 'idle' || state.kind === 'busy';
const describe = (state: ScreenState): string => (state.kind === 'unknown' ? state.why : state.kind);
const named = (step: InputStep): string => (step.kind === 'press' ? step.key : 'typing');
