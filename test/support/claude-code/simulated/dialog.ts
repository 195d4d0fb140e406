// For tests: the state of one dialog of Claude Code, and what each key does to it. Knows nothing of screens or time.
import type { Pointer } from '../../../../src/agents/claude-code/screen/state.ts';
import type { Question } from '../../../../src/ask/schema/ask.ts';
import type { Key } from '../../../../src/system/terminal.ts';
import { layoutOf, moved } from './layout.ts';

/** How the simulated program really behaves, whatever we assume about its version. */
export type Behaviour = {
  /** Ignores answering keys for the first 150 ms. */
  readonly guards: boolean;
  readonly pastes: boolean;
  readonly ticksTyped: boolean;
  /** Esc closes the notes, not the dialog. */
  readonly leavesNotes: boolean;
  /** Shift-Tab and Left leave a question with previews. */
  readonly previewBack: boolean;
  /** The review quotes a single item of a multi-select, as it does with several. */
  readonly quotesAlone: boolean;
  /** Keys that arrive together are merged into one. */
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

/** `press`, `type` and `paste` return the outcome when they end the dialog. */
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

  /** Identifies everything that the screen shows of the dialog. */
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
    const isBack = key === 'BTab' || (key === 'Left' && tab.pointer.on !== 'text');
    if (isBack && this.current > 0 && (layoutOf(question) !== 'preview' || this.#behaviour.previewBack)) this.#go(this.current - 1);
    return undefined;
  }

  /** Several characters at once are text; a single one is a key, unless a text field is focused. */
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
    if (key === 'BTab' || key === 'Left') this.#go(this.current - 1);
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
