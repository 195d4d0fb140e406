// For tests: descriptions of what a screen of Claude Code shows, and random ones.
import type { Pointer } from '../../../../src/agents/claude-code/screen/state.ts';

export type Random = {
  /** An integer from 0 up to (not including) n. */
  below(n: number): number;
  chance(percent: number): boolean;
  pick<T>(from: readonly T[]): T;
};

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return { below, chance: (percent) => below(100) < percent, pick: (from) => from[below(from.length)] as never };
}

export type OptionScene = { readonly label: string; readonly description: string; readonly ticked: boolean; readonly answered: boolean };
export type TabScene = { readonly header: string; readonly answered: boolean };

export type QuestionScene = {
  readonly kind: 'question';
  readonly layout: 'single' | 'multi' | 'preview';
  readonly tabs: readonly TabScene[];
  readonly current: number;
  readonly question: string;
  readonly options: readonly OptionScene[];
  readonly pointer: Pointer;
  readonly text: string;
  readonly textTicked: boolean;
  readonly textAnswered: boolean;
  readonly notes: { readonly open: boolean; readonly content: string };
  readonly countdown: number | undefined;
  readonly vim: boolean;
  readonly planning: boolean;
  /** How many rows of the list are shown at once. */
  readonly window: number;
};

export type ReviewScene = {
  readonly kind: 'review';
  readonly tabs: readonly TabScene[];
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  readonly pointer: 'submit' | 'cancel';
  readonly barred: boolean;
  /** What is written between the answers and the choices. */
  readonly remark: string;
  readonly countdown: number | undefined;
};

export type PermissionScene = {
  readonly kind: 'permission';
  readonly title: string;
  readonly command: readonly string[];
  readonly labels: readonly string[];
  readonly pointer: number;
};

const WORDS = [
  'a',
  'the',
  'Postgres',
  'of',
  'deployment',
  'which',
  'x',
  'Yes,',
  'No',
  'blue/green',
  '—',
  'naïve',
  '“quoted”',
  '(really)',
  '日本語',
  '数据库',
  '👍',
  '1.',
  '2.',
  '❯',
  '[',
  ']',
  '[✔]',
  '→',
  '✔.',
  '☐',
  '│',
  '·',
  '└──┘',
  '----',
];
const LONG = [
  'https://example.com/a/very/long/path/without/any/space/at/all/in/it',
  '折り返しが必要になりますがどこで折り返すのかを確かめたい',
  'x'.repeat(70),
];
const TRAPS = [
  'Type something.',
  'Type something',
  'Chat about this',
  'Submit',
  'Next',
  '1. One',
  '❯ 1. Yes',
  '2. Cancel',
  '[✔] ticked ✔',
  '[ ] empty',
  '☐ Header',
  '↓ 3. More',
  'Enter to select · ↑/↓ to navigate · Esc to cancel',
  'Notes: press n to add notes',
  '→ answer',
  'Review your answers',
  'One�Two',
];

function words(random: Random, most: number): string {
  if (random.chance(15)) return random.pick(TRAPS);
  const count = 1 + random.below(random.chance(20) ? most * 5 : most);
  const chosen = Array.from({ length: count }, () => (random.chance(2) ? random.pick(LONG) : random.pick(WORDS)));
  return chosen.join(' ');
}

function distinct(random: Random, count: number, most: number): string[] {
  const found = new Set<string>();
  while (found.size < count) found.add(words(random, most));
  return [...found];
}

export function typedText(random: Random): string {
  if (random.chance(40)) return '';
  const lines = Array.from({ length: 1 + (random.chance(30) ? random.below(5) : 0) }, () => words(random, 6));
  if (lines.length > 2 && random.chance(40)) lines[1] = '';
  return lines.join('\n');
}

const HEADERS = ['Database', 'Color', 'Season', '日本', 'Q1', 'A b', 'x', 'Mark*down*'];

function tabsOf(random: Random, count: number): TabScene[] {
  return Array.from({ length: count }, () => ({ header: random.pick(HEADERS), answered: random.chance(40) }));
}

export function randomQuestion(random: Random, rows: number): QuestionScene {
  const layout = random.pick(['single', 'single', 'multi', 'multi', 'preview'] as const);
  const count = layout === 'multi' || random.chance(50) ? 1 + random.below(4) : 0;
  const tabs = tabsOf(random, layout === 'multi' || count > 1 ? Math.max(count, 1) : 0);
  const answered = tabs.length > 0 && layout !== 'multi' && random.chance(40) ? random.below(5) : -1;
  const labels = distinct(random, 2 + random.below(3), layout === 'preview' ? 4 : 8);
  const options = labels.map((label, index) => ({
    label,
    description: layout === 'preview' || random.chance(20) ? '' : words(random, 12),
    ticked: random.chance(40),
    answered: index === answered,
  }));
  const text = layout === 'preview' ? '' : typedText(random);
  const open = layout === 'preview' && random.chance(25);
  const all: Pointer[] = options.map((_, index) => ({ on: 'option', number: index + 1 }));
  if (layout !== 'preview') all.push({ on: 'text' }, { on: 'text' });
  if (layout === 'multi') all.push({ on: 'submit' });
  if (!open) all.push({ on: 'chat' });
  const pointer = random.pick(all);
  return {
    kind: 'question',
    layout,
    tabs: tabs.length === 0 ? [{ header: random.pick(HEADERS), answered: false }] : tabs,
    current: tabs.length === 0 ? -1 : random.below(tabs.length),
    question: questionText(random),
    options,
    pointer,
    text,
    textTicked: random.chance(40),
    textAnswered: answered === 4 && text !== '' && !text.includes('\n') && pointer.on !== 'text',
    notes: { open, content: layout === 'preview' && random.chance(40) ? words(random, 3) : '' },
    countdown: random.chance(10) ? random.below(60) : undefined,
    vim: pointer.on === 'text' && random.chance(20),
    planning: random.chance(10),
    window: rows < 24 ? 2 + random.below(4) : 9,
  };
}

function questionText(random: Random): string {
  if (random.chance(10)) return `${words(random, 6)}\n${random.pick(TRAPS)}\n\n${words(random, 4)}?`;
  return `Which ${words(random, 14)}?`;
}

export function randomReview(random: Random): ReviewScene {
  const tabs = tabsOf(random, 1 + random.below(4));
  const answered = tabs.filter((tab) => tab.answered);
  const answers = answered.map(() => ({
    question: `Which ${words(random, random.chance(30) ? 40 : 10)}?`,
    answer: typedText(random).trim() || 'Postgres',
  }));
  return {
    kind: 'review',
    tabs,
    answers,
    pointer: random.pick(['submit', 'cancel']),
    barred: random.chance(70),
    remark: random.pick(['Ready to submit your answers?', '', 'Something that a later version says']),
    countdown: random.chance(10) ? random.below(60) : undefined,
  };
}

export function randomPermission(random: Random): PermissionScene {
  const labels = ['Yes', ...(random.chance(60) ? [`Yes, and don’t ask again for: ${words(random, 12)}`] : []), 'No'];
  return {
    kind: 'permission',
    title: random.pick(['Bash command', 'Create file', 'Edit file', 'Fetch']),
    command: Array.from({ length: 1 + random.below(10) }, () => words(random, 6)),
    labels,
    pointer: 1 + random.below(labels.length),
  };
}
