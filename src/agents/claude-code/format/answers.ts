// The answers to a question as Claude Code writes them: keyed by the text of the question, and the items of a multi-select joined into one text.
// Written for its hooks and for the Agent SDK, and read back from what it recorded.

import type { Answer, Question } from '../../../ask/schema/ask.ts';
import type { RecordedAnswer } from '../../../ask/schema/result.ts';
import { quotedIfNeeded } from '../../../ask/summary.ts';
import { asObject } from '../../../text/json.ts';
import { normalised } from '../../../text/visible.ts';

type Annotation = { readonly preview?: string; readonly notes?: string };

/** The fields that are added to the tool's input. Undefined if Claude Code would treat them as no answer. */
export function answersInput(
  questions: readonly Question[],
  answers: readonly Answer[],
): { readonly answers: Readonly<Record<string, string>>; readonly annotations?: Readonly<Record<string, Annotation>> } | undefined {
  const texts = questions.flatMap((question, i) => {
    const value = answerText(question, answers[i]);
    return value === undefined ? [] : [[question.text, value] as const];
  });
  if (texts.length === 0) return undefined;
  const notes = questions.flatMap((question, i) => {
    const annotation = annotationOf(question, answers[i]);
    return annotation ? [[question.text, annotation] as const] : [];
  });
  return { answers: Object.fromEntries(texts), ...(notes.length === 0 ? {} : { annotations: Object.fromEntries(notes) }) };
}

/** From what the tool returned, one entry per question; null for a question without an answer. */
export function recordedAnswers(questions: readonly Question[], response: unknown): readonly (RecordedAnswer | null)[] {
  const { answers, annotations } = asObject(response) ?? {};
  return questions.map((question) =>
    recordedAnswer(question, valueFor(answers, question.text), asObject(valueFor(annotations, question.text))?.notes),
  );
}

// ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Undefined for a skipped question: its key is left out, as when a person leaves it unanswered. */
function answerText(question: Question, answer: Answer | undefined): string | undefined {
  if (!answer || answer.kind === 'skipped') return undefined;
  const labels = answer.kind === 'chosen' ? answer.chosen.map((n) => question.options[n - 1]?.label ?? '') : [];
  const items = answer.words === undefined ? labels : [...labels, answer.words];
  const text = question.multiSelect ? items.map(quotedIfNeeded).join(', ') : (items[0] ?? '');
  return text === '' ? undefined : text;
}

function annotationOf(question: Question, answer: Answer | undefined): Annotation | undefined {
  if (!answer || answer.kind === 'skipped') return undefined;
  const chosen = answer.kind === 'chosen' ? question.options[(answer.chosen[0] ?? 0) - 1] : undefined;
  const preview = !question.multiSelect && chosen?.preview ? { preview: chosen.preview } : {};
  const notes = answer.note === undefined ? {} : { notes: answer.note };
  return 'preview' in preview || 'notes' in notes ? { ...preview, ...notes } : undefined;
}

// ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function recordedAnswer(question: Question, value: unknown, notes: unknown): RecordedAnswer | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  const note = typeof notes === 'string' && notes !== '' ? { note: notes } : {};
  if (value === NOTES_ONLY) return 'note' in note ? { chosen: [], ...note } : null;
  const labels = question.options.map((o) => o.label);
  const whole = labelIn(labels, value);
  if (whole !== undefined) return { chosen: [whole], ...note };
  if (!question.multiSelect) return { chosen: [], words: value, ...note };
  const items = splitItems(
    value,
    labels.map((label) => label.trim()),
  );
  const found = items.map((item) => labelIn(labels, item));
  const chosen = found.flatMap((label) => label ?? []);
  const words = items.filter((_, i) => found[i] === undefined).join(', ');
  return { chosen, ...(words === '' ? {} : { words }), ...note };
}

const NOTES_ONLY = '(notes only)';

/** Claude Code leaves out blanks at the end of a label. */
function labelIn(labels: readonly string[], text: string): string | undefined {
  const same = labels.find((label) => label === text);
  // A megabyte of own words takes long to normalise.
  if (same !== undefined || labels.every((label) => text.length > 2 * label.length + MOST_BLANKS)) return same;
  const plain = normalised(text);
  return labels.find((label) => normalised(label) === plain);
}

const MOST_BLANKS = 1_000;

/** Answers and annotations are objects whose keys are the questions. */
function valueFor(values: unknown, question: string): unknown {
  const entries = Object.entries(asObject(values) ?? {});
  return (entries.find(([key]) => key === question) ?? entries.find(([key]) => normalised(key) === normalised(question)))?.[1];
}

/** Options come first, and there are far fewer. What follows are own words. */
const MOST_ITEMS = 500;

/** Splits `A, "B, C", free text`. An item is a JSON string, or else a whole label (which may contain commas), or else runs to the next comma. */
export function splitItems(value: string, labels: readonly string[]): string[] {
  const byLength = [...labels].sort((a, b) => b.length - a.length);
  const items: string[] = [];
  for (let at = 0; at < value.length; ) {
    const rest = value.slice(at);
    if (items.length === MOST_ITEMS) return [...items, rest].filter((item) => item !== '');
    const quoted = /^"(?:[^"\\]|\\.)*"(?=, |$)/s.exec(rest)?.[0];
    const label = byLength.find((l) => l !== '' && rest.startsWith(l) && (rest.length === l.length || rest.startsWith(', ', l.length)));
    const plain = rest.slice(0, rest.indexOf(', ') === -1 ? rest.length : rest.indexOf(', '));
    const raw = quoted ?? label ?? plain;
    items.push(quoted === undefined ? raw : unquoted(raw));
    at += Math.max(1, raw.length) + 2;
  }
  return items.filter((item) => item !== '');
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
