// For tests: a simulated terminal with a dialog of Claude Code, its own clock, and configurable mishaps.
//
// It keeps three things apart: the state of the dialog, what the screen shows of it (with a delay, or half drawn), and what the last look
// saw. A key is checked against the last look; an answer is compared with the decision.

import type { Question } from '../../../../src/ask/schema/ask.ts';
import { checkPasted, checkTyped, type Key, type Look, type LookAfter, NotSent, type Terminal } from '../../../../src/system/terminal.ts';
import type { Size } from '../screens/drawing.ts';
import type { Random } from '../screens/scene.ts';
import { SimulatedClock } from './clock.ts';
import { Dialog, type Outcome, type TabState } from './dialog.ts';
import { drawBox, drawDialog, type World } from './drawing.ts';
import type { Luck, Mishap } from './luck.ts';
import { halfOf, likeness, type Shown } from './shown.ts';
import { type Looked, Witness } from './witness.ts';

const AGENT = 'claude';

export class Simulation implements Terminal {
  readonly clock: SimulatedClock;
  readonly trace: string[] = [];
  readonly violations: string[] = [];
  readonly keys: string[] = [];
  outcome: (Outcome & { readonly by: 'us' | 'somebody'; readonly excused: boolean }) | undefined;
  /** A person's key may have come between our last look and our last answering key. Then a wrong result is not our fault. */
  raced = false;
  readonly abort = new AbortController();

  readonly #world: World;
  readonly #luck: Luck;
  readonly #random: Random;
  readonly #tracing: boolean;
  readonly #witness: Witness;
  readonly #changed = new Set<() => void>();
  readonly #looksAfter: boolean;
  #dialog: Dialog;
  #name: 'ours' | 'other' = 'ours';
  #open = false;
  #openedAt = Number.POSITIVE_INFINITY;
  #painted: 'ours' | 'other' | undefined;
  #size: Size;
  #shown: Shown;
  /** How often a key had an effect. */
  #effects = 0;
  #change = 0;
  #personChange = 0;
  #paintedAt = 0;
  #printedAt: number;
  #gone = false;
  #inMode = false;
  #command = AGENT;
  #pid = 4711;
  #activity = 0;

  constructor(world: World, luck: Luck, random: Random, tracing: boolean) {
    this.clock = new SimulatedClock(1_700_000_000_000 + random.below(5_000));
    this.#world = world;
    this.#luck = luck;
    this.#random = random;
    this.#tracing = tracing;
    this.#witness = new Witness(luck.behaviour.needsGap);
    this.#size = world.size;
    this.#looksAfter = random.chance(50);
    this.#dialog = new Dialog(world.questions, luck.behaviour);
    luck.changedBefore(this.#dialog);
    this.#printedAt = this.clock.now();
    this.#shown = { picture: drawBox(world, this.#size, '● Let me ask', true), of: 'box', change: 0, alike: false };
    this.clock.after(luck.heldBackMs, () => this.#appear());
    this.#mishapsAfter(0);
  }

  /** Nothing was scrolled away in any look. */
  get whole(): boolean {
    return this.#witness.whole;
  }

  /** Nothing is chosen or typed, and the pointer is where it was at first: on the first option of the first question. */
  get untouched(): boolean {
    const { tabs, current } = this.#dialog;
    const isFresh = ({ pointer, ticks, text, notes, answer }: TabState) =>
      pointer.on === 'option' && pointer.number === 1 && ticks.length === 0 && `${text}${notes.content}` === '' && answer === undefined;
    return this.outcome === undefined && current === 0 && tabs.every(isFresh);
  }

  // ── the terminal port ──────────────────────────────────────────────────────────────────────────────────────────────────

  look(): Promise<Look | undefined> {
    return new Promise((resolve) => {
      this.clock.after(1, () => {
        const look = this.#gone ? undefined : this.#snapshot();
        this.clock.after(1, () => resolve(look));
      });
    });
  }

  onChange(changed: () => void): () => void {
    this.#changed.add(changed);
    return () => this.#changed.delete(changed);
  }

  press(key: Key, times = 1): Promise<LookAfter> {
    return this.#send(key, () => this.#dialog.press(key), times);
  }

  async type(text: string): Promise<LookAfter> {
    checkTyped(text);
    return this.#send(`type ${JSON.stringify(text)}`, () => this.#dialog.type(text));
  }

  async paste(text: string): Promise<LookAfter> {
    checkPasted(text);
    return this.#send(`paste ${JSON.stringify(text)}`, () => void this.#dialog.paste(text));
  }

  #snapshot(): Look {
    const { columns, rows } = this.#size;
    const { picture: drawn } = this.#shown;
    const agent = this.#command === AGENT;
    this.#witness.sees({ shown: this.#shown, columns, inMode: this.#inMode, agent, activity: this.#activity });
    return {
      ansi: drawn.ansi,
      cursor: drawn.cursor,
      columns,
      rows,
      alternate: !this.#size.classic,
      inMode: this.#inMode,
      command: this.#command,
      pid: this.#pid,
      dead: false,
      activity: this.#activity,
      printedAt: Math.floor(this.#printedAt / 1000) * 1000,
    };
  }

  #send(name: string, act: () => Outcome | undefined, times = 1): Promise<LookAfter> {
    return new Promise((resolve, reject) => {
      this.clock.after(1, () => {
        if (this.#gone || this.#inMode) {
          this.#note(`not sent: ${name}`);
          this.clock.after(1, () => reject(new NotSent(this.#gone ? 'the pane is gone' : 'the pane shows a mode')));
          return;
        }
        for (let pressed = 0; pressed < times; pressed += 1) {
          this.keys.push(name);
          const moment = { open: this.#open, effects: this.#effects, now: this.clock.now() };
          for (const objection of this.#witness.objections(name, moment)) this.#violate(objection);
          this.#take(name, act);
          this.#mishapsAfter(this.keys.length);
        }
        if (this.#looksAfter) this.clock.after(8, () => resolve(this.#gone ? undefined : this.#snapshot()));
        else this.clock.after(1, () => resolve(undefined));
      });
    });
  }

  // ── our keys ──────────────────────────────────────────────────────────────────────────────────────────────────

  #take(name: string, act: () => Outcome | undefined): void {
    const looked = this.#witness.looked as Looked;
    const answering = name === 'Enter' || name === 'Escape' || /^type "[1-9]"$/.test(name);
    if (answering)
      this.raced = looked.shown.alike || looked.shown.of !== this.#name || !this.#open || looked.shown.change < this.#personChange;
    if (!this.#open || this.#command !== AGENT) return this.#note(`${name} went elsewhere`);
    const early = answering && this.#luck.behaviour.guards && this.clock.now() < this.#openedAt + 150;
    if (early || this.#random.chance(this.#luck.droppedPercent)) return this.#note(`${name} dropped${early ? ' (too early)' : ''}`);
    const before = this.#dialog.key();
    // A person's key may have had the effect that was expected of ours.
    const unseen = this.#personChange > 0 && (looked.shown.change < this.#change || !looked.shown.picture.whole);
    const outcome = act();
    this.#note(`${name}   →   ${this.#dialog.key()}`);
    if (outcome) this.#end(outcome, 'us', unseen || looked.shown.of !== this.#name);
    else if (before !== this.#dialog.key()) {
      this.#effects += 1;
      this.#alter();
    }
  }

  // ── what happens on the screen ────────────────────────────────────────────────────────────────────────────────

  #appear(): void {
    if (this.#gone || this.#command !== AGENT) return;
    this.#open = true;
    this.#openedAt = Number.POSITIVE_INFINITY;
    this.#alter();
  }

  #alter(): void {
    this.#change += 1;
    const drawn = drawDialog(this.#world, this.#dialog, this.#size);
    this.#paintLater({
      picture: drawn,
      of: this.#name,
      change: this.#change,
      state: this.#dialog.key(),
      ...(this.#name === 'other' ? likeness(this.#world, this.#dialog, this.#size, drawn, this.#luck.behaviour) : { alike: false }),
    });
  }

  #paintLater(shown: Shown): void {
    const late = this.#luck.slowestMs > 0 ? this.#random.below(this.#luck.slowestMs) : 4 + this.#random.below(12);
    this.#paintedAt = Math.max(this.#paintedAt, this.clock.now() + late);
    const size = this.#size;
    this.clock.at(this.#paintedAt, () => {
      if (this.#gone || this.#command !== AGENT) return;
      if (shown.of !== 'box' && this.#painted !== this.#name) {
        this.#painted = this.#name;
        this.#openedAt = this.clock.now();
      }
      if (size !== this.#size) return;
      if (!this.#random.chance(this.#luck.halvesPercent)) return this.#paint(shown);
      const half = halfOf(this.#shown, shown, this.#random);
      this.#paint(half);
      this.clock.after(1 + this.#random.below(this.#random.chance(30) ? 400 : 30), () => this.#shown === half && this.#paint(shown));
    });
  }

  #paint(shown: Shown): void {
    if (this.#gone || this.#command !== AGENT) return;
    this.#shown = shown;
    this.#printedAt = this.clock.now();
    this.#notify();
    if (this.#tracing) this.#note(`screen: ${shown.of}\n${plain(shown.picture.ansi)}`);
  }

  #notify(): void {
    this.clock.after(this.#random.below(3), () => {
      for (const changed of [...this.#changed]) changed();
    });
  }

  #end(outcome: Outcome, by: 'us' | 'somebody', excused: boolean): void {
    this.#note(`${by} ended it: ${JSON.stringify(outcome)}`);
    if (this.#name === 'ours') this.outcome = { ...outcome, by, excused };
    else if (by === 'us' && !excused && !this.#witness.looked?.shown.alike) this.#violate('another dialog was answered');
    this.#open = false;
    this.#change += 1;
    if (by === 'somebody') this.#personChange = this.#change;
    const result = outcome.kind === 'answers' ? '● User answered Claude’s questions:' : '● User declined to answer questions';
    this.#paintLater({
      picture: drawBox(this.#world, this.#size, result, this.#random.chance(50)),
      of: 'box',
      change: this.#change,
      alike: false,
    });
  }

  // ── mishaps ───────────────────────────────────────────────────────────────────────────────────────────────────

  #mishapsAfter(keys: number): void {
    for (const { afterKeys, delayMs, what } of this.#luck.incidents)
      if (afterKeys === keys) this.clock.after(delayMs, () => this.#happen(what));
  }

  #happen(what: Mishap): void {
    if (this.#gone) return;
    this.#note(`mishap: ${JSON.stringify(what)}`);
    switch (what.kind) {
      case 'person':
        return this.#person(what.keys, what.announced);
      case 'answered elsewhere':
      case 'dismissed':
        if (!this.#open) return;
        this.raced = true;
        return this.#end(what.kind === 'dismissed' ? { kind: 'decline' } : { kind: 'answers', answers: [] }, 'somebody', true);
      case 'closed':
        this.#gone = true;
        return this.#notify();
      case 'another process':
        this.#pid += 1;
        return this.#notify();
      case 'shell':
        this.#command = 'bash';
        this.#shown = { ...this.#shown, of: 'shell' };
        return this.#notify();
      case 'aborted':
        return this.abort.abort();
      case 'copy mode':
        this.#inMode = true;
        if (what.leavesAfterMs !== undefined)
          this.clock.after(what.leavesAfterMs, () => {
            this.#inMode = false;
            this.#notify();
          });
        return this.#notify();
      case 'replaced':
        return this.#replace(what.questions, what.gapMs);
      case 'resized':
        return this.#resize(what.columns, what.rows);
    }
  }

  #person(keys: readonly (Key | { readonly typed: string })[], announced: boolean): void {
    if (announced) this.#activity = Math.floor(this.clock.now() / 1000) * 1000;
    if (!this.#open || this.#command !== AGENT || this.#inMode) return;
    for (const key of keys) {
      if (!this.#open) return;
      const before = this.#dialog.key();
      const outcome = typeof key === 'string' ? this.#dialog.press(key) : this.#dialog.type(key.typed);
      this.raced = true;
      if (outcome) this.#end(outcome, 'somebody', true);
      else if (before !== this.#dialog.key()) {
        this.#personChange = this.#change + 1;
        this.#effects += 1;
        this.#alter();
      }
    }
  }

  #replace(questions: readonly Question[], gapMs: number): void {
    if (this.#name === 'other') return;
    if (this.#open) this.#end({ kind: 'answers', answers: [] }, 'somebody', true);
    this.raced = true;
    this.clock.after(gapMs, () => {
      this.#name = 'other';
      this.#dialog = new Dialog(questions, this.#luck.behaviour);
      this.#appear();
    });
  }

  #resize(columns: number, rows: number): void {
    this.#size = { ...this.#size, columns, rows };
    const { ansi, cursor } = this.#shown.picture;
    const lines = ansi.split('\n').slice(0, rows);
    const cut = [...lines, ...Array<string>(rows - lines.length).fill('')].join('\n');
    this.#shown = {
      ...this.#shown,
      picture: { ansi: cut, cursor: { x: Math.min(cursor.x, columns - 1), y: Math.min(cursor.y, rows - 1) }, whole: false },
    };
    this.#notify();
    if (this.#command !== AGENT) return;
    if (this.#open) this.#alter();
    else this.#paintLater({ picture: drawBox(this.#world, this.#size, '● …', false), of: 'box', change: this.#change, alike: false });
  }

  // ── the log ────────────────────────────────────────────────────────────────────────────────────────────────

  #violate(what: string): void {
    this.violations.push(what);
    this.#note(`VIOLATION: ${what}`);
  }

  #note(text: string): void {
    if (this.#tracing) this.trace.push(`${String(this.clock.now() % 100_000).padStart(6)}  ${text}`);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: removes colours
const plain = (ansi: string): string => ansi.replaceAll(/\x1b\[[0-9;]*m/g, '').replace(/\n+$/, '');
