// A decision typed into a dialog as a careful person would: look, press one key, look, and stop at anything unexpected.
//
// Invariants: no key without a screen that was just read and matched; no Enter or Escape twice; nothing from an agent or an answerer is ever
// a key, only text; whatever is not expected ends the typing with a reason.

import { type Look, NotSent, type Terminal } from '../../terminal.ts';
import { isDialog, type ScreenState } from '../screen/state.ts';
import { type Goal, untypable } from './goal.ts';
import { guardedLook } from './guarded-look.ts';
import { followUp, nextStep } from './plan.ts';
import { newMemory } from './question.ts';
import type { Expectation, Step } from './step.ts';

/** Time as the loop needs it: how late it is, and being called later. */
export type Timer = { now(): number; at(time: number, call: () => void): () => void };

export type Typing = {
  readonly terminal: Terminal;
  readonly goal: Goal;
  readonly timer: Timer;
  /** Comes when the ask was settled otherwise, withdrawn, or the broker stops. */
  readonly signal: AbortSignal;
  /** Whether the program in the foreground is the agent. */
  readonly isAgent: (look: Look) => boolean;
};

export type Typed =
  | { readonly kind: 'typed'; readonly followUp: string | undefined }
  /** `touched`: at least one key went in, so the dialog may not be as it was. */
  | { readonly kind: 'stopped'; readonly reason: string; readonly touched: boolean };

/** A dialog ignores answers for its first 150 ms; one that has been there for this long takes them. In a list, the pointer moves at once. */
const SETTLED_MS = 250;
/** How long a screen may take to show what a key did. */
const SHOWN_WITHIN_MS = 2_000;
/** A dialog that is held back while somebody types appears within this. */
const APPEARS_WITHIN_MS = 3_000;
/** A person who pressed a key here is known to the second; after this long they have let go. */
const LET_GO_MS = 2_000;
const MOST_STEPS = 300;
/** Keys in all that may show no effect: more, and we would be walking in circles. */
const MOST_REPEATS = 5;
const LONGEST_TYPED = 200;

export async function typeDecision(typing: Typing): Promise<Typed> {
  const impossible = untypable(typing.goal);
  if (impossible) return { kind: 'stopped', reason: impossible, touched: false };
  const hands = new Hands(typing);
  try {
    return await hands.work();
  } catch (error) {
    if (error instanceof Stopped) return { kind: 'stopped', reason: error.message, touched: hands.touched };
    if (error instanceof NotSent) return { kind: 'stopped', reason: `the pane took no key: ${error.message}`, touched: hands.touched };
    throw error;
  } finally {
    hands.rest();
  }
}

class Stopped extends Error {}

type Sent = Extract<Step, { kind: 'press' | 'enter-text' }>;

class Hands {
  touched = false;
  readonly #typing: Typing;
  #memory = newMemory();
  readonly #unwatch: () => void;
  #wake = () => {};
  #pressed = 0;
  #appeared = false;
  /** When the dialog takes answers, as far as anybody can tell. */
  #settledAt = 0;
  #first: Look | undefined;
  #last: Look | undefined;

  constructor(typing: Typing) {
    this.#typing = typing;
    this.#unwatch = typing.terminal.onChange(() => this.#wake());
    typing.signal.addEventListener('abort', this.#interrupted);
  }

  rest(): void {
    this.#unwatch();
    this.#typing.signal.removeEventListener('abort', this.#interrupted);
  }

  async work(): Promise<Typed> {
    const { goal } = this.#typing;
    let state = await this.#dialog();
    for (let steps = 0, repeats = 0; steps < MOST_STEPS; steps += 1) {
      const early = this.#settledAt - this.#typing.timer.now();
      // What is planned too early is not done, so it must not be remembered either.
      const memory = early > 0 ? structuredClone(this.#memory) : this.#memory;
      const step = nextStep(state, goal, memory);
      if (early > 0 && !isEarlyMove(step, state)) {
        await this.#lookOn(early);
        state = await this.#see();
        continue;
      }
      this.#memory = memory;
      if (step.kind === 'stop') throw new Stopped(step.reason);
      if (step.kind === 'done') return { kind: 'typed', followUp: step.followUp };
      const after = await this.#do(step);
      if (after && isOver(after)) return { kind: 'typed', followUp: followUp(goal) };
      if (!after && ++repeats > MOST_REPEATS) throw new Stopped('the keys have no effect');
      const rest = this.#pressed + goal.version.gapMs - this.#typing.timer.now();
      if (rest > 0) await this.#lookOn(rest);
      state = after && rest <= 0 ? after : await this.#see();
    }
    throw new Stopped('it takes more steps than it should');
  }

  /** What the screen shows once it shows what was expected; undefined when a harmless key did nothing. */
  async #do(step: Sent): Promise<ScreenState | undefined> {
    await this.#send(step);
    this.#pressed = this.#typing.timer.now();
    const after = await this.#until(step.expect, SHOWN_WITHIN_MS);
    if (!after && !(step.kind === 'press' && step.harmless))
      throw new Stopped(`after ${named(step)} the screen did not show what was expected`);
    return after;
  }

  async #send(step: Sent): Promise<void> {
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
    // A window in which nothing was written lately has shown it all the time. It is known to the second.
    const drawnBy = this.#last?.printedAt === undefined ? Number.POSITIVE_INFINITY : this.#last.printedAt + 1_000;
    this.#settledAt = Math.min(timer.now(), drawnBy) + SETTLED_MS;
    const rest = (this.#last?.activity ?? 0) + LET_GO_MS - timer.now();
    if (rest <= 0) return appeared;
    // Somebody was at this very dialog. If they go on, that is noticed, and the dialog is theirs.
    await this.#lookOn(rest);
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
      this.#checkIsThere(state);
      if (timer.now() >= end) {
        changed.cancel();
        return undefined;
      }
      await changed.came;
    }
  }

  /** The only way to a screen: every look is guarded. */
  async #see(): Promise<ScreenState> {
    const { terminal, signal, isAgent } = this.#typing;
    if (signal.aborted) throw new Stopped('the ask was settled or withdrawn meanwhile');
    const seen = await guardedLook(terminal, { isAgent, since: this.#first });
    if (signal.aborted) throw new Stopped('the ask was settled or withdrawn meanwhile');
    if (seen.kind === 'stopped') throw new Stopped(seen.reason);
    this.#first ??= seen.look;
    this.#last = seen.look;
    return seen.state;
  }

  /** A dialog that was gone is over, even when the next one looks the same. */
  #checkIsThere(state: ScreenState): void {
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

  /** Looks on while it waits: a person who begins to type is noticed. */
  async #lookOn(ms: number): Promise<void> {
    const end = this.#typing.timer.now() + ms;
    while (this.#typing.timer.now() < end) {
      const change = this.#nextChange(end);
      this.#checkIsThere(await this.#see());
      await change.came;
    }
  }

  readonly #interrupted = () => this.#wake();
}

/** With previews, even arrows are ignored at first. */
const isEarlyMove = (step: Step, state: ScreenState): boolean =>
  step.kind === 'press' && (step.key === 'Up' || step.key === 'Down') && state.kind === 'question' && state.layout !== 'preview';
const isOver = (state: ScreenState): boolean => state.kind === 'idle' || state.kind === 'busy';
const describe = (state: ScreenState): string => (state.kind === 'unknown' ? state.why : state.kind);
const named = (step: Sent): string => (step.kind === 'press' ? step.key : 'typing');
