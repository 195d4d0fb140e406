// What is decided about an ask, by whom, how it got to the agent, and what the agent recorded.
import { z } from 'zod';
import { answer, text } from './ask.ts';
import { named, time, type Word } from './named.ts';

export const answerer = named(
  'Answerer',
  z.object({
    kind: z.enum(['person', 'rule', 'agent']),
    name: z.string().min(1).max(200),
    surface: z.string().min(1).max(100),
  }),
  'Who decided. `name` is a user, rule or agent name; `surface` is where it happened ("cli", "web", "keyboard" …).',
);
export type Answerer = Word<typeof answerer>;

/** A person should look before more than this. */
const MOST_FURTHER = 9;

/** A verdict with these answers, and these fields beside it. */
export const verdictOf = <Answers extends z.ZodType, Shape extends z.ZodRawShape>(answers: Answers, more: Shape) =>
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('answers'),
      answers,
      nextPrompts: z
        .array(text)
        .min(1)
        .max(MOST_FURTHER)
        .optional()
        .describe('for an idle agent: the prompts after this one, in order, each for the next turn'),
      ...more,
    }),
    z.object({ kind: z.literal('redirect'), message: text.describe('what is wrong with the question'), ...more }),
    z.object({ kind: z.literal('decline'), message: text.optional().describe('why, if you want to say'), ...more }),
  ]);

export const verdict = named(
  'Verdict',
  verdictOf(z.array(answer), {}),
  'What was decided for a whole ask: answers in question order, a redirect, or a decline.',
);
export type Verdict = Word<typeof verdict>;

export const decision = named(
  'Decision',
  verdictOf(z.array(answer), {
    key: z.string().describe('Chosen by the answerer: the same decision sent twice (a retry after a crash) is one decision.'),
    by: answerer,
    at: time,
    reason: z.string().optional(),
  }),
);
export type Decision = Word<typeof decision>;

export const overruling = named(
  'Overruling',
  z.object({ by: answerer, message: z.string(), key: z.string() }),
  'A person said, after the decision, that it was wrong, and what to do instead. Repeated with the same key, it is the same.',
);
export type Overruling = Word<typeof overruling>;

// ── delivery and receipt ───────────────────────────────────────────────────────────────────────────────────────────

const failure = z.object({ way: z.string(), at: time, reason: z.string() });
export const delivery = named('Delivery', z.object({ way: z.string(), at: time, done: z.boolean(), failures: z.array(failure) }));
export type Delivery = Word<typeof delivery>;

const difference = named(
  'Difference',
  z.object({ question: z.int().optional(), what: z.string(), intended: z.string(), recorded: z.string() }),
  'One difference between record and decision; `question` is a 0-based index, absent if it concerns the whole ask.',
);
export type Difference = Word<typeof difference>;

export const receipt = named(
  'Receipt',
  z.object({
    verdict: z.enum(['verified', 'mismatched', 'unconfirmed']),
    evidence: z.string().describe('Where the evidence came from, e.g. "tool-result", "PostToolUse", "transcript".'),
    at: time,
    differences: z.array(difference),
    recorded: z.unknown().optional(),
  }),
  'What the agent itself recorded, compared with what was decided.',
);
export type Receipt = Word<typeof receipt>;

// ── messages about it ──────────────────────────────────────────────────────────────────────────────────────────────

export const decisionNews = named(
  'DecisionNews',
  z.object({
    to: z.string(),
    about: z.enum(['undelivered', 'overruled', 'decided', 'expired']).optional().describe('Mismatched, unless it says so.'),
    outcome: z.enum(['told', 'failed']),
    reason: z.string().optional(),
    attempts: z.int(),
  }),
  'An answerer was told, or could not be told, what became of its decision (recorded differently, undelivered, overruled) or of what it had proposed (a person decided otherwise, or it expired).',
);
export type DecisionNews = Word<typeof decisionNews>;

export const notified = named(
  'Notified',
  z.object({
    by: z.string().describe('The name of the notifier.'),
    about: z.enum(['ask', 'undelivered', 'mismatched', 'died']),
    step: z.enum(['planned', 'sent', 'failed', 'withdrawn']),
    message: z.string().describe('The message it was in: a digest is one message about many asks.'),
    reference: z.string().optional().describe('What the medium calls the message, to withdraw it.'),
    reason: z.string().optional(),
    attempts: z.int().optional(),
  }),
  'One message to people about an ask, or about an agent that died, through one notifier of the configuration. planned: it is being sent.',
);
export type Notified = Word<typeof notified>;
