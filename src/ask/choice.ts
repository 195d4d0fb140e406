// Answers as they are typed on a command line or in a tag: one part per question, `2`, `1,3`, a label, `other`, or `-` to skip.
//
// Invariant: no label can take the place of our own words. A number of an option is always that number, `other` is always own words and `-`
// always skips; `=other` is the label.

import { findOption, type Resolved } from './answer.ts';
import { problem, questionName, shown } from './problem.ts';
import { comparable } from './same-question.ts';
import type { Ask, Question } from './schema/ask.ts';
import type { AnswerInput } from './schema/input.ts';
import type { Problem } from './schema/problem.ts';

/** The word for own words among options, and the sign that skips a question. */
export const OTHER = 'other';
const SKIP = '-';

type Typed = { readonly choices: readonly string[]; readonly words: readonly string[]; readonly notes: readonly string[] };
type Item = number | typeof OTHER;
export type Read = { readonly skip: boolean; readonly items: readonly Item[] };
const OWN_WORDS: Resolved<Read> = { kind: 'ok', value: { skip: false, items: [OTHER] } };

export function typedAnswers(typed: Typed, ask: Pick<Ask, 'questions'>): Resolved<readonly AnswerInput[]> {
  const { questions } = ask;
  const { choices } = typed;
  const onlyWords = choices.length === 0 && typed.words.length > 0;
  if (!onlyWords && choices.length !== questions.length) return invalid([argumentCount(choices.length, questions)]);

  const reads = questions.map((question, i) => (onlyWords ? OWN_WORDS : readChoice(choices[i] as string, question, i)));
  const notes = readNotes(typed.notes, questions);
  const problems = [...reads, notes].flatMap((r) => (r.kind === 'invalid' ? r.problems : []));
  if (problems.length > 0 || notes.kind === 'invalid') return invalid(problems);

  const read = reads.flatMap((r) => (r.kind === 'ok' ? [r.value] : []));
  const beside = noteBesideChoice(typed.words, read, questions);
  if (beside !== undefined && notes.value.size > 0)
    return invalid([
      problem('note-twice', 'note', beside, 'with one option chosen, -m is a note, and --note gives another; give one of them'),
    ]);
  const placed = placeWords(beside === undefined ? typed.words : [], read);
  if (placed.kind === 'invalid') return placed;
  return ok(read.map((r, i) => answerInput(r, placed.value[i], beside ?? notes.value.get(i))));
}

/** The one -m beside an option of the only question, if that takes no own words besides an option. */
function noteBesideChoice(words: readonly string[], [only]: readonly Read[], questions: readonly Question[]): string | undefined {
  const isChoice = questions.length === 1 && questions[0]?.multiSelect === false && typeof only?.items[0] === 'number';
  return isChoice && words.length === 1 ? words[0] : undefined;
}

function answerInput({ skip, items }: Read, words: string | undefined, note: string | undefined): AnswerInput {
  const noted = note === undefined ? {} : { note };
  if (skip) return { skip: true, ...noted };
  const choose = items.filter((item) => item !== OTHER);
  return { ...(choose.length === 0 ? {} : { choose }), ...(words === undefined ? {} : { words }), ...noted };
}

/** Own words go to the questions answered with `other`, in order; with a single question the word `other` may be left out. */
function placeWords(words: readonly string[], reads: readonly Read[]): Resolved<readonly (string | undefined)[]> {
  const others = reads.flatMap((r, i) => (r.items.includes(OTHER) ? [i] : []));
  const [only] = reads;
  const places = others.length === 0 && reads.length === 1 && words.length === 1 && !only?.skip ? [0] : others;
  if (places.length === words.length) return ok(reads.map((_, i) => words[places.indexOf(i)]));
  const message =
    places.length > words.length
      ? `${places.length} answered with "other", but only ${words.length} -m given; add -m "own words" for each`
      : `${words.length} × -m given, but ${places.length} answered with "other"; write other in the place of each question that your own words answer`;
  return invalid([problem('own-words-place', 'answers', words, message)]);
}

/** One part. An item is the number of an option, or `other`. */
export function readChoice(argument: string, question: Question, index: number): Resolved<Read> {
  const where = questionName(index, question.header);
  if (argument.trim() === SKIP) return ok({ skip: true, items: [] });
  const whole = readItem(argument, question, where);
  if (typeof whole !== 'object') return ok({ skip: false, items: [whole] });
  if (whole.rule === 'option-ambiguous' || !argument.includes(',')) return invalid([whole]);
  return readList(argument, question, where);
}

/** `1,3`, `Logging,"A, B"`, and labels with unquoted commas if only one reading makes sense. */
function readList(argument: string, question: Question, where: string): Resolved<Read> {
  const tokens = splitAtCommas(argument);
  const longest = 1 + Math.max(0, ...question.options.map((o) => o.label.split(',').length - 1));
  const [reading, another] = readings(tokens, longest, (text) => readItem(text, question, where));
  if (reading && !another) return ok({ skip: false, items: reading });
  if (another) {
    const message = `${where}: ${shown(argument)} can be read in several ways; choose by number, e.g. ${[...new Set(reading)].join(',')}`;
    return invalid([problem('option-ambiguous', where, argument, message)]);
  }
  return invalid(tokens.flatMap((token) => asProblem(readItem(token, question, where))));
}

/** The ways to join neighbouring tokens into existing items. Stops at two, which is enough to know that it is ambiguous. */
function readings(tokens: readonly string[], longest: number, read: (text: string) => Item | Problem): readonly (readonly Item[])[] {
  const fromHere: (readonly (readonly Item[])[])[] = Array.from({ length: tokens.length }, () => []);
  fromHere.push([[]]);
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const found = new Map<string, readonly Item[]>();
    for (let n = 1; n <= Math.min(longest, tokens.length - at) && found.size < 2; n += 1) {
      const item = read(tokens.slice(at, at + n).join(','));
      if (typeof item === 'object') continue;
      for (const rest of fromHere[at + n] ?? []) found.set([item, ...rest].join(), [item, ...rest]);
    }
    fromHere[at] = [...found.values()].slice(0, 2);
  }
  return fromHere[0] ?? [];
}

/** One item: `3` or `#3` is a position, `=3` a label, `other` own words, anything else a label. */
function readItem(raw: string, question: Question, where: string): Item | Problem {
  const text = unquoted(raw.trim());
  if (text.startsWith('=')) return findOption(text.slice(1), question, where);
  if (text.toLowerCase() === OTHER) return OTHER;
  const digits = /^#?(\d{1,6})$/.exec(text)?.[1];
  const byNumber = digits === undefined ? undefined : findOption(Number(digits), question, where);
  if (typeof byNumber === 'number') return byNumber;
  const byLabel = findOption(text, question, where);
  return typeof byLabel === 'number' ? byLabel : (byNumber ?? byLabel);
}

/** `--note "text"` with one question; `--note "2: text"` or `--note "Header: text"` with several. */
function readNotes(notes: readonly string[], questions: readonly Question[]): Resolved<ReadonlyMap<number, string>> {
  const placed = new Map<number, string>();
  for (const note of notes) {
    const colon = note.indexOf(':');
    const name = note.slice(0, colon === -1 ? 0 : colon).trim();
    const named = questions.findIndex(
      (q, i) => name === String(i + 1) || (q.header !== undefined && comparable(q.header) === comparable(name)),
    );
    const index = questions.length === 1 ? 0 : named;
    if (index === -1) {
      const names = questions.map((q, i) => questionName(i, q.header)).join(', ');
      return invalid([
        problem('note-place', 'note', note, `say which question the note is for: --note "1: text" or --note "Header: text" (${names})`),
      ]);
    }
    if (placed.has(index))
      return invalid([problem('note-twice', questionName(index), note, `${questionName(index)} has two notes; give one`)]);
    placed.set(index, questions.length === 1 ? note : note.slice(colon + 1).trim());
  }
  return ok(placed);
}

function argumentCount(given: number, questions: readonly Question[]): Problem {
  const names = questions.map((q, i) => questionName(i, q.header)).join(', ');
  const message =
    questions.length === 1
      ? `give one choice for the question (several as "1,3" if it allows that), or your own words with -m; ${given} given`
      : `give one choice per question, in order: ${names}; "-" skips one, "other" with -m answers in your own words; ${given} given`;
  return problem('answer-count', 'answers', given, message);
}

function splitAtCommas(text: string): string[] {
  return text.match(/(?:\s*"(?:[^"\\]|\\.)*"\s*(?=,|$))|[^,]+/g) ?? [];
}

function unquoted(text: string): string {
  if (!/^".*"$/s.test(text)) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

const asProblem = (item: Item | Problem): Problem[] => (typeof item === 'object' ? [item] : []);
const ok = <T>(value: T): { kind: 'ok'; value: T } => ({ kind: 'ok', value });
const invalid = (problems: readonly Problem[]): { kind: 'invalid'; problems: readonly Problem[] } => ({ kind: 'invalid', problems });
