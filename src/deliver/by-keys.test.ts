// The hands at a simulated dialog with as much bad luck as can be thought of: what is recorded is what was decided, or nothing is.
// More or fewer runs: ANSWERBACK_HANDS_RUNS. One run again, with everything that happened: ANSWERBACK_HANDS_SEED.
import { describe, expect, it, vi } from 'vitest';
import { type Quirks, untypable } from '../agents/claude-code/hands/goal.ts';
import { type Line, palettes } from '../agents/claude-code/screen/drawing.ts';
import { type Random, seeded } from '../agents/claude-code/screen/scene.ts';
import type { Pointer, Screen, ScreenState } from '../agents/claude-code/screen/state.ts';
import { normalised } from '../question/visible.ts';
import type { Answer, Question, Verdict } from '../question/words.ts';
import { type Typed, typeDecision } from './by-keys.ts';
import { type Behaviour, type Dialog, type Incident, type Luck, type Mishap, moved, Simulation, type World } from './simulated-dialog.ts';
import type { Key } from './terminal.ts';

const RUNS = Number(process.env.ANSWERBACK_HANDS_RUNS ?? 100_000);
const ONLY = process.env.ANSWERBACK_HANDS_SEED;
/** The runs of one world show the same screens again and again; that is what makes so many runs affordable. */
const RUNS_PER_WORLD = 100;

// The real reader, which is a pure function, with a memory: a screen that was read before is not read again.
const memory = vi.hoisted(() => ({ screens: new Map<string, Map<string, Screen>>(), states: new WeakMap<Screen, ScreenState>() }));
vi.mock(import('../agents/claude-code/screen/parse.ts'), async (original) => {
  const { parseScreen, ...rest } = await original();
  return {
    ...rest,
    parseScreen(ansi, cursor, columns, alternate) {
      const same = memory.screens.get(ansi) ?? new Map<string, Screen>();
      memory.screens.set(ansi, same);
      const place = `${cursor.x} ${cursor.y} ${columns}`;
      const screen = same.get(place) ?? parseScreen(ansi, cursor, columns, alternate);
      same.set(place, screen);
      return screen;
    },
  };
});
vi.mock(import('../agents/claude-code/screen/read.ts'), async (original) => {
  const { readScreen } = await original();
  return {
    readScreen(screen) {
      const state = memory.states.get(screen) ?? readScreen(screen);
      memory.states.set(screen, state);
      return state;
    },
  };
});

// ── what is asked ──────────────────────────────────────────────────────────────────────────────────────────────────

const LABELS = [
  ['Red', 'Redder', 'Red green', 'Re'],
  ['Postgres', 'SQLite', 'Redis', 'None of them'],
  ['日本語', '数据库 二', 'emoji 👍', '👩‍👩‍👧‍👦 family'],
  ['A B', 'AB', 'A  B', 'A B C'],
  ['Type something.', 'Chat about this', 'Submit', 'Next'],
  ['Submit answers', 'Cancel', 'Type something', 'Yes ✔'],
  ['1. One', '2', '3 of them', '❯ 4. Four'],
  ['A, B', 'A', 'B', 'say "hi"'],
  ['One\nTwo', 'One', 'Two', '(notes only)'],
  ['a rather long label that goes on and on until it has to be wrapped at the edge of a narrow pane', 'a rather long label', 'short', '…'],
  ['Yes', 'No', 'Yes, and more', 'Yes, and'],
] as const;
const WORDS = [
  'plaid',
  'Red',
  '3 shades of grey',
  '2',
  'j',
  'path\\',
  'first line\nsecond line',
  'a\n\nb\n3',
  '東京 🙂',
  'Type something.',
  'Type something',
  'x, "y"',
  ' padded ',
  'two  blanks',
  'n',
  '(notes only)',
  'done ✔',
  '❯ 1. Red',
  `${'a long text of many words '.repeat(11)}end`,
  `x${'y'.repeat(240)}`,
];
const NOTES = [
  'keep it calm',
  'n',
  '2',
  '注意',
  'a note that is so long that it has to be wrapped below the preview at any width',
  'ends in \\',
];
const HEADERS = ['Colour', 'Parts', 'Size', '日本', 'Q1', 'Name', ''];
const TEXTS = [
  'Which one?',
  'Which other one?',
  'Which of these should be used, given that the text is so long that it will be wrapped in most panes?',
  'どれですか？',
  'First line\nSecond line?',
  'Which?',
];

function randomQuestion(random: Random, taken: Set<string>): Question {
  const kind = random.pick(['single', 'single', 'multi', 'multi', 'preview'] as const);
  const labels = shuffled(random, random.pick(LABELS)).slice(0, 2 + random.below(3));
  let text = random.pick(TEXTS);
  while (taken.has(text)) text = `${random.pick(TEXTS)} (${taken.size})`;
  taken.add(text);
  return {
    text,
    header: random.pick(HEADERS),
    multiSelect: kind === 'multi',
    options: labels.map((label, index) => ({
      label,
      description: random.chance(30) ? '' : random.chance(20) ? `about ${label} `.repeat(8).replaceAll('\n', ' ').trim() : 'about it',
      ...(kind === 'preview' ? { preview: `preview ${index}` } : {}),
    })),
  };
}

function shuffled<T>(random: Random, from: readonly T[]): T[] {
  const rest = [...from];
  return from.map(() => rest.splice(random.below(rest.length), 1)[0] as T);
}

const TRANSCRIPT: readonly Line[] = [[], [['❯ ask 1. foo', '48;5;237']], [['● Fine.', '']], [['  ❯ 1. Yes', '']]];

function randomWorld(seed: number): World {
  const random = seeded(seed);
  const taken = new Set<string>();
  const count = random.chance(45) ? 1 : 2 + random.below(3);
  return {
    questions: Array.from({ length: count }, () => randomQuestion(random, taken)),
    size: { columns: random.pick([60, 72, 80, 100, 120, 200]), rows: random.pick([15, 18, 24, 30, 40, 50]), classic: random.chance(30) },
    ink: random.pick(palettes),
    before: Array.from({ length: random.below(6) }, () => random.pick(TRANSCRIPT)),
    drawn: new Map(),
  };
}

// ── what is decided ────────────────────────────────────────────────────────────────────────────────────────────────

function randomVerdict(random: Random, questions: readonly Question[]): Verdict {
  if (random.chance(6)) return { kind: 'decline' };
  if (random.chance(8)) return { kind: 'redirect', message: 'something else' };
  const answers = questions.map((question) => randomAnswer(random, question, questions.length > 1));
  return answers.every((answer) => answer.kind === 'skipped') ? { kind: 'decline' } : { kind: 'answers', answers };
}

function randomAnswer(random: Random, question: Question, form: boolean): Answer {
  if (form && random.chance(8)) return { kind: 'skipped' };
  const preview = question.options.some((option) => option.preview !== undefined);
  const numbers = shuffled(
    random,
    question.options.map((_, index) => index + 1),
  );
  if (question.multiSelect) {
    const words = random.chance(30) ? { words: random.pick(WORDS) } : {};
    const chosen = numbers.slice(0, 1 + random.below(numbers.length));
    return random.chance(10) ? { kind: 'words', words: random.pick(WORDS) } : { kind: 'chosen', chosen, ...words };
  }
  if (!preview && random.chance(30)) return { kind: 'words', words: random.pick(WORDS) };
  return { kind: 'chosen', chosen: numbers.slice(0, 1), ...(preview && random.chance(40) ? { note: random.pick(NOTES) } : {}) };
}

// ── what goes wrong ────────────────────────────────────────────────────────────────────────────────────────────────

const NEWEST: Quirks = { gapMs: 0, pastes: true, ticksTyped: true, leavesNotes: true };
const OLDER: Quirks = { gapMs: 60, pastes: false, ticksTyped: true, leavesNotes: true };
const OLDEST: Quirks = { gapMs: 60, pastes: false, ticksTyped: false, leavesNotes: false };

function behaviourOf(quirks: Quirks, random: Random): Behaviour {
  return {
    guards: quirks.gapMs === 0,
    pastes: quirks.pastes,
    ticksTyped: quirks.ticksTyped,
    leavesNotes: quirks.leavesNotes,
    previewBack: random.chance(50),
    quotesAlone: random.chance(50),
    needsGap: quirks.gapMs > 0,
  };
}

const calm = (behaviour: Behaviour): Luck => ({
  behaviour,
  heldBackMs: 0,
  lateMs: 0,
  droppedPercent: 0,
  slowestMs: 0,
  halvesPercent: 0,
  left: () => {},
  incidents: [],
});

function randomLuck(random: Random, behaviour: Behaviour, world: World): Luck {
  const some = <T>(percent: number, value: T, otherwise: T) => (random.chance(percent) ? value : otherwise);
  const leaves = random.chance(30);
  const seed = random.below(1e9);
  return {
    behaviour: { ...behaviour, pastes: behaviour.pastes && !random.chance(5), ticksTyped: behaviour.ticksTyped && !random.chance(5) },
    heldBackMs: some(20, random.below(1_500), 0),
    lateMs: some(30, random.pick([100, 1_200, 2_500, 60_000]), 0),
    droppedPercent: some(15, random.pick([2, 10, 30]), 0),
    slowestMs: some(20, random.pick([60, 400, 1_500]), 0),
    halvesPercent: some(20, random.pick([20, 100]), 0),
    left: leaves ? (dialog) => leave(seeded(seed), dialog) : () => {},
    incidents: Array.from({ length: random.chance(70) ? 1 + random.below(2) : 0 }, () => randomIncident(random, world)),
  };
}

/** Somebody was at the dialog before us and left it in some state. */
function leave(random: Random, dialog: Dialog): void {
  const steps = 1 + random.below(random.chance(30) ? 25 : 4);
  for (let i = 0; i < steps; i += 1) {
    const copy = structuredClone({ tabs: dialog.tabs, current: dialog.current, review: dialog.review });
    const ended =
      dialog.press(random.pick(['Up', 'Down', 'Down', 'Space', 'Enter', 'Tab', 'Tab', 'BTab', 'n'] satisfies Key[])) ??
      (random.chance(20) ? dialog.type(random.pick([...WORDS, 'ab', 'a b', 'pl aid'])) : undefined);
    if (!ended) continue;
    dialog.tabs.splice(0, dialog.tabs.length, ...copy.tabs);
    dialog.current = copy.current;
    dialog.review = copy.review;
  }
}

function randomIncident(random: Random, world: World): Incident {
  return {
    afterKeys: random.below(random.chance(50) ? 3 : 12),
    delayMs: random.below(random.pick([3, 30, 120, 700, 3_000])),
    what: randomMishap(random, world),
  };
}

function randomMishap(random: Random, world: World): Mishap {
  const kind = random.below(16);
  if (kind < 5) {
    const keys = Array.from({ length: 1 + random.below(3) }, () =>
      random.chance(25)
        ? { typed: random.pick(['1', '2', '3', '4', '5', 'x', 'hello', 'j', 'n']) }
        : random.pick(['Up', 'Down', 'Up', 'Down', 'Space', 'Enter', 'Tab', 'BTab', 'Escape', 'BSpace'] satisfies Key[]),
    );
    return { kind: 'person', keys, announced: random.chance(40) };
  }
  if (kind === 5) return { kind: 'copy mode', leavesAfterMs: random.chance(50) ? random.below(500) : undefined };
  if (kind === 6) return { kind: 'resized', columns: random.pick([60, 90, 200]), rows: random.pick([15, 20, 50]) };
  if (kind < 12) return { kind: 'replaced', questions: otherQuestions(random, world.questions), gapMs: random.pick([0, 0, 5, 200]) };
  return { kind: random.pick(['answered elsewhere', 'dismissed', 'closed', 'shell', 'aborted', 'another process'] as const) };
}

/** Another ask, as like this one as can be. */
function otherQuestions(random: Random, questions: readonly Question[]): readonly Question[] {
  const at = random.below(questions.length);
  const change = (altered: Partial<Question>) =>
    questions.map((question, index) => (index === at ? { ...question, ...altered } : question));
  const question = questions[at] as Question;
  const [first, ...others] = question.options;
  switch (random.below(8)) {
    case 0:
      return change({ text: `${question.text} Really?` });
    case 1: {
      // Labels that differ in white space alone are the same in a record.
      const turned = [...others, first as Question['options'][number]];
      const same = turned.every(({ label }, index) => normalised(label) === normalised(question.options[index]?.label ?? ''));
      return change(same ? { text: 'Which now?' } : { options: turned });
    }
    case 2:
      return change({
        options: question.options.map((option, index) => (index === 0 ? { ...option, label: `${option.label}!` } : option)),
      });
    case 3:
      return [question];
    case 4:
      return questions.length < 4 ? [...questions, { ...question, text: `${question.text} And?`, header: 'More' }] : questions.slice(1);
    case 5:
      return change({ multiSelect: !question.multiSelect, options: question.options.map(({ preview: _, ...option }) => option) });
    case 6:
      return change({ header: 'Other' });
    default:
      return change({
        options: question.options.length < 4 ? [...question.options, { label: 'One more', description: '' }] : question.options.slice(0, 3),
      });
  }
}

// ── one run ────────────────────────────────────────────────────────────────────────────────────────────────────────

type Run = {
  readonly seed: number;
  readonly simulation: Simulation;
  readonly verdict: Verdict;
  readonly quirks: Quirks;
  readonly luck: Luck;
  readonly isCalm: boolean;
  readonly world: World;
  done: Typed | { kind: 'threw'; error: unknown } | undefined;
  started: number;
  ended: number;
};

function begin(seed: number, world: World, tracing: boolean): Run {
  const random = seeded(seed * 7919 + 13);
  const quirks = random.pick([NEWEST, NEWEST, NEWEST, OLDER, OLDEST]);
  const verdict = randomVerdict(random, world.questions);
  const isCalm = random.chance(15);
  const behaviour = behaviourOf(quirks, random);
  const luck = isCalm ? calm(behaviour) : randomLuck(random, behaviour, world);
  const simulation = new Simulation(world, luck, random, tracing);
  const run: Run = { seed, simulation, verdict, quirks, luck, isCalm, world, done: undefined, started: simulation.clock.now(), ended: 0 };
  const end = (done: Run['done']) => {
    run.done = done;
    run.ended = simulation.clock.now();
  };
  simulation.clock.after(luck.lateMs, () => {
    run.started = simulation.clock.now();
    typeDecision({
      terminal: simulation,
      goal: { ask: { kind: 'question', questions: world.questions }, verdict, version: quirks },
      timer: simulation.clock,
      signal: simulation.abort.signal,
      isAgent: (look) => look.command === 'claude',
    }).then(end, (error) => end({ kind: 'threw', error }));
  });
  return run;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** All of them at once, one event of each per turn: the promises in between settle together. */
async function finish(runs: readonly Run[]): Promise<void> {
  for (let open = [...runs]; open.length > 0; open = open.filter((run) => run.done === undefined)) {
    for (const run of open)
      if (!run.simulation.clock.step() && run.done === undefined) run.done = { kind: 'threw', error: new Error('it hangs') };
    await turn();
  }
  // What was pressed last may still have its effect.
  for (const run of runs) for (let i = 0; i < 50 && run.simulation.clock.step(); i += 1);
}

// ── what must hold ─────────────────────────────────────────────────────────────────────────────────────────────────

function problemsOf(run: Run): string[] {
  const { simulation, verdict, done, world } = run;
  const { outcome } = simulation;
  const found = [...simulation.violations];
  if (done?.kind === 'threw') return [...found, `it threw: ${done.error instanceof Error ? done.error.stack : String(done.error)}`];
  if (done?.kind === 'stopped' && done.reason.trim() === '') found.push('it stopped without a reason');
  if (done?.kind === 'stopped' && !done.touched && simulation.keys.length > 0) found.push('it says that nothing was touched');
  const right = outcome?.by === 'us' && isDecided(verdict, outcome, world.questions);
  if (outcome?.by === 'us' && !right && !outcome.excused) found.push(`recorded ${JSON.stringify(outcome)} instead of what was decided`);
  if (done?.kind === 'typed' && !right && !(outcome?.by === 'us' && outcome.excused) && !simulation.raced)
    found.push(`“typed”, but recorded was ${JSON.stringify(outcome)}`);
  if (run.isCalm) found.push(...calmProblems(run, right));
  return found;
}

function isDecided(verdict: Verdict, outcome: NonNullable<Simulation['outcome']>, questions: readonly Question[]): boolean {
  if (verdict.kind === 'decline') return outcome.kind === 'decline';
  if (verdict.kind === 'redirect') return outcome.kind === 'chat';
  if (outcome.kind !== 'answers') return false;
  return questions.every((question, index) => {
    const [decided, recorded] = [verdict.answers[index], outcome.answers[index] ?? null];
    if (!decided || decided.kind === 'skipped' || !recorded) return decided?.kind === 'skipped' && recorded === null;
    const chosen = decided.kind === 'chosen' ? decided.chosen : [];
    const same = (a: string | undefined, b: string | undefined) => normalised(a ?? '') === normalised(b ?? '');
    // The record is a text: own words that are a label are recorded as if it were chosen.
    const texts = (numbers: readonly number[], words: string | undefined) =>
      [...numbers.map((number) => question.options[number - 1]?.label ?? ''), ...(words === undefined ? [] : [words])]
        .map(normalised)
        .sort()
        .join('\n');
    const isLabel = question.options.some(({ label }) => decided.words !== undefined && same(label, decided.words));
    if (isLabel) return texts(chosen, decided.words) === texts(recorded.chosen, recorded.words) && same(decided.note, recorded.note);
    return (
      chosen.length === recorded.chosen.length &&
      chosen.every((number) => recorded.chosen.includes(number)) &&
      same(decided.words, recorded.words) &&
      same(decided.note, recorded.note)
    );
  });
}

function calmProblems({ simulation, verdict, quirks, done, world, started, ended, luck }: Run, right: boolean): string[] {
  const impossible = untypable({ ask: { kind: 'question', questions: world.questions }, verdict, version: quirks });
  if (impossible) return done?.kind === 'stopped' && !done.touched ? [] : ['what cannot be typed was tried'];
  if (done?.kind === 'stopped' && !simulation.whole && /too small|no effect/.test(done.reason)) return [];
  if (done?.kind !== 'typed') return [`nothing went wrong, but it stopped: ${done?.kind === 'stopped' ? done.reason : ''}`];
  if (!right) return ['nothing went wrong, but it was not recorded'];
  const { keys } = simulation;
  const moves = keys.filter((key) => key === 'Up' || key === 'Down').length;
  const fewest = fewestMoves(world.questions, verdict);
  const longest = 300 + keys.length * (quirks.gapMs + 40);
  return [
    ...(simulation.whole && moves !== fewest ? [`${moves} moves where ${fewest} are enough: ${keys.join(' ')}`] : []),
    ...(simulation.whole && ended - started > longest ? [`it took ${ended - started} ms for ${keys.length} keys`] : []),
    ...(luck.heldBackMs > 0 ? ['a calm run is not calm'] : []),
  ];
}

/** The shortest way of the pointer through all that has to be visited, tab by tab. */
function fewestMoves(questions: readonly Question[], verdict: Verdict): number {
  const [first] = questions;
  if (verdict.kind === 'decline' || !first) return 0;
  const start: Pointer = { on: 'option', number: 1 };
  if (verdict.kind === 'redirect') return distance(first, start, { on: 'chat' });
  return questions.reduce((sum, question, index) => {
    const answer = verdict.answers[index];
    if (!answer || answer.kind === 'skipped') return sum;
    const options: Pointer[] = answer.kind === 'chosen' ? answer.chosen.map((number) => ({ on: 'option', number })) : [];
    const text: Pointer[] = answer.words === undefined ? [] : [{ on: 'text' }];
    return sum + shortest(question, start, [...options, ...text], question.multiSelect ? { on: 'submit' } : undefined);
  }, 0);
}

function shortest(question: Question, from: Pointer, through: readonly Pointer[], to: Pointer | undefined): number {
  if (through.length === 0) return to ? distance(question, from, to) : 0;
  return Math.min(
    ...through.map(
      (next) =>
        distance(question, from, next) +
        shortest(
          question,
          next,
          through.filter((other) => other !== next),
          to,
        ),
    ),
  );
}

function distance(question: Question, from: Pointer, to: Pointer): number {
  const same = (a: Pointer, b: Pointer) => a.on === b.on && (a.on !== 'option' || b.on !== 'option' || a.number === b.number);
  let reached = [from];
  for (let steps = 0; steps < 20; steps += 1) {
    if (reached.some((pointer) => same(pointer, to))) return steps;
    reached = reached
      .flatMap((pointer) => [moved(pointer, 'Up', question), moved(pointer, 'Down', question)])
      .filter((pointer, index, all) => all.findIndex((other) => same(pointer, other)) === index);
  }
  return Number.POSITIVE_INFINITY;
}

// ── the property ───────────────────────────────────────────────────────────────────────────────────────────────────

async function retold(seed: number): Promise<string> {
  const run = begin(seed, randomWorld(Math.floor(seed / RUNS_PER_WORLD)), true);
  await finish([run]);
  const { incidents, left: _, behaviour, ...luck } = run.luck;
  return [
    `ANSWERBACK_HANDS_SEED=${seed}`,
    ...problemsOf(run),
    JSON.stringify(run.world.questions),
    `decided: ${JSON.stringify(run.verdict)}`,
    JSON.stringify({ ...luck, ...behaviour, incidents, quirks: run.quirks, size: run.world.size }),
    ...run.simulation.trace,
    `→ ${JSON.stringify(run.done)}`,
  ].join('\n');
}

describe('a decision typed into a dialog', () => {
  it(`is recorded as decided or not at all, ${RUNS} times`, { timeout: 900_000 }, async () => {
    if (ONLY !== undefined) return console.log(await retold(Number(ONLY)));
    const bad: { seed: number; problem: string }[] = [];
    const tally = new Map<string, number>();
    const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1);
    for (let start = 0; start < RUNS; start += RUNS_PER_WORLD) {
      memory.screens.clear();
      const world = randomWorld(start / RUNS_PER_WORLD);
      const runs = Array.from({ length: Math.min(RUNS_PER_WORLD, RUNS - start) }, (_, index) => begin(start + index, world, false));
      await finish(runs);
      for (const run of runs) {
        for (const problem of problemsOf(run)) bad.push({ seed: run.seed, problem });
        tallied(run, count);
      }
    }
    if (process.env.ANSWERBACK_HANDS_TALLY)
      console.log(
        [...tally]
          .sort()
          .map(([what, n]) => `${String(n).padStart(7)}  ${what}`)
          .join('\n'),
      );
    const kinds = new Map<string, number>();
    for (const { problem } of bad) kinds.set(problem.slice(0, 50), (kinds.get(problem.slice(0, 50)) ?? 0) + 1);
    const first = bad[0];
    if (first)
      expect.fail(
        `${bad.length} problems\n${[...kinds]
          .sort((a, b) => b[1] - a[1])
          .slice(0, 12)
          .map(([kind, n]) => `${n} × ${kind} (seed ${bad.find(({ problem }) => problem.startsWith(kind))?.seed})`)
          .join('\n')}\n\n${await retold(first.seed)}`,
      );
  });
});

function tallied({ isCalm, done, simulation, luck }: Run, count: (what: string) => void): void {
  const outcome = done?.kind === 'stopped' ? 'stopped' : (done?.kind ?? '');
  const mild = !isCalm && luck.incidents.length === 0;
  count(`${isCalm ? 'calm' : mild ? 'mild' : 'rough'}: ${outcome}`);
  if (done?.kind === 'stopped' && (isCalm || mild)) count(`${isCalm ? 'calm' : 'mild'}: stopped: ${done.reason.slice(0, 90)}`);
  if (done?.kind === 'stopped' && simulation.outcome?.by === 'us') count('recorded, but called stopped');
  if (done?.kind === 'typed' && simulation.outcome?.by !== 'us') count('“typed”, but somebody else was faster');
  if (simulation.outcome?.by === 'us' && simulation.outcome.excused) count('answered what a person changed unseen');
  for (const { what } of luck.incidents) count(`mishap ${what.kind}: ${outcome}`);
}
