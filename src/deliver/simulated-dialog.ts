// For tests: a dialog of Claude Code that obeys its table of keys, on a clock of its own, with as much bad luck as one wishes for.
//
// It keeps three things apart: what the dialog is, what the screen shows of it (later, or by halves), and what was last looked at. A key is
// held against the last look, since nobody can know more than that; an answer is held against the decision.
import { type Line, type Palette, picture, rule, type Size } from '../agents/claude-code/screen/drawing.ts';
import { parseScreen } from '../agents/claude-code/screen/parse.ts';
import { readScreen } from '../agents/claude-code/screen/read.ts';
import { renderQuestion } from '../agents/claude-code/screen/render.ts';
import { renderReview } from '../agents/claude-code/screen/render-others.ts';
import type { Random } from '../agents/claude-code/screen/scene.ts';
import type { Pointer } from '../agents/claude-code/screen/state.ts';
import type { Question } from '../question/words.ts';
import { checkPasted, checkTyped, type Key, type Look, NotSent, type Terminal } from './terminal.ts';

// ── time ───────────────────────────────────────────────────────────────────────────────────────────────────────────

type Due = { readonly time: number; readonly call: () => void };

export class SimulatedClock {
  #now: number;
  readonly #queue: Due[] = [];

  constructor(start: number) {
    this.#now = start;
  }

  readonly now = (): number => this.#now;

  readonly at = (time: number, call: () => void): (() => void) => {
    const due = { time: Math.max(time, this.#now), call };
    const after = this.#queue.findIndex((other) => other.time > due.time);
    this.#queue.splice(after < 0 ? this.#queue.length : after, 0, due);
    return () => {
      const place = this.#queue.indexOf(due);
      if (place >= 0) this.#queue.splice(place, 1);
    };
  };

  after(ms: number, call: () => void): void {
    this.at(this.#now + ms, call);
  }

  /** Does the next thing that is due; false when nothing is. */
  step(): boolean {
    const due = this.#queue.shift();
    if (!due) return false;
    this.#now = due.time;
    due.call();
    return true;
  }
}

// ── the dialog ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** How the program behaves, whatever the hands believe about its version. */
export type Behaviour = {
  /** Answering keys are dropped for the first 150 ms. */
  readonly guards: boolean;
  readonly pastes: boolean;
  readonly ticksTyped: boolean;
  /** Esc leaves the notes, and not the dialog. */
  readonly leavesNotes: boolean;
  /** Shift-Tab leaves a question with previews. */
  readonly previewBack: boolean;
  /** One item alone in a multi-select is quoted in the review like several are. */
  readonly quotesAlone: boolean;
  /** Keys that come together are taken for one. */
  readonly needsGap: boolean;
};

export type RecordedTab = { readonly chosen: readonly number[]; readonly words?: string; readonly note?: string };
export type Outcome =
  | { readonly kind: 'answers'; readonly answers: readonly (RecordedTab | null)[] }
  | { readonly kind: 'chat' | 'decline' };

export type TabState = {
  pointer: Pointer;
  /** In the order they were ticked. */
  ticks: number[];
  text: string;
  textTicked: boolean;
  notes: { open: boolean; content: string };
  moved: boolean;
  answer: RecordedTab | undefined;
};

const layoutOf = (question: Question): 'single' | 'multi' | 'preview' =>
  question.multiSelect ? 'multi' : question.options.some((option) => option.preview !== undefined) ? 'preview' : 'single';

/** One dialog; `press` and the like return how it ended, if that ended it. */
export class Dialog {
  readonly questions: readonly Question[];
  readonly tabs: TabState[];
  current = 0;
  review: 'submit' | 'cancel' = 'submit';
  readonly #behaviour: Behaviour;

  constructor(questions: readonly Question[], behaviour: Behaviour) {
    this.questions = questions;
    this.#behaviour = behaviour;
    this.tabs = questions.map(() => ({
      pointer: { on: 'option', number: 1 },
      ticks: [],
      text: '',
      textTicked: false,
      notes: { open: false, content: '' },
      moved: false,
      answer: undefined,
    }));
  }

  get form(): boolean {
    return this.questions.length > 1 || this.questions[0]?.multiSelect === true;
  }

  recorded(index: number): RecordedTab | null {
    const [tab, question] = [this.tabs[index], this.questions[index]];
    if (!tab || !question) return null;
    if (!question.multiSelect) return tab.answer ?? null;
    const words = tab.textTicked && tab.text.trim() !== '' ? { words: tab.text } : {};
    return tab.ticks.length === 0 && !('words' in words) ? null : { chosen: tab.ticks, ...words };
  }

  /** Everything that can be seen of it, and nothing else. */
  key(): string {
    const tab = this.tabs[this.current];
    const flags = this.tabs.map((_, index) => (this.recorded(index) ? '1' : '0')).join('');
    if (!tab) return `r${flags}${this.review}${JSON.stringify(this.tabs.map((_, index) => this.answerLine(index)))}`;
    const at = tab.pointer.on === 'option' ? tab.pointer.number : tab.pointer.on;
    return `${this.current}${flags}${at}|${[...tab.ticks].sort().join('')}|${tab.textTicked}${tab.text}|${tab.notes.open}${tab.notes.content}|${JSON.stringify(tab.answer ?? 0)}`;
  }

  press(key: Key): Outcome | undefined {
    const [tab, question] = [this.tabs[this.current], this.questions[this.current]];
    if (!tab || !question) return this.#pressInReview(key);
    if (key === 'Escape') {
      if (!tab.notes.open || !this.#behaviour.leavesNotes) return { kind: 'decline' };
      tab.notes = { ...tab.notes, open: false };
      return undefined;
    }
    if (tab.notes.open) return this.#pressInNotes(key, tab);
    if (key === 'Up' || key === 'Down') return this.#move(key, tab, question);
    if (key === 'Enter') return this.#enter(tab, question);
    if (key === 'Space' || key === 'n') return this.type(key === 'n' ? 'n' : ' ');
    if (key === 'BSpace' && tab.pointer.on === 'text') tab.text = tab.text.slice(0, -1);
    if (key === 'Tab' && this.form) {
      if (tab.pointer.on !== 'text') this.#go(this.current + 1);
      else if (question.multiSelect) tab.pointer = { on: 'submit' };
    }
    if (key === 'BTab' && this.current > 0 && (layoutOf(question) !== 'preview' || this.#behaviour.previewBack)) this.#go(this.current - 1);
    return undefined;
  }

  /** Characters that arrive together are one text; one alone is a key where there is no text field. */
  type(text: string): Outcome | undefined {
    const [tab, question] = [this.tabs[this.current], this.questions[this.current]];
    if (!tab || !question) return text === '1' ? this.#submit() : text === '2' ? { kind: 'decline' } : undefined;
    if (tab.notes.open) tab.notes = { open: true, content: tab.notes.content + text };
    else if (tab.pointer.on === 'text') this.#insert(tab, question, text);
    else if (layoutOf(question) === 'preview') this.#keyInPreview(text, tab, question);
    else if (text === ' ') this.#toggle(tab, question);
    else if (text === 'j' || text === 'k') return this.#move(text === 'j' ? 'Down' : 'Up', tab, question);
    else if (/^[1-9]$/.test(text)) return this.#digit(Number(text), tab, question);
    return undefined;
  }

  paste(text: string): void {
    const [tab, question] = [this.tabs[this.current], this.questions[this.current]];
    if (!tab || !question) return;
    if (tab.notes.open) tab.notes = { open: true, content: tab.notes.content + text };
    else if (this.#behaviour.pastes && layoutOf(question) !== 'preview') {
      tab.pointer = { on: 'text' };
      this.#insert(tab, question, text);
    }
  }

  #insert(tab: TabState, question: Question, text: string): void {
    tab.text += text;
    if (question.multiSelect && this.#behaviour.ticksTyped) tab.textTicked = true;
  }

  #keyInPreview(text: string, tab: TabState, question: Question): void {
    if (text === 'n' && tab.pointer.on === 'option') tab.notes = { ...tab.notes, open: true };
    const number = Number(text);
    if (!/^[1-9]$/.test(text) || number > question.options.length) return;
    tab.moved ||= tab.pointer.on !== 'option' || tab.pointer.number !== number;
    tab.pointer = { on: 'option', number };
  }

  #digit(number: number, tab: TabState, question: Question): Outcome | undefined {
    const { length } = question.options;
    if (number === length + 2) return { kind: 'chat' };
    if (number > length + 2) return undefined;
    if (question.multiSelect) {
      if (number <= length) flip(tab.ticks, number);
      else tab.textTicked = !tab.textTicked;
      return undefined;
    }
    if (number <= length) return this.#answer(tab, { chosen: [number] });
    tab.pointer = { on: 'text' };
    return undefined;
  }

  #move(key: 'Up' | 'Down', tab: TabState, question: Question): undefined {
    const before = tab.pointer;
    tab.pointer = moved(before, key, question);
    tab.moved ||= tab.pointer !== before;
  }

  #toggle(tab: TabState, question: Question): void {
    if (question.multiSelect && tab.pointer.on === 'option') flip(tab.ticks, tab.pointer.number);
  }

  #enter(tab: TabState, question: Question): Outcome | undefined {
    const { pointer } = tab;
    if (pointer.on === 'chat') return { kind: 'chat' };
    if (question.multiSelect) {
      if (pointer.on === 'submit') this.#go(this.current + 1);
      else if (pointer.on === 'text') tab.textTicked = !tab.textTicked;
      else this.#toggle(tab, question);
      return undefined;
    }
    if (pointer.on === 'option') {
      const note = tab.notes.content.trim() === '' ? {} : { note: tab.notes.content };
      return this.#answer(tab, { chosen: [pointer.number], ...note });
    }
    if (tab.text.endsWith('\\')) {
      tab.text = `${tab.text.slice(0, -1)}\n`;
      return undefined;
    }
    return tab.text.trim() === '' ? { kind: 'decline' } : this.#answer(tab, { chosen: [], words: tab.text });
  }

  #pressInNotes(key: Key, tab: TabState): Outcome | undefined {
    if (key === 'Space' || key === 'n') return this.type(key === 'n' ? 'n' : ' ');
    if (key !== 'Enter') return undefined;
    const chosen = tab.moved && tab.pointer.on === 'option' ? [tab.pointer.number] : [];
    return this.#answer(tab, { chosen, note: tab.notes.content });
  }

  #pressInReview(key: Key): Outcome | undefined {
    if (key === 'Escape') return { kind: 'decline' };
    if (key === 'Up' || key === 'Down') this.review = this.review === 'submit' ? 'cancel' : 'submit';
    if (key === 'BTab') this.#go(this.current - 1);
    if (key === 'Enter') return this.review === 'submit' ? this.#submit() : { kind: 'decline' };
    return undefined;
  }

  #answer(tab: TabState, answer: RecordedTab): Outcome | undefined {
    tab.answer = answer;
    if (!this.form) return this.#submit();
    this.#go(this.current + 1);
    return undefined;
  }

  #submit(): Outcome {
    return { kind: 'answers', answers: this.questions.map((_, index) => this.recorded(index)) };
  }

  #go(to: number): void {
    if (to < 0 || to > this.tabs.length) return;
    this.current = to;
    this.review = 'submit';
    const tab = this.tabs[to];
    if (!tab) return;
    tab.pointer = { on: 'option', number: 1 };
    tab.moved = false;
    tab.notes = { ...tab.notes, open: false };
  }

  answerLine(index: number): string | undefined {
    const recorded = this.recorded(index);
    if (!recorded) return undefined;
    const labels = recorded.chosen.map((number) => this.questions[index]?.options[number - 1]?.label ?? '');
    const items = recorded.words === undefined ? labels : [...labels, recorded.words];
    if (items.length === 0) return '(notes only)';
    const plain = !this.questions[index]?.multiSelect || (items.length === 1 && !this.#behaviour.quotesAlone);
    return plain ? items[0] : items.map((item) => (/, |"/.test(item) ? JSON.stringify(item) : item)).join(', ');
  }
}

function flip(ticks: number[], number: number): void {
  const place = ticks.indexOf(number);
  if (place < 0) ticks.push(number);
  else ticks.splice(place, 1);
}

/** Where the pointer goes: the wrap-around rules of each layout. */
export function moved(pointer: Pointer, key: 'Up' | 'Down', question: Question): Pointer {
  const rows: Pointer[] = question.options.map((_, index) => ({ on: 'option', number: index + 1 }));
  const layout = layoutOf(question);
  if (layout !== 'preview') rows.push({ on: 'text' });
  if (layout === 'multi') rows.push({ on: 'submit' });
  rows.push({ on: 'chat' });
  const at = rows.findIndex(
    (row) => row.on === pointer.on && (row.on !== 'option' || row.number === (pointer as { number: number }).number),
  );
  if (key === 'Down') return rows[at + 1] ?? pointer;
  return rows[at - 1] ?? (layout === 'preview' ? pointer : { on: 'text' });
}

// ── how it is drawn ────────────────────────────────────────────────────────────────────────────────────────────────

export type World = {
  readonly questions: readonly Question[];
  readonly size: Size;
  readonly ink: Palette;
  readonly before: readonly Line[];
  /** Pictures drawn before, which are the same again. */
  readonly drawn: Map<string, Picture>;
};

/** `whole`: nothing is scrolled away. */
export type Picture = { readonly ansi: string; readonly cursor: { x: number; y: number }; readonly whole: boolean };

export function drawDialog(world: World, dialog: Dialog, size: Size): Picture {
  const asked = dialog.questions === world.questions ? '' : JSON.stringify(dialog.questions);
  return remembered(world, `${asked}|${size.columns}|${size.rows}|${dialog.key()}`, () => {
    const tabs = dialog.questions.map(({ header }, index) => ({
      header: header === '' || header === undefined ? `Q${index + 1}` : header,
      answered: dialog.recorded(index) !== null,
    }));
    const [tab, question] = [dialog.tabs[dialog.current], dialog.questions[dialog.current]];
    if (!tab || !question) {
      const answers = dialog.questions.flatMap(({ text }, index) => {
        const answer = dialog.answerLine(index);
        return answer === undefined ? [] : [{ question: text.replaceAll('\n', ' '), answer }];
      });
      const review = renderReview(
        { kind: 'review', tabs, answers, pointer: dialog.review, countdown: undefined },
        size,
        world.ink,
        world.before,
      );
      return { ...bare(review), whole: review.expected.kind === 'review' && !review.expected.cut };
    }
    const drawn = renderQuestion(
      {
        kind: 'question',
        layout: layoutOf(question),
        tabs,
        current: dialog.form ? dialog.current : -1,
        question: question.text,
        options: question.options.map(({ label, description }, index) => ({
          label: label.replaceAll('\n', '\ufffd'),
          description: layoutOf(question) === 'preview' ? '' : (description ?? ''),
          ticked: tab.ticks.includes(index + 1),
          answered: tab.answer?.chosen[0] === index + 1,
        })),
        pointer: tab.pointer,
        text: tab.text,
        textTicked: tab.textTicked,
        textAnswered: tab.answer?.words !== undefined && tab.text !== '' && !tab.text.includes('\n') && tab.pointer.on !== 'text',
        notes: tab.notes,
        countdown: undefined,
        vim: false,
        planning: false,
        window: size.rows < 18 ? 3 : size.rows < 24 ? 4 : 9,
      },
      size,
      world.ink,
      world.before,
    );
    const seen = drawn.expected.kind === 'question' ? drawn.expected : undefined;
    const whole = seen !== undefined && !seen.question.cut && !seen.scrolled.above && !seen.scrolled.below;
    return { ...bare(drawn), whole };
  });
}

function drawBox(world: World, size: Size, said: string, working: boolean): Picture {
  return remembered(world, `box|${size.columns}|${size.rows}|${said}|${working}`, () => {
    const { grey, accent } = world.ink;
    const lines: Line[] = [...world.before, [[said, '']], ...(working ? [[], [['✻ Baking…', accent]] as Line] : []), []];
    lines.push(rule(size.columns, grey), [['❯\u00a0', '']], rule(size.columns, grey), [['  ? for shortcuts', grey]]);
    return { ...bare(picture(lines, { x: 2, line: lines.length - 3 }, size)), whole: true };
  });
}

function remembered(world: World, key: string, draw: () => Picture): Picture {
  const known = world.drawn.get(key);
  if (known) return known;
  const fresh = draw();
  world.drawn.set(key, fresh);
  return fresh;
}

/** As a look is: as many lines as rows, with a line feed between them. */
const bare = ({ ansi, cursor }: { ansi: string; cursor: { x: number; y: number } }) => ({
  ansi: ansi.endsWith('\n') ? ansi.slice(0, -1) : ansi,
  cursor: { x: cursor.x, y: cursor.y },
});

// ── bad luck ───────────────────────────────────────────────────────────────────────────────────────────────────────

export type Incident = { readonly afterKeys: number; readonly delayMs: number; readonly what: Mishap };

export type Mishap =
  | { readonly kind: 'person'; readonly keys: readonly (Key | { readonly typed: string })[]; readonly announced: boolean }
  | { readonly kind: 'answered elsewhere' | 'dismissed' | 'closed' | 'shell' | 'aborted' | 'another process' }
  | { readonly kind: 'copy mode'; readonly leavesAfterMs: number | undefined }
  | { readonly kind: 'replaced'; readonly questions: readonly Question[]; readonly gapMs: number }
  | { readonly kind: 'resized'; readonly columns: number; readonly rows: number };

export type Luck = {
  readonly behaviour: Behaviour;
  readonly heldBackMs: number;
  /** How long after the beginning the hands come. */
  readonly lateMs: number;
  readonly droppedPercent: number;
  readonly slowestMs: number;
  readonly halvesPercent: number;
  /** What somebody did to the dialog before we came. */
  readonly left: (dialog: Dialog) => void;
  readonly incidents: readonly Incident[];
};

type Shown = {
  readonly picture: Picture;
  readonly of: 'ours' | 'other' | 'box' | 'shell' | 'mixed';
  /** How many changes the dialog had seen when this was drawn. */
  readonly change: number;
  /** The state of the dialog that is shown. */
  readonly state?: string;
  /** It is not ours, but ours would look the same. */
  readonly alike: boolean;
  /** How ours would look in the same state. */
  readonly twin?: string;
};

type Looked = { readonly shown: Shown; readonly inMode: boolean; readonly agent: boolean };

const AGENT = 'claude';

export class Simulation implements Terminal {
  readonly clock: SimulatedClock;
  readonly trace: string[] = [];
  readonly violations: string[] = [];
  readonly keys: string[] = [];
  readonly keyTimes: number[] = [];
  outcome: (Outcome & { readonly by: 'us' | 'somebody'; readonly excused: boolean }) | undefined;
  /** Our last answering key may have met somebody else's: what came of it is theirs. */
  raced = false;
  /** Everything was in view at every look. */
  whole = true;
  mishaps = 0;
  readonly abort = new AbortController();

  readonly #world: World;
  readonly #luck: Luck;
  readonly #random: Random;
  readonly #tracing: boolean;
  readonly #changed = new Set<() => void>();
  #dialog: Dialog;
  #name: 'ours' | 'other' = 'ours';
  #open = false;
  #openedAt = Number.POSITIVE_INFINITY;
  #painted: 'ours' | 'other' | undefined;
  #size: Size;
  #shown: Shown;
  #looked: Looked | undefined;
  #baseline: number | undefined;
  #met = false;
  /** Something was seen after which no key may be pressed any more. */
  #warning: string | undefined;
  /** How often a key had an effect. */
  #effects = 0;
  #change = 0;
  #personChange = 0;
  #lastFinal = '';
  #lastKeyAt = Number.NEGATIVE_INFINITY;
  #paintedAt = 0;
  #printedAt: number;
  #gone = false;
  #inMode = false;
  #command = AGENT;
  #pid = 4711;
  #activity = 0;
  #version = 0;

  constructor(world: World, luck: Luck, random: Random, tracing: boolean) {
    this.clock = new SimulatedClock(1_700_000_000_000 + random.below(5_000));
    this.#world = world;
    this.#luck = luck;
    this.#random = random;
    this.#tracing = tracing;
    this.#size = world.size;
    this.#dialog = new Dialog(world.questions, luck.behaviour);
    luck.left(this.#dialog);
    this.#printedAt = this.clock.now();
    this.#shown = { picture: drawBox(world, this.#size, '● Let me ask', true), of: 'box', change: 0, alike: false };
    this.clock.after(luck.heldBackMs, () => this.#appear());
    this.#mishapsAfter(0);
  }

  get dialog(): Dialog {
    return this.#dialog;
  }

  // ── the port ──────────────────────────────────────────────────────────────────────────────────────────────────

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

  press(key: Key): Promise<void> {
    return this.#send(key, () => this.#dialog.press(key));
  }

  async type(text: string): Promise<void> {
    checkTyped(text);
    await this.#send(`type ${JSON.stringify(text)}`, () => this.#dialog.type(text));
  }

  async paste(text: string): Promise<void> {
    checkPasted(text);
    await this.#send(`paste ${JSON.stringify(text)}`, () => void this.#dialog.paste(text));
  }

  #snapshot(): Look {
    const { picture: drawn, of } = this.#shown;
    this.#looked = { shown: this.#shown, inMode: this.#inMode, agent: this.#command === AGENT };
    if (of === 'ours') this.whole &&= drawn.whole;
    this.#baseline ??= this.#activity;
    if (this.#activity > this.#baseline) this.#warning ??= 'somebody was seen to type';
    const { columns, rows } = this.#size;
    if (of !== 'box') this.#met ||= isDialog(drawn, columns);
    else if (this.#met) this.#warning ??= 'the dialog was seen to be gone';
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
      version: this.#version,
    };
  }

  /** Whether our own dialog could look the same. Where the tabs are scrolled away, any of its questions may be meant. */
  #comparison({ ansi }: Picture): Pick<Shown, 'alike' | 'twin'> {
    const { current, tabs, questions } = this.#dialog;
    const { questions: asked } = this.#world;
    if (current === tabs.length) {
      // A review names what was answered, and the headers of all, if they are not scrolled away.
      const named = (all: readonly Question[]) =>
        JSON.stringify(all.map(({ text, header }, i) => [header, this.#dialog.recorded(i) && text]));
      const ours = new Dialog(asked, this.#luck.behaviour);
      for (const [i, tab] of ours.tabs.entries()) Object.assign(tab, tabs[i]);
      Object.assign(ours, { current: ours.tabs.length, review: this.#dialog.review });
      const twin = drawDialog(this.#world, ours, this.#size).ansi;
      return { alike: named(questions) === named(asked) || twin === ansi, twin };
    }
    const twins = asked.map((_, index) => {
      const ours = new Dialog(asked, this.#luck.behaviour);
      for (const [i, tab] of ours.tabs.entries()) {
        Object.assign(tab, tabs[i]);
        // Of other tabs it shows whether they are answered, not how.
        const answered = this.#dialog.recorded(i) !== null;
        if (answered !== (ours.recorded(i) !== null))
          Object.assign(tab, { ticks: answered ? [1] : [], answer: answered ? { chosen: [1] } : undefined, textTicked: false });
      }
      Object.assign(ours.tabs[index] ?? {}, tabs[current]);
      ours.current = index;
      return drawDialog(this.#world, ours, this.#size).ansi;
    });
    // White space does not count, here as anywhere.
    const bare = (text: string) => text.replaceAll(/ +/g, ' ');
    const twin = twins[current];
    return { alike: twins.some((ours) => bare(ours) === bare(ansi)), ...(twin === undefined ? {} : { twin }) };
  }

  #send(name: string, act: () => Outcome | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      this.clock.after(1, () => {
        if (this.#gone || this.#inMode) {
          this.#note(`not sent: ${name}`);
          this.clock.after(1, () => reject(new NotSent(this.#gone ? 'the pane is gone' : 'the pane shows a mode')));
          return;
        }
        this.keys.push(name);
        this.keyTimes.push(this.clock.now());
        this.#check(name);
        this.#take(name, act);
        this.#mishapsAfter(this.keys.length);
        this.clock.after(1, resolve);
      });
    });
  }

  // ── our keys ──────────────────────────────────────────────────────────────────────────────────────────────────

  #check(name: string): void {
    const looked = this.#looked;
    if (this.#warning) this.#violate(`${name} although ${this.#warning}`);
    if (!looked) this.#violate(`${name} without a look`);
    else if (looked.inMode) this.#violate(`${name} although the pane was in a mode`);
    else if (!looked.agent) this.#violate(`${name} although another program was seen`);
    else if (looked.shown.of !== 'ours' && !looked.shown.alike) this.#violate(`${name} although the screen showed: ${looked.shown.of}`);
    if (name === 'Enter' || name === 'Escape') {
      const position = `${looked?.shown.of} ${looked?.shown.state} ${this.#effects}`;
      if (this.#lastFinal === position && this.#open) this.#violate(`${name} twice at one position`);
      this.#lastFinal = position;
    }
    if (this.#luck.behaviour.needsGap && this.clock.now() - this.#lastKeyAt < 50) this.#violate(`${name} comes too soon`);
    this.#lastKeyAt = this.clock.now();
  }

  #take(name: string, act: () => Outcome | undefined): void {
    const looked = this.#looked as Looked;
    const answering = name === 'Enter' || name === 'Escape' || /^type "[1-9]"$/.test(name);
    if (answering)
      this.raced = looked.shown.alike || looked.shown.of !== this.#name || !this.#open || looked.shown.change < this.#personChange;
    if (!this.#open || this.#command !== AGENT) return this.#note(`${name} went astray`);
    const early = answering && this.#luck.behaviour.guards && this.clock.now() < this.#openedAt + 150;
    if (early || this.#random.chance(this.#luck.droppedPercent)) return this.#note(`${name} dropped${early ? ' (too early)' : ''}`);
    const before = this.#dialog.key();
    // Somebody else's key may have had the very effect that was expected of ours.
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
      ...(this.#name === 'other' ? this.#comparison(drawn) : { alike: false }),
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
    this.#tell();
    if (this.#tracing) this.#note(`screen: ${shown.of}\n${plain(shown.picture.ansi)}`);
  }

  #tell(): void {
    this.#version += 1;
    this.clock.after(this.#random.below(3), () => {
      for (const changed of [...this.#changed]) changed();
    });
  }

  #end(outcome: Outcome, by: 'us' | 'somebody', excused: boolean): void {
    this.#note(`${by} ended it: ${JSON.stringify(outcome)}`);
    if (this.#name === 'ours') this.outcome = { ...outcome, by, excused };
    else if (by === 'us' && !excused && !this.#looked?.shown.alike) this.#violate('another dialog was answered');
    this.#open = false;
    this.#change += 1;
    if (by === 'somebody') this.#personChange = this.#change;
    const said = outcome.kind === 'answers' ? '● User answered Claude’s questions:' : '● User declined to answer questions';
    this.#paintLater({
      picture: drawBox(this.#world, this.#size, said, this.#random.chance(50)),
      of: 'box',
      change: this.#change,
      alike: false,
    });
  }

  // ── mishaps ───────────────────────────────────────────────────────────────────────────────────────────────────

  #mishapsAfter(keys: number): void {
    for (const { afterKeys, delayMs, what } of this.#luck.incidents)
      if (afterKeys === keys) this.clock.after(delayMs, () => this.#suffer(what));
  }

  #suffer(what: Mishap): void {
    if (this.#gone) return;
    this.mishaps += 1;
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
        return this.#tell();
      case 'another process':
        this.#pid += 1;
        return this.#tell();
      case 'shell':
        this.#command = 'bash';
        this.#shown = { ...this.#shown, of: 'shell' };
        return this.#tell();
      case 'aborted':
        return this.abort.abort();
      case 'copy mode':
        this.#inMode = true;
        if (what.leavesAfterMs !== undefined)
          this.clock.after(what.leavesAfterMs, () => {
            this.#inMode = false;
            this.#tell();
          });
        return this.#tell();
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
    this.#tell();
    if (this.#command !== AGENT) return;
    if (this.#open) this.#alter();
    else this.#paintLater({ picture: drawBox(this.#world, this.#size, '● …', false), of: 'box', change: this.#change, alike: false });
  }

  // ── the record ────────────────────────────────────────────────────────────────────────────────────────────────

  #violate(what: string): void {
    this.violations.push(what);
    this.#note(`VIOLATION: ${what}`);
  }

  #note(text: string): void {
    if (this.#tracing) this.trace.push(`${String(this.clock.now() % 100_000).padStart(6)}  ${text}`);
  }
}

/** The upper rows of the new picture and the lower ones of the old, or the other way round; the cursor of either. */
function halfOf(before: Shown, after: Shown, random: Random): Shown {
  const [old, fresh] = [before.picture.ansi.split('\n'), after.picture.ansi.split('\n')];
  if (old.length !== fresh.length) return after;
  const at = random.below(fresh.length);
  const top = random.chance(70);
  const mixed = (upper: readonly string[], lower: readonly string[]) => [...upper.slice(0, at), ...lower.slice(at)];
  const mix = (a: readonly string[], b: readonly string[]) => (top ? mixed(b, a) : mixed(a, b));
  const lines = mix(old, fresh);
  const ansi = lines.join('\n');
  const unmixed = [before, after].find((shown) => shown.picture.ansi === ansi);
  if (unmixed) return { ...unmixed, change: Math.min(before.change, after.change) };
  const of = before.of === after.of || before.of === 'box' ? after.of : after.of === 'box' ? before.of : 'mixed';
  const cursor = random.chance(50) ? before.picture.cursor : after.picture.cursor;
  return {
    picture: { ansi, cursor, whole: false },
    of,
    change: Math.min(before.change, after.change),
    alike: isPossible(lines, before, after),
    twin: mix(oursIn(before), oursIn(after)).join('\n'),
  };
}

/** How each line would be if the dialog were ours. */
const oursIn = ({ twin, of, picture }: Shown): readonly string[] =>
  (twin ?? (of === 'other' || of === 'mixed' ? '' : picture.ansi)).split('\n');

const isDialog = ({ ansi, cursor }: Picture, columns: number): boolean =>
  ['question', 'review'].includes(readScreen(parseScreen(`${ansi}\n`, cursor, columns)).kind);

/** Whether each line could be of our own dialog. */
function isPossible(lines: readonly string[], ...mixed: readonly Shown[]): boolean {
  const ours = new Set(mixed.flatMap(oursIn));
  return lines.every((line) => ours.has(line));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are left out of a trace
const plain = (ansi: string): string => ansi.replaceAll(/\x1b\[[0-9;]*m/g, '').replace(/\n+$/, '');
