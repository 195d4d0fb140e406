// Guesses what kind of decision a question wants: its form first, then its topic. English only. Nothing is allowed or held because of it.
import {
  ASKS_GO_AHEAD,
  ASKS_TO_DECIDE,
  HANDS_BACK,
  OPENS_THE_FLOOR,
  stance,
  TOPIC_PHRASES,
  TOPIC_TERMS,
  type Topic,
  WEAK,
} from './category-words.ts';
import type { Option, Question } from './words.generated.ts';

export type Category = 'confirmation' | 'style' | 'scope' | 'architecture' | 'open floor' | 'delegation';

/** A question can be hostile, so only this much of it is read: the start and the end of a long text, since the question often comes last. */
const MOST_TEXT = 2000;
const MOST_LABEL = 200;
const MOST_OPTIONS = 20;

/** Form goes before topic. One "You decide" among real choices does not make it a delegation: the question is still about the database. */
export function category(question: Question): Category {
  const options = question.options.slice(0, MOST_OPTIONS);
  const labels = options.map((option) => plain(option.label, MOST_LABEL));
  const text = plain(question.text, MOST_TEXT);
  const stances = labels.map((label) => stance(label) ?? (repeats(label, text) ? 'yes' : undefined));
  const delegating = options.filter(handsBack).length;
  if (delegating > 0 && delegating * 2 >= labels.length) return 'delegation';
  if (ASKS_TO_DECIDE.test(text) && stances.every((each) => each !== undefined)) return 'delegation';
  if (labels.length === 0) return openQuestion(question, text);
  const taken = labels.filter((label, i) => stances[i] !== undefined || WEAK.test(label)).length;
  const weak = labels.filter((label) => WEAK.test(label)).length;
  if (weak === labels.length || (taken === labels.length && OPENS_THE_FLOOR.test(text) && !ASKS_GO_AHEAD.test(text))) return 'open floor';
  const agrees = stances.includes('yes') && stances.filter((each) => each !== undefined).length * 2 >= labels.length;
  if (!question.multiSelect && agrees && (stances.includes('no') || ASKS_GO_AHEAD.test(text))) return 'confirmation';
  return topic(question, text, labels);
}

/** The option (1-based) that lets the agent decide: "You decide". */
export function delegatingOption(question: Question): number | undefined {
  const index = question.options.slice(0, MOST_OPTIONS).findIndex(handsBack);
  return index < 0 ? undefined : index + 1;
}

function openQuestion(question: Question, text: string): Category {
  if (question.multiSelect || (/\b(?:which|or|vs)\b/u.test(text) && terms(text).length > 0)) return topic(question, text, []);
  return ASKS_GO_AHEAD.test(text) && !OPENS_THE_FLOOR.test(text) ? 'confirmation' : 'open floor';
}

const WEIGHT = { header: 4, text: 2, label: 1, phrase: 4, multiSelect: 3 } as const;

/** In a tie the first counts; without any hint it is `architecture`. */
function topic(question: Question, text: string, labels: readonly string[]): Topic {
  const score: Record<Topic, number> = { scope: 0, style: 0, architecture: 0.5 };
  for (const [to, phrase] of TOPIC_PHRASES) if (phrase.test(text)) score[to] += WEIGHT.phrase;
  if (question.multiSelect) score.scope += WEIGHT.multiSelect;
  for (const to of terms(plain(question.header ?? '', MOST_LABEL))) score[to] += WEIGHT.header;
  for (const to of terms(text)) score[to] += WEIGHT.text;
  for (const to of terms(labels.join(' / '))) score[to] += WEIGHT.label;
  return (['scope', 'style', 'architecture'] as const).reduce((a, b) => (score[b] > score[a] ? b : a));
}

/** The topics of the terms (one or two words) in a text, each term once. */
function terms(text: string): readonly Topic[] {
  const words = text.match(/[\p{L}\p{N}_][\p{L}\p{N}_'-]*|\//gu) ?? [];
  const found = new Set(words.flatMap((word, i) => [`${words[i - 1] ?? ''} ${word}`, word]).filter((term) => TOPIC_TERMS.has(term)));
  return [...found].flatMap((term) => TOPIC_TERMS.get(term) ?? []);
}

/** "The tables are old. Rename them?" with the options "Rename" and "Keep" is a yes-or-no question in other words. */
function repeats(label: string, text: string): boolean {
  const asked = text.split(/[.!?:\n]+\s+/u).at(-1) ?? text;
  return label !== '' && asked.startsWith(label.split(' ', 1)[0] ?? '') && !/^[\w-]+\b(?:,| or\b)|^wh|^how\b|\bor\b/.test(asked);
}

const handsBack = ({ label, description = '' }: Option): boolean =>
  HANDS_BACK.test(plain(label, MOST_LABEL)) || HANDS_BACK.test(plain(description, MOST_LABEL));

function plain(text: string, most: number): string {
  const cut = text.length <= most ? text : `${text.slice(0, most / 2)}\n${text.slice(-most / 2)}`;
  return cut
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\S\n]+/gu, ' ')
    .trim();
}
