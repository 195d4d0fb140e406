// What kind of decision a question wants: ordered rules for its form, then a score for its topic. Each verdict says why.

import {
  ASKS_GO_AHEAD,
  ASKS_TO_DECIDE,
  HANDS_BACK,
  OPENS_THE_FLOOR,
  type Stance,
  stance,
  TOPIC_PHRASES,
  TOPIC_TERMS,
  type Topic,
  WEAK,
} from './category-words.ts';
import type { Option, Question } from './words.ts';

export type Category = 'confirmation' | 'style' | 'scope' | 'architecture' | 'open floor' | 'delegation';

export function category(question: Question): { category: Category; reason: string } {
  const seen = look(question);
  for (const rule of FORMS) if (rule.holds(seen)) return { category: rule.category, reason: rule.reason };
  return topic(seen);
}

/** The option (1-based) that gives the decision back to the agent: "You decide". */
export function delegatingOption(question: Question): number | undefined {
  const index = question.options.slice(0, MOST_OPTIONS).findIndex(handsBack);
  return index < 0 ? undefined : index + 1;
}

/** A question can be hostile: no more than this is read of it. The head and the tail of a long text count, the question often stands last. */
const MOST_TEXT = 2000;
const MOST_LABEL = 200;
const MOST_OPTIONS = 20;

type Seen = {
  readonly text: string;
  readonly header: string;
  readonly labels: readonly string[];
  readonly stances: readonly (Stance | undefined)[];
  readonly delegating: number;
  readonly weak: number;
  readonly multiSelect: boolean;
};

function look(question: Question): Seen {
  const options = question.options.slice(0, MOST_OPTIONS);
  const labels = options.map((option) => plain(option.label, MOST_LABEL));
  const text = plain(question.text, MOST_TEXT);
  return {
    text,
    header: plain(question.header ?? '', MOST_LABEL),
    labels,
    stances: labels.map((label) => stance(label) ?? (repeats(label, text) ? 'yes' : undefined)),
    delegating: options.filter(handsBack).length,
    weak: labels.filter((label) => WEAK.test(label)).length,
    multiSelect: question.multiSelect,
  };
}

type Rule = { readonly category: Category; readonly reason: string; readonly holds: (seen: Seen) => boolean };

/**
 * Form goes before topic, and the first rule that holds wins. One "You decide" among real choices does not make a delegation:
 * the question is still about the database, and routes ask what it is about.
 */
const FORMS: readonly Rule[] = [
  {
    category: 'delegation',
    reason: 'half or more of the options let the agent decide',
    holds: ({ labels, delegating }) => delegating > 0 && delegating * 2 >= labels.length,
  },
  {
    category: 'delegation',
    reason: 'the text asks whether the agent may decide',
    holds: ({ text, labels, stances }) =>
      asksToDecide(text) && labels.length - count(stances, 'yes') - count(stances, 'no') <= labels.length / 2,
  },
  {
    category: 'open floor',
    reason: 'the text asks for free input and the options add nothing to it',
    holds: ({ text, labels, stances, weak }) =>
      labels.length > 0 &&
      OPENS_THE_FLOOR.test(text) &&
      !ASKS_GO_AHEAD.test(text) &&
      labels.every((label, i) => stances[i] !== undefined || WEAK.test(label)) &&
      weak > 0,
  },
  {
    category: 'open floor',
    reason: 'the text asks for anything else, yes or no',
    holds: ({ text, labels, stances }) =>
      labels.length > 0 && /\banything (?:else|more)\b/u.test(text) && stances.every((each) => each !== undefined),
  },
  {
    category: 'confirmation',
    reason: 'options are yes and no',
    holds: ({ labels, stances, multiSelect }) =>
      !multiSelect &&
      stances.includes('yes') &&
      stances.includes('no') &&
      labels.every((label, i) => stances[i] !== undefined || WEAK.test(label) || HANDS_BACK.test(label)),
  },
  {
    category: 'open floor',
    reason: 'the options say nothing of their own',
    holds: ({ labels, weak }) => labels.length > 0 && weak === labels.length,
  },
  {
    category: 'confirmation',
    reason: 'the text asks for a go-ahead and the options grant or withhold it',
    holds: ({ text, labels, stances, multiSelect }) =>
      !multiSelect &&
      labels.length > 0 &&
      stances.includes('yes') &&
      (count(stances, 'yes') + count(stances, 'no')) * 2 >= labels.length &&
      (ASKS_GO_AHEAD.test(text) || stances.includes('no')),
  },
  {
    category: 'open floor',
    reason: 'the text asks for free input and there are no options',
    holds: ({ text, labels }) => labels.length === 0 && OPENS_THE_FLOOR.test(text),
  },
  {
    category: 'confirmation',
    reason: 'the text asks for a go-ahead',
    holds: ({ text, labels }) => labels.length === 0 && ASKS_GO_AHEAD.test(text) && !offersAlternatives(text),
  },
  {
    category: 'open floor',
    reason: 'there are no options to choose from',
    holds: ({ text, labels }) => labels.length === 0 && !offersAlternatives(text),
  },
];

/** Later topics lose a tie: architecture is what remains of a real choice. */
const TOPICS: readonly Topic[] = ['scope', 'style', 'architecture'];
const WEIGHT = { header: 4, text: 2, label: 1, phrase: 4, multiSelect: 3 } as const;

function topic(seen: Seen): { category: Topic; reason: string } {
  const score: Record<Topic, number> = { scope: 0, style: 0, architecture: 0 };
  const found: Record<Topic, string[]> = { scope: [], style: [], architecture: [] };
  const add = (to: Topic, points: number, reason: string) => {
    score[to] += points;
    found[to].push(reason);
  };
  for (const [to, phrase, reason] of TOPIC_PHRASES) if (phrase.test(seen.text)) add(to, WEIGHT.phrase, reason);
  if (seen.multiSelect) add('scope', WEIGHT.multiSelect, 'several options may be chosen');
  for (const [term, to] of terms(seen.header)) add(to, WEIGHT.header, `the header says "${term}"`);
  for (const [term, to] of terms(seen.text)) add(to, WEIGHT.text, `the text says "${term}"`);
  for (const [term, to] of terms(seen.labels.join(' / '))) add(to, WEIGHT.label, `an option says "${term}"`);

  const best = TOPICS.reduce((a, b) => (score[b] > score[a] ? b : a));
  if (score[best] === 0) return { category: 'architecture', reason: 'a choice between alternatives, with no sign of style or scope' };
  return { category: best, reason: found[best][0] ?? '' };
}

/** The topic terms (one or two words) in a text, each once, in order. */
function terms(text: string): Map<string, Topic> {
  const found = new Map<string, Topic>();
  const words = text.match(/[\p{L}\p{N}_+#][\p{L}\p{N}_+#.'-]*|\//gu) ?? [];
  let previous = '';
  for (const raw of words) {
    const word = raw.replace(/[.'-]$/u, '');
    for (const term of [`${previous} ${word}`, word]) {
      const to = TOPIC_TERMS.get(term);
      if (to === undefined) continue;
      if (term !== word) found.delete(previous);
      found.set(term, to);
      break;
    }
    previous = word;
  }
  return found;
}

function asksToDecide(text: string): boolean {
  const at = ASKS_TO_DECIDE.exec(text)?.index ?? -1;
  if (at < 0) return false;
  const sentence = text.slice(Math.max(text.lastIndexOf('.', at), text.lastIndexOf('?', at), text.lastIndexOf('\n', at)) + 1, at);
  return !/\b(?:which|what|where|how|when)\b/u.test(sentence);
}

/** "The tables are old. Delete them?" with the options "Delete" and "Keep" is a yes-or-no question in other words. */
const repeats = (label: string, text: string): boolean => {
  const asked = text.split(/[.!?:\n]+\s+/u).at(-1) ?? text;
  return label !== '' && asked.startsWith(label.split(' ', 1)[0] ?? '') && !/^[\w-]+\b(?:,| or\b)|^wh|^how\b|\bor\b/.test(asked);
};

const offersAlternatives = (text: string): boolean =>
  /\b(?:which|or|vs|versus)\b/u.test(text) && (terms(text).size > 0 || TOPIC_PHRASES.some(([, phrase]) => phrase.test(text)));

const handsBack = (option: Option): boolean =>
  HANDS_BACK.test(plain(option.label, MOST_LABEL)) || HANDS_BACK.test(plain(option.description ?? '', MOST_LABEL));

const count = (stances: readonly (Stance | undefined)[], which: Stance): number => stances.filter((each) => each === which).length;

function plain(text: string, most: number): string {
  const cut = text.length <= most ? text : `${text.slice(0, most / 2)}\n${text.slice(-most / 2)}`;
  return cut
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\S\n]+/gu, ' ')
    .trim();
}
