// Types a decision into a dialog the way a careful person would: look, press a key, check, and stop at anything unexpected.
//
// Invariants: no key is pressed before the screen was just read and matched (several moves of the pointer count as one key); Enter and Escape
// are never repeated; text from an agent or an answerer is only ever typed as text, never as keys; anything unexpected stops the typing with a reason.
import { inputProblem, type Look, NotSent, type Terminal } from '../../../system/terminal.ts';
import { isDialog, type ScreenState, showsDialog, unfamiliarIn } from '../screen/state.ts';
import { followUp, type Goal, type Quirks, untypable } from './goal.ts';
import { guardedLook, type WhyNotAgent } from './guarded-look.ts';
import { nextStep } from './plan.ts';
import { type Memory, newMemory } from './question.ts';
import type { Expectation, Step } from './step.ts';

export type Timer = { now(): number; at(time: number, call: () => void): () => void };

export type Typing = Pane & { readonly goal: Goal };

export type Pane = {
  readonly terminal: Terminal;
  readonly timer: Timer;
  /** Aborts when the ask was decided elsewhere or withdrawn, or when the broker stops. */
  readonly signal: AbortSignal;
  readonly whyNotAgent: WhyNotAgent;
  /** When the dialog was on the screen already, if that is known. */
  readonly seenAt?: number | undefined;
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

export async function typeDecision({ goal, ...pane }: Typing): Promise<Typed> {
  const impossible = untypable(goal);
  if (impossible) return { kind: 'stopped', reason: impossible, touched: false };
  const next = (state: ScreenState, memory: Memory) => nextStep(state, goal, memory);
  return carryOut(pane, { next, memory: newMemory(), version: goal.version, followUp: followUp(goal) });
}

/** What to do at each screen. `memory` is what the screen may not show at the moment; `next` may change it. */
export type Plan<M> = {
  readonly next: (state: ScreenState, memory: M) => Step;
  readonly memory: M;
  readonly version: Pick<Quirks, 'gapMs' | 'pastes'>;
  readonly followUp?: string | undefined;
};

/** Takes one step after the other until the plan is done, or the dialog is closed as expected. */
export async function carryOut<M>(pane: Pane, plan: Plan<M>): Promise<Typed> {
  const typist = new Typist(pane, plan);
  try {
    return await typist.run();
  } catch (error) {
    const { touched } = typist;
    if (error instanceof Stopped) return { kind: 'stopped', reason: error.message, touched };
    const problem = inputProblem(error);
    if (problem !== undefined) return { kind: 'stopped', reason: problem, touched };
    throw error;
  } finally {
    typist.close();
  }
}

class Stopped extends Error {}

type InputStep = Extract<Step, { kind: 'press' | 'enter-text' }>;

class Typist<M> {
  touched = false;
  readonly #typing: Pane;
  readonly #plan: Plan<M>;
  #memory: M;
  readonly #unwatch: () => void;
  #wake = () => {};
  #pressedAt = 0;
  #appeared = false;
  /** From when on the dialog surely accepts answers. */
  #acceptsAt = 0;
  #first: Look | undefined;
  #last: Look | undefined;
  #shown: ScreenState = { kind: 'nothing' };
  /** The look that came with the last key. */
  #after: Look | undefined;

  constructor(typing: Pane, plan: Plan<M>) {
    this.#typing = typing;
    this.#plan = plan;
    this.#memory = plan.memory;
    this.#unwatch = typing.terminal.onChange(() => this.#wake());
    typing.signal.addEventListener('abort', this.#interrupted);
  }

  close(): void {
    this.#unwatch();
    this.#typing.signal.removeEventListener('abort', this.#interrupted);
  }

  async run(): Promise<Typed> {
    const { next, version, followUp } = this.#plan;
    let state = await this.#dialog();
    for (let steps = 0, repeats = 0; steps < MOST_STEPS; steps += 1) {
      const tooEarlyMs = this.#acceptsAt - this.#typing.timer.now();
      // A step that comes too early is not taken, so what it would remember must be discarded.
      const memory = tooEarlyMs > 0 ? structuredClone(this.#memory) : this.#memory;
      const step = next(state, memory);
      if (tooEarlyMs > 0 && !worksEarly(step, state)) {
        await this.#watch(tooEarlyMs);
        state = await this.#see();
        continue;
      }
      this.#memory = memory;
      if (step.kind === 'stop') throw new Stopped(step.reason);
      if (step.kind === 'done') return { kind: 'typed', followUp: step.followUp };
      const after = await this.#do(step);
      if (after && isOver(after)) return { kind: 'typed', followUp };
      if (!after && ++repeats > MOST_REPEATS) throw new Stopped('the keys have no effect');
      const waitMs = this.#pressedAt + version.gapMs - this.#typing.timer.now();
      if (waitMs > 0) await this.#watch(waitMs);
      state = after && waitMs <= 0 ? after : await this.#see();
    }
    throw new Stopped('gave up after too many steps');
  }

  /** The screen after the step, once it shows what was expected; undefined when a repeatable key had no effect. */
  async #do(step: InputStep): Promise<ScreenState | undefined> {
    // Older versions merge keys that arrive together.
    const pressed = step.kind === 'press' && this.#plan.version.gapMs === 0 ? step.times : 1;
    await this.#send(step, pressed);
    this.#pressedAt = this.#typing.timer.now();
    const after = await this.#until((state) => step.expect(state, pressed), SHOWN_WITHIN_MS);
    if (!after && !(step.kind === 'press' && step.repeatable))
      throw new Stopped(`after ${named(step)}${this.#whatIsUnknown() ?? ' the screen did not show what was expected'}`);
    return after;
  }

  /** What the plan says about a dialog with a detail that we do not know. The plan may also know a key that goes on, but not after one that failed. */
  #whatIsUnknown(): string | undefined {
    const unfamiliar = unfamiliarIn(this.#shown);
    if (unfamiliar !== undefined)
      return `, the screen did not show what was expected; its dialog has a detail that Answerback does not know (${unfamiliar})`;
    if (isDialog(this.#shown) || !showsDialog(this.#shown)) return undefined;
    const step = this.#plan.next(this.#shown, structuredClone(this.#memory));
    return step.kind === 'stop' ? `, ${step.reason}` : undefined;
  }

  async #send(step: InputStep, times: number): Promise<void> {
    const { terminal } = this.#typing;
    const { pastes } = this.#plan.version;
    const before = this.touched;
    this.touched = true;
    try {
      if (step.kind === 'press') this.#after = await terminal.press(step.key, times);
      else if (step.text.includes('\n') || (pastes && step.text.length > LONGEST_TYPED)) this.#after = await terminal.paste(step.text);
      else this.#after = await terminal.type(step.text);
    } catch (error) {
      if (error instanceof NotSent) this.touched = before;
      throw error;
    }
  }

  async #dialog(): Promise<ScreenState> {
    const { timer, seenAt = Number.POSITIVE_INFINITY } = this.#typing;
    // One that cannot be read after all this time, or has a detail that we do not know, is not just being drawn.
    const isKnown: Expectation = (state) => isDialog(state) && unfamiliarIn(state) === undefined;
    const appeared = (await this.#until(isKnown, APPEARS_WITHIN_MS)) ?? (showsDialog(this.#shown) ? this.#shown : undefined);
    if (!appeared) throw new Stopped(`no dialog is on the screen (${describe(this.#shown)})`);
    this.#appeared = true;
    // The dialog was drawn no later than the last output in this window, the time of which is known only to the second.
    const drawnBy = this.#last?.printedAt === undefined ? Number.POSITIVE_INFINITY : this.#last.printedAt + 1_000;
    this.#acceptsAt = Math.min(timer.now(), drawnBy, seenAt) + ACCEPTS_AFTER_MS;
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
      const state = await this.#see(expect);
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
  async #see(expect: Expectation = () => false): Promise<ScreenState> {
    const { terminal, signal, whyNotAgent } = this.#typing;
    if (signal.aborted) throw new Stopped('the ask was decided or withdrawn in the meantime');
    const after = this.#after;
    this.#after = undefined;
    const seen = await guardedLook(after ? { look: async () => after } : terminal, { whyNotAgent, since: this.#first });
    if (signal.aborted) throw new Stopped('the ask was decided or withdrawn in the meantime');
    if (seen.kind === 'stopped') {
      const { state } = seen;
      // Our last key closed the dialog, and then somebody began to type a prompt.
      if (state && this.#appeared && isOver(state) && expect(state)) return state;
      throw new Stopped(seen.reason);
    }
    this.#first ??= seen.look;
    this.#last = seen.look;
    this.#shown = seen.state;
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
