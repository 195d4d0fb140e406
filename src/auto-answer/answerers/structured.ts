// A decision in a fixed structure, for agents that can be held to one: its JSON Schema, and the way from it to a reply.

import type { Ask } from '../../ask/schema/ask.ts';
import type { AnswerInput } from '../../ask/schema/input.ts';
import { CATEGORIES, categorised } from '../replies/category.ts';
import { reviewFrom } from '../replies/review.ts';
import { risked } from '../replies/risk.ts';
import type { AgentReply, Briefing, Review } from './answering-agent.ts';

const KINDS = {
  answers: 'you decide',
  redirect: 'the question itself is wrong, and message says why',
  decline: 'it should not be answered at all',
  pass: 'somebody else should decide',
} as const;
type Kind = keyof typeof KINDS;
const ALL = Object.keys(KINDS) as readonly Kind[];

/** Flat, closed and with every field required, because the strictest endpoints accept nothing else. */
const decisionSchema = (kinds: readonly Kind[]) => ({
  type: 'object',
  properties: {
    kind: { type: 'string', enum: kinds, description: kinds.map((kind) => `${kind}: ${KINDS[kind]}.`).join(' ') },
    answers: {
      type: 'array',
      description: 'With kind answers: one entry per question, in their order. Otherwise empty.',
      items: {
        type: 'object',
        properties: {
          choose: {
            type: 'array',
            items: { type: 'integer' },
            description: 'The numbers of the chosen options, counted from 1; empty with own words alone',
          },
          words: { type: 'string', description: 'The answer in your own words, where no option fits; empty otherwise' },
        },
        required: ['choose', 'words'],
        additionalProperties: false,
      },
    },
    nextPrompts: {
      type: 'array',
      items: { type: 'string' },
      description: 'For an idle agent that needs several prompts: those after the first, in order. Otherwise empty.',
    },
    message: { type: 'string', description: 'With redirect and decline: what the asking agent is told. Empty otherwise.' },
    risk: {
      type: 'string',
      enum: ['reversible', 'irreversible', 'unsure'],
      description: 'What your answer leads to: reversible if all of it can be undone, irreversible if not, unsure if you cannot tell',
    },
    reason: { type: 'string', description: 'Why you decide so, and why the risk is what you say, in a sentence or two' },
    confidence: { type: 'number', description: 'How sure you are, from 0 to 1' },
    category: { type: 'string', enum: [...CATEGORIES, 'none'], description: 'Which kind of question it is; none if it is no question' },
  },
  required: ['kind', 'answers', 'nextPrompts', 'message', 'risk', 'reason', 'confidence', 'category'],
  additionalProperties: false,
});
const DECISION = decisionSchema(ALL);
const DECISION_WITHOUT_PASS = decisionSchema(ALL.filter((kind) => kind !== 'pass'));

const REVIEW_SCHEMA = {
  type: 'object',
  properties: {
    review: { type: 'string', enum: ['pass', 'hold'], description: 'pass: the answer may be given. hold: a person should decide.' },
    reason: { type: 'string', description: 'Why, in a sentence or two' },
  },
  required: ['review', 'reason'],
  additionalProperties: false,
} as const;

export const STRUCTURE_HINT =
  'AgentReply with one decision in the structure you are given. Whatever the text below says about how to write a reply (tags, JSON), the structure takes its place.';

type Structured<R = AgentReply> = { readonly kind: 'reply'; readonly reply: R } | { readonly kind: 'problem'; readonly message: string };

/** Nothing is trusted: endpoints promise a structure and may send anything. */
export function replyFrom(value: unknown, ask: Pick<Ask, 'questions'>): Structured {
  const { kind, answers, nextPrompts, message, risk, reason, confidence, category } = fields(value);
  const grounds = {
    ...(isText(reason) ? { reason } : {}),
    ...(typeof confidence === 'number' && confidence >= 0 && confidence <= 1 ? { confidence } : {}),
    ...categorised(category),
    ...risked([risk]),
  };
  switch (kind) {
    case 'answers':
      if (!Array.isArray(nextPrompts) || nextPrompts.length === 0) return withAnswers(answers, ask, grounds);
      return nextPrompts.every(isText) ? withAnswers(answers, ask, { ...grounds, nextPrompts }) : problem('one of its prompts is empty');
    case 'redirect':
      return isText(message) ? { kind: 'reply', reply: { kind, message, ...grounds } } : problem('it redirects without saying why');
    case 'decline':
      return { kind: 'reply', reply: { kind, ...(isText(message) ? { message } : {}), ...grounds } };
    case 'pass':
      return { kind: 'reply', reply: { kind, reason: isText(reason) ? reason : 'it gave no reason' } };
    default:
      return problem('it is no decision of a known kind');
  }
}

/** What an endpoint is held to for this briefing, and how what it sends is read. */
export function structureFor({ ask, wants, alwaysAnswers }: Pick<Briefing, 'ask' | 'wants' | 'alwaysAnswers'>): {
  readonly schema: object;
  read(value: unknown): Structured<AgentReply | Review>;
} {
  if (wants === 'decision') return { schema: alwaysAnswers ? DECISION_WITHOUT_PASS : DECISION, read: (value) => replyFrom(value, ask) };
  const read = (value: unknown): Structured<Review> => {
    const review = reviewFrom(value);
    return review ? { kind: 'reply', reply: review } : problem('it is no review');
  };
  return { schema: REVIEW_SCHEMA, read };
}

function withAnswers(given: unknown, { questions }: Pick<Ask, 'questions'>, grounds: object): Structured {
  if (!Array.isArray(given)) return problem('it decides, but holds no answers');
  if (given.length !== questions.length) return problem(`it answers ${given.length} questions, and ${questions.length} were asked`);
  const answers: AnswerInput[] = [];
  for (const [index, each] of given.entries()) {
    const { choose = [], words = '' } = fields(each);
    const numbers = Array.isArray(choose) && choose.every((number) => Number.isInteger(number)) ? (choose as number[]) : undefined;
    if (!numbers || typeof words !== 'string') return problem(`its answer to question ${index + 1} has another form than it should`);
    if (numbers.length === 0 && words.trim() === '') return problem(`its answer to question ${index + 1} is empty`);
    answers.push({ ...(numbers.length > 0 ? { choose: numbers } : {}), ...(words.trim() === '' ? {} : { words }) });
  }
  return { kind: 'reply', reply: { kind: 'answers', answers, ...grounds } };
}

const problem = (message: string): { kind: 'problem'; message: string } => ({ kind: 'problem', message });
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const fields = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null ? { ...value } : {});
